import { type SparqlToken, sparqlTokens } from "./sparql-tokens.ts";

/** Longer than any word of SPARQL; the parser takes time by the square of the length of what is no name. */
const LONGEST = 500;

/** Where a run of letters, digits and dots begins that no query has: names stand in IRIs, behind a prefix or a question mark, or in quotation marks. */
export function endlessWord(query: string): SparqlToken | undefined {
  let first: SparqlToken | undefined;
  let end = -1;
  for (const token of sparqlTokens(query)) {
    const isPart = token.kind === "word" || token.kind === "number" || token.text === ".";
    if (!isPart) {
      first = undefined;
      continue;
    }
    if (first === undefined || token.start !== end) first = token;
    end = token.start + token.text.length;
    if (end - first.start > LONGEST) return first;
  }
  return undefined;
}
