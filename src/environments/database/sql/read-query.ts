import type { LexicalRules } from "./lexical-rules.ts";
import type { QueryTree } from "./query-tree.ts";
import { readQueryTokens } from "./read-query-tokens.ts";
import type { SqlText } from "./sql-text.ts";
import { tokenize } from "./tokenize.ts";

/**
 * Cuts one query into its clauses. Undefined for anything else: another kind of statement, several statements, brackets or quotes that are
 * not closed, and the few clauses that only some dialects have (QUALIFY, INTO, FROM before SELECT). That is no verdict: the engine judges.
 */
export function readQuery(sql: SqlText, lexical: LexicalRules): QueryTree | undefined {
  const text = tokenize(sql, lexical);
  if (!text.complete) return undefined;
  let to = text.tokens.length;
  while (to > 0 && text.tokens[to - 1]?.value === ";" && text.tokens[to - 1]?.kind === "symbol") to--;
  for (let index = 0; index < to; index++) {
    if (text.tokens[index]?.value === ";" && text.tokens[index]?.kind === "symbol") return undefined;
  }
  return readQueryTokens(text, 0, to);
}
