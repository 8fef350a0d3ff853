import type { ExpressionParser } from "./expression-parser.ts";
import type { ExpressionNode, SubqueryNode } from "./query-tree.ts";
import { readQueryTokens } from "./read-query.ts";
import { closeOf } from "./read-type-name.ts";

const queryWords = new Set(["SELECT", "WITH", "VALUES"]);

function mayBeQuery(parser: ExpressionParser, from: number): boolean {
  let index = from;
  while (parser.text.tokens[index]?.value === "(" && parser.text.tokens[index]?.kind === "symbol") index++;
  const token = parser.text.tokens[index];
  return token?.kind === "word" && queryWords.has(token.value);
}

/** Reads the subquery in the brackets that open at the current place; undefined, and nothing taken, where none stands. */
export function readSubquery(parser: ExpressionParser): SubqueryNode | undefined {
  const from = parser.at;
  const close = parser.text.partner[from] as number;
  if (parser.symbol() !== "(" || close <= from || close >= parser.end || !mayBeQuery(parser, from + 1))
    return undefined;
  const query = readQueryTokens(parser.text, from + 1, close);
  if (!query) return undefined;
  parser.at = close + 1;
  return { type: "subquery", query, ...parser.spanFrom(from) };
}

/** Reads brackets of any kind that open at the current place: a subquery, a row value, an expression, an array, a struct. */
export function readBrackets(parser: ExpressionParser): ExpressionNode {
  const subquery = readSubquery(parser);
  if (subquery) return subquery;
  const from = parser.at;
  const opener = parser.symbol();
  const closed = (parser.text.partner[from] as number) > from;
  const close = closed ? closeOf(parser) : parser.end;
  parser.at = closed ? close + 1 : close;
  const span = parser.spanFrom(from);
  const parts = parser.parts(from + 1, close).map((part) => parser.whole(part.from, part.to));
  if (!closed || opener === "{") return { type: "opaque", parts, ...span };
  // One expression in brackets is that expression; its span keeps the brackets, so that text cut by it still means the same.
  if (opener === "(" && parts.length === 1) return { ...(parts[0] as ExpressionNode), ...span };
  return { type: "list", items: parts, ...span };
}
