import type { ExpressionParser } from "./expression-parser.ts";
import type { ExpressionNode, SubqueryNode } from "./query-tree.ts";
import { readQueryTokens } from "./read-query.ts";

const queryWords = new Set(["SELECT", "WITH", "VALUES"]);

function mayBeQuery({ text }: ExpressionParser, from: number): boolean {
  let index = from;
  while (text.tokens[index]?.value === "(" && text.tokens[index]?.kind === "symbol") index++;
  const token = text.tokens[index];
  return token?.kind === "word" && queryWords.has(token.value);
}

/** Reads the subquery in the brackets that open at the current place; undefined, and nothing taken, where none stands. */
export function readSubquery(parser: ExpressionParser): SubqueryNode | undefined {
  const from = parser.at;
  const close = parser.text.partner[from] as number;
  const isClosed = parser.symbol() === "(" && close > from && close < parser.end;
  const query =
    isClosed && mayBeQuery(parser, from + 1) ? readQueryTokens(parser.text, from + 1, close) : undefined;
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
  const close = closed ? parser.closing() : parser.end;
  parser.at = closed ? close + 1 : close;
  const span = parser.spanFrom(from);
  const parts = parser.list(from + 1, close);
  if (!closed || opener === "{") return { type: "opaque", parts, ...span };
  // One expression in brackets is that expression; its span keeps the brackets, so that text cut by it still means the same.
  const [only] = parts;
  if (opener === "(" && only && parts.length === 1) return { ...only, ...span };
  return { type: "list", items: parts, ...span };
}
