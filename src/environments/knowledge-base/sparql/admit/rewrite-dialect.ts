import { KNOWN_PREFIXES } from "./known-prefixes.ts";
import { closing, isWord, type SparqlToken, sparqlTokens } from "./sparql-tokens.ts";
import type { TextEdit } from "./text-edits.ts";

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
