import { power } from "./binding-power.ts";
import type { ExpressionParser } from "./expression-parser.ts";
import type { ExpressionNode } from "./query-tree.ts";

/** Places of the ANDs outside brackets and CASE that join conditions; undefined where OR stands beside them. */
function conjunctionPlaces(parser: ExpressionParser, from: number, to: number): number[] | undefined {
  const places: number[] = [];
  let cases = 0;
  let between = 0;
  for (let index = from; index < to; index++) {
    const close = parser.text.partner[index] as number;
    if (close > index) {
      index = Math.min(close, to);
      continue;
    }
    const token = parser.text.tokens[index];
    if (token?.kind !== "word") continue;
    if (token.value === "CASE") cases++;
    else if (token.value === "END" && cases > 0) cases--;
    else if (cases > 0) continue;
    else if (token.value === "OR" || token.value === "XOR") return undefined;
    else if (token.value === "BETWEEN") between++;
    else if (token.value === "AND" && between > 0) between--;
    else if (token.value === "AND") places.push(index);
  }
  return places;
}

/**
 * Reads the window again after its first expression ended before it did. Where it is a chain of ANDs, only the condition that is not
 * understood becomes opaque; else all of it does, with what can be read as its parts.
 */
export function recoverConjunction(
  parser: ExpressionParser,
  from: number,
  first: ExpressionNode,
): ExpressionNode {
  const to = parser.end;
  const rest = parser.at;
  const places = conjunctionPlaces(parser, from, to);
  if (places && places.length > 0) {
    const starts = [from, ...places.map((place) => place + 1)];
    const conditions = starts.map((start, index) => parser.whole(start, places[index] ?? to));
    return conditions.reduce((left, right) => ({
      type: "binary",
      operator: "AND",
      left,
      right,
      start: left.start,
      end: Math.max(left.end, right.end),
    }));
  }
  const parts = [first];
  parser.at = rest;
  while (parser.at < to) {
    const before = parser.at;
    parts.push(parser.expression(power.or));
    if (parser.at === before) parser.at++;
  }
  return { type: "opaque", parts, ...parser.spanOf(from, to) };
}
