import type { AdmittedQuery } from "./admit-query.ts";
import { isWord, type SparqlToken, sparqlTokens } from "./sparql-tokens.ts";

/** The query with a limit of so many rows at most, and one that counts its rows; the latter is missing where it cannot be written. */
export function boundedQuery(
  { text, form, parsed }: AdmittedQuery,
  most: number,
): { readonly text: string; readonly counting?: string } {
  if (form === "ask") return { text };
  const tokens = sparqlTokens(text);
  const top = topLevel(tokens);
  const limitAt = top.findLast((at) => isWord(tokens[at], "LIMIT"));
  const limit = limitAt === undefined ? undefined : tokens[limitAt + 1];
  const lastBrace = top.findLast((at) => tokens[at]?.text === "}") ?? tokens.length - 1;
  const values = top.find((at) => at > lastBrace && isWord(tokens[at], "VALUES")) ?? valuesAtEnd(tokens, top);
  let bounded = text;
  if (limit?.kind === "number") {
    if (Number(limit.text) > most)
      bounded = text.slice(0, limit.start) + most + text.slice(limit.start + limit.text.length);
  } else {
    const before = values === undefined ? text.length : (tokens[values]?.start ?? text.length);
    bounded = `${text.slice(0, before)}\nLIMIT ${most}\n${text.slice(before)}`;
  }
  const select = top.find((at) => isWord(tokens[at], "SELECT"));
  const start = select === undefined ? undefined : tokens[select]?.start;
  // FROM cannot stand in a sub-select.
  const hasGraphs = (parsed as { datasets?: { clauses?: readonly unknown[] } }).datasets?.clauses?.length;
  if (start === undefined || hasGraphs) return { text: bounded };
  return {
    text: bounded,
    counting: `${bounded.slice(0, start)}SELECT (COUNT(*) AS ?rows) WHERE { {\n${bounded.slice(start)}\n} }`,
  };
}

/** Places of the tokens outside all braces and parentheses; closing braces count as outside. */
function topLevel(tokens: readonly SparqlToken[]): readonly number[] {
  let depth = 0;
  return tokens.flatMap(({ kind, text }, at) => {
    if (kind === "mark" && (text === "{" || text === "(")) depth++;
    if (kind === "mark" && (text === "}" || text === ")")) depth--;
    return depth === 0 ? [at] : [];
  });
}

/** `VALUES … { … }` after the modifiers: its own brace is the last one. */
function valuesAtEnd(tokens: readonly SparqlToken[], top: readonly number[]): number | undefined {
  const braces = top.filter((at) => tokens[at]?.text === "}");
  const before = braces.at(-2);
  return before === undefined ? undefined : top.find((at) => at > before && isWord(tokens[at], "VALUES"));
}
