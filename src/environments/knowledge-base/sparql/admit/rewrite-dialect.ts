import { closing, isWord, type SparqlToken, sparqlTokens } from "./sparql-tokens.ts";

/** Prefixes that queries use without declaring them, as public endpoints allow. */
export const KNOWN_PREFIXES: Readonly<Record<string, string>> = {
  rdf: "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
  rdfs: "http://www.w3.org/2000/01/rdf-schema#",
  xsd: "http://www.w3.org/2001/XMLSchema#",
  owl: "http://www.w3.org/2002/07/owl#",
  skos: "http://www.w3.org/2004/02/skos/core#",
  foaf: "http://xmlns.com/foaf/0.1/",
  dc: "http://purl.org/dc/elements/1.1/",
  dcterms: "http://purl.org/dc/terms/",
  dct: "http://purl.org/dc/terms/",
  schema: "http://schema.org/",
  geo: "http://www.w3.org/2003/01/geo/wgs84_pos#",
  ns: "http://rdf.freebase.com/ns/",
  fb: "http://rdf.freebase.com/ns/",
  dbo: "http://dbpedia.org/ontology/",
  dbr: "http://dbpedia.org/resource/",
  dbp: "http://dbpedia.org/property/",
  wd: "http://www.wikidata.org/entity/",
  wdt: "http://www.wikidata.org/prop/direct/",
  p: "http://www.wikidata.org/prop/",
  ps: "http://www.wikidata.org/prop/statement/",
  pq: "http://www.wikidata.org/prop/qualifier/",
  wikibase: "http://wikiba.se/ontology#",
  bif: "bif:",
};

const XSD_NAMES =
  "dateTime gYear gYearMonth nonNegativeInteger positiveInteger nonPositiveInteger negativeInteger unsignedInt"
    .split(" ")
    .concat(["anyURI", "unsignedLong", "unsignedShort", "unsignedByte", "dateTimeStamp"]);
const XSD_BY_LOWER_CASE = new Map(XSD_NAMES.map((name) => [name.toLowerCase(), name]));

/**
 * Edits that make a query in the dialect of Virtuoso, in which the gold queries of WebQSP, ComplexWebQuestions and GrailQA are written, SPARQL 1.1: `OR`
 * and `AND` in expressions, `xsd:datetime`, `SELECT COUNT(?x)` without AS, prefixes that are well known or the vocabulary's but not declared.
 */
export function rewriteDialect(
  query: string,
  prefixes: Readonly<Record<string, string>>,
): readonly TextEdit[] {
  const tokens = sparqlTokens(query);
  return [
    ...declarations(tokens, prefixes),
    ...tokens.flatMap(wordEdits),
    ...dottedNames(tokens, prefixes),
    ...projectionEdits(tokens),
  ];
}

function wordEdits(token: SparqlToken): readonly TextEdit[] {
  const replace = (text: string): readonly TextEdit[] => [
    { start: token.start, end: token.start + token.text.length, text },
  ];
  if (isWord(token, "OR")) return replace("||");
  if (isWord(token, "AND")) return replace("&&");
  if (token.kind === "prefixed" && token.text.startsWith("xsd:")) {
    const name = token.text.slice(4);
    const right = XSD_BY_LOWER_CASE.get(name.toLowerCase());
    if (right !== undefined && right !== name) return replace(`xsd:${right}`);
  }
  return [];
}

/** `ns:film.film.genre` becomes the whole IRI: a local part with several dots is valid, but not to every engine. */
function dottedNames(
  tokens: readonly SparqlToken[],
  own: Readonly<Record<string, string>>,
): readonly TextEdit[] {
  const namespaces = new Map(
    tokens.flatMap((token, at) => {
      const iri = tokens[at + 1];
      return isWord(tokens[at - 1], "PREFIX") && iri?.kind === "iri"
        ? [[token.text.slice(0, -1), iri.text.slice(1, -1)] as const]
        : [];
    }),
  );
  return tokens.flatMap(({ kind, text, start }) => {
    const [prefix = "", ...rest] = text.split(":");
    const local = rest.join(":");
    const namespace = namespaces.get(prefix) ?? own[prefix] ?? KNOWN_PREFIXES[prefix];
    const isDotted = kind === "prefixed" && /\..*\./u.test(local) && !local.includes("\\");
    return isDotted && namespace !== undefined
      ? [{ start, end: start + text.length, text: `<${namespace}${local}>` }]
      : [];
  });
}

function declarations(
  tokens: readonly SparqlToken[],
  own: Readonly<Record<string, string>>,
): readonly TextEdit[] {
  const declared = new Set<string>();
  const used = new Set<string>();
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== "prefixed") continue;
    const prefix = token.text.slice(0, token.text.indexOf(":"));
    if (isWord(tokens[at - 1], "PREFIX")) declared.add(prefix);
    else if (!token.text.startsWith("_:")) used.add(prefix);
  }
  const missing = [...used].flatMap((prefix) => {
    const namespace = own[prefix] ?? KNOWN_PREFIXES[prefix];
    return declared.has(prefix) || namespace === undefined ? [] : [`PREFIX ${prefix}: <${namespace}> `];
  });
  return missing.length === 0 ? [] : [{ start: 0, end: 0, text: missing.join("") }];
}

/** `COUNT(?x)` or `(COUNT(?x))` in a SELECT clause becomes `(COUNT(?x) AS ?count)`. */
function projectionEdits(tokens: readonly SparqlToken[]): readonly TextEdit[] {
  const taken = new Set(tokens.flatMap(({ kind, text }) => (kind === "variable" ? [text.slice(1)] : [])));
  const edits: TextEdit[] = [];
  const fresh = (word: string): string => {
    const name = word.toLowerCase();
    let free = name;
    for (let at = 2; taken.has(free); at++) free = `${name}${at}`;
    taken.add(free);
    return `?${free}`;
  };
  for (const [select, token] of tokens.entries()) {
    if (!isWord(token, "SELECT")) continue;
    for (let at = select + 1; at < tokens.length; at++) {
      const here = tokens[at];
      if (here === undefined || here.text === "{" || isWord(here, "WHERE", "FROM")) break;
      if (here.text === "(") {
        const end = closing(tokens, at);
        const inside = tokens.slice(at + 1, end);
        const last = tokens[end];
        if (!inside.some((each) => isWord(each, "AS")) && last !== undefined)
          edits.push({
            start: last.start,
            end: last.start,
            text: ` AS ${fresh(inside[0]?.kind === "word" ? inside[0].text : "value")}`,
          });
        at = end;
      } else if (
        here.kind === "word" &&
        !isWord(here, "DISTINCT", "REDUCED") &&
        tokens[at + 1]?.text === "("
      ) {
        const end = closing(tokens, at + 1);
        const last = tokens[end];
        if (last === undefined) break;
        const [as, variable] = [tokens[end + 1], tokens[end + 2]];
        edits.push({ start: here.start, end: here.start, text: "(" });
        if (isWord(as, "AS") && variable !== undefined) {
          const after = variable.start + variable.text.length;
          edits.push({ start: after, end: after, text: ")" });
          at = end + 2;
        } else {
          edits.push({ start: last.start + 1, end: last.start + 1, text: ` AS ${fresh(here.text)})` });
          at = end;
        }
      }
    }
  }
  return edits;
}

interface TextEdit {
  /** UTF-16 offsets into the text before all edits. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The text with edits that do not overlap, and where a place of the new text was in the old one. */
export function edited(
  text: string,
  edits: readonly TextEdit[],
): { readonly text: string; readonly originalOffset: (offset: number) => number } {
  const sorted = [...edits].sort((a, b) => a.start - b.start || a.end - b.end);
  let result = "";
  let from = 0;
  const pieces: { readonly at: number; readonly original: number; readonly kept: boolean }[] = [];
  for (const edit of sorted) {
    pieces.push({ at: result.length, original: from, kept: true });
    result += text.slice(from, edit.start);
    pieces.push({ at: result.length, original: edit.start, kept: false });
    result += edit.text;
    from = edit.end;
  }
  pieces.push({ at: result.length, original: from, kept: true });
  result += text.slice(from);
  return {
    text: result,
    originalOffset(offset) {
      const piece = pieces.findLast(({ at }) => at <= offset) ?? { at: 0, original: 0, kept: true };
      return Math.min(text.length, piece.original + (piece.kept ? offset - piece.at : 0));
    },
  };
}
