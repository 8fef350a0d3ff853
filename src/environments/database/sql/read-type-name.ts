import type { ExpressionParser } from "./expression-parser.ts";

const continuations: Readonly<Record<string, readonly string[]>> = {
  DOUBLE: ["PRECISION"],
  CHARACTER: ["VARYING"],
  CHAR: ["VARYING"],
  BIT: ["VARYING"],
  NATIONAL: ["CHARACTER", "CHAR"],
  UNSIGNED: ["INTEGER", "BIGINT", "INT"],
  SIGNED: ["INTEGER"],
  LONG: ["VARCHAR"],
};

/** Moves over a type after `::`: `double precision`, `numeric(10, 2)[]`, `timestamp with time zone`, `"My Type"`, `public.mood`. */
export function skipTypeName(parser: ExpressionParser): void {
  const first = parser.peek();
  if (first?.kind !== "word" && first?.kind !== "identifier") return;
  parser.at++;
  while (
    parser.symbol() === "." &&
    (parser.peek(1)?.kind === "word" || parser.peek(1)?.kind === "identifier")
  )
    parser.at += 2;
  const next = parser.word();
  if (first.kind === "word" && next && continuations[first.value]?.includes(next)) parser.at++;
  if (parser.symbol() === "(") parser.at = closeOf(parser) + 1;
  const zone = parser.word();
  if ((zone === "WITH" || zone === "WITHOUT") && parser.word(1) === "TIME" && parser.word(2) === "ZONE")
    parser.at += 3;
  while (parser.symbol() === "[") parser.at = closeOf(parser) + 1;
}

/** Index of the partner of the bracket at the current place, or the end of the window when it is not closed. */
export function closeOf(parser: ExpressionParser): number {
  const close = parser.text.partner[parser.at] as number;
  return close > parser.at && close < parser.end ? close : parser.end;
}
