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
 * Turns the dialect of Virtuoso (used by the gold queries of WebQSP, ComplexWebQuestions and GrailQA) into SPARQL 1.1: `OR` and `AND` in
 * expressions, `xsd:datetime`, undeclared prefixes that are well known or in the vocabulary. The `added` characters of declarations come first;
 * behind them every character keeps its place.
 */
export function rewriteDialect(
  query: string,
  prefixes: Readonly<Record<string, string>>,
): { readonly text: string; readonly added: number } {
  const tokens = sparqlTokens(query);
  const declared = declarations(tokens, prefixes);
  let [text, from] = [declared, 0];
  for (const token of tokens) {
    text += query.slice(from, token.start) + standardWord(token);
    from = token.start + token.text.length;
  }
  return { text: text + query.slice(from), added: declared.length };
}

/** The token in SPARQL 1.1, of the same length. */
function standardWord(token: SparqlToken): string {
  if (isWord(token, "OR")) return "||";
  if (isWord(token, "AND")) return "&& ";
  if (token.kind !== "prefixed" || !token.text.startsWith("xsd:")) return token.text;
  const name = token.text.slice(4);
  return `xsd:${XSD_BY_LOWER_CASE.get(name.toLowerCase()) ?? name}`;
}

function declarations(tokens: readonly SparqlToken[], own: Readonly<Record<string, string>>): string {
  const declared = new Set<string>();
  const used = new Set<string>();
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== "prefixed") continue;
    const prefix = token.text.slice(0, token.text.indexOf(":"));
    if (isWord(tokens[at - 1], "PREFIX")) declared.add(prefix);
    else if (!token.text.startsWith("_:")) used.add(prefix);
  }
  return [...used]
    .flatMap((prefix) => {
      const namespace = own[prefix] ?? KNOWN_PREFIXES[prefix];
      return declared.has(prefix) || namespace === undefined ? [] : [`PREFIX ${prefix}: <${namespace}> `];
    })
    .join("");
}
