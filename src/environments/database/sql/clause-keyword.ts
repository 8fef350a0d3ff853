import type { LexicalRules } from "./lexical-rules.ts";
import type { ClauseText } from "./query-tree.ts";
import { nextClause } from "./read-core.ts";
import { cut, type TokenizedText } from "./token.ts";
import { tokenize } from "./tokenize.ts";

export type ClauseName = "with" | "from" | "where" | "select" | "group_by" | "having" | "order_by" | "limit";

const keywords: Readonly<Record<ClauseName, readonly string[]>> = {
  with: ["WITH"],
  from: ["FROM"],
  where: ["WHERE"],
  select: ["SELECT"],
  group_by: ["GROUP", "BY"],
  having: ["HAVING"],
  order_by: ["ORDER", "BY"],
  limit: [],
};

function stretch(text: TokenizedText, from: number, to: number): ClauseText {
  const start = text.tokens[from]?.start ?? text.base + text.source.length;
  const span = { start, end: to > from ? (text.tokens[to - 1]?.end ?? start) : start };
  return { ...span, text: cut(text, span) };
}

function bounds(text: TokenizedText, clause: ClauseName): { from: number; to: number } {
  let to = text.tokens.length;
  while (to > 0 && text.tokens[to - 1]?.kind === "symbol" && text.tokens[to - 1]?.value === ";") to--;
  const words = keywords[clause];
  const stands = words.every(
    (word, index) => index < to && text.tokens[index]?.kind === "word" && text.tokens[index]?.value === word,
  );
  return { from: stands ? words.length : 0, to };
}

/**
 * The text of a clause without its own keyword in front (`WHERE x` as well as `x`), and without semicolons and comments around it. `start`
 * is the number of characters that were cut in front, so that places in the result map back to what was given.
 */
export function withoutClauseKeyword(clause: ClauseName, given: string, lexical: LexicalRules): ClauseText {
  const text = tokenize(given, lexical);
  const { from, to } = bounds(text, clause);
  return stretch(text, from, to);
}

/** `ORDER BY a DESC LIMIT 3`, with or without its keyword, or only `LIMIT 3`: the order and the limit, each where it stands. */
export function orderAndLimit(
  given: string,
  lexical: LexicalRules,
): { readonly orderBy?: ClauseText; readonly limit?: ClauseText } {
  const text = tokenize(given, lexical);
  const { from, to } = bounds(text, "order_by");
  let index = nextClause(text, from, to).index;
  for (let next = nextClause(text, from, to); next.index < to; next = nextClause(text, next.index + 1, to)) {
    index = next.index;
    if (next.clause === "limit") break;
    index = to;
  }
  return {
    ...(index > from && { orderBy: stretch(text, from, index) }),
    ...(index < to && { limit: stretch(text, index, to) }),
  };
}
