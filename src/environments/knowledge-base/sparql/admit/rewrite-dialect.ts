import { PRESETS } from "../../vocabulary/presets.ts";
import { NAMESPACES } from "../../vocabulary/vocabulary.ts";
import { isWord, type SparqlToken, sparqlTokens } from "./sparql-tokens.ts";

/** Prefixes that queries use without declaring them, as public endpoints allow. */
const { dbpedia, freebase, wikidata } = PRESETS;
export const KNOWN_PREFIXES: Readonly<Record<string, string>> = {
  ...NAMESPACES,
  ...dbpedia.prefixes,
  ...wikidata.prefixes,
  dcterms: NAMESPACES.dct,
  ns: freebase.prefixes[""] ?? "",
  fb: freebase.prefixes[""] ?? "",
  bif: "bif:",
};

const XSD_NAMES =
  "dateTime gYear gYearMonth nonNegativeInteger positiveInteger nonPositiveInteger negativeInteger unsignedInt"
    .split(" ")
    .concat(["anyURI", "unsignedLong", "unsignedShort", "unsignedByte", "dateTimeStamp"]);
const XSD_BY_LOWER_CASE = new Map(XSD_NAMES.map((name) => [name.toLowerCase(), name]));

/**
 * Edits that make a query in the dialect of Virtuoso, in which the gold queries of WebQSP, ComplexWebQuestions and GrailQA are written, SPARQL 1.1: `OR`
 * and `AND` in expressions, `xsd:datetime`, prefixes that are well known or the vocabulary's but not declared.
 */
export function rewriteDialect(
  query: string,
  prefixes: Readonly<Record<string, string>>,
): readonly TextEdit[] {
  const tokens = sparqlTokens(query);
  return [...declarations(tokens, prefixes), ...tokens.flatMap(wordEdits)];
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
