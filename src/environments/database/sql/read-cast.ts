import { power } from "./binding-power.ts";
import type { ExpressionParser } from "./expression-parser.ts";
import type { CastNode } from "./query-tree.ts";
import { closeOf } from "./read-type-name.ts";
import { cut } from "./token.ts";

const serverTypes = new Set(
  "SIGNED UNSIGNED CHAR NCHAR DATE DATETIME TIME YEAR DECIMAL BINARY JSON FLOAT DOUBLE REAL INTEGER VARCHAR".split(
    " ",
  ),
);

/** `CAST(x AS type)`, `TRY_CAST(…)`, and `CONVERT(x, type)`; undefined where it is an ordinary call. */
export function readCast(parser: ExpressionParser, name: string): CastNode | undefined {
  const from = parser.at;
  const open = from + 1;
  parser.at = open;
  const close = closeOf(parser);
  const isConvert = name === "CONVERT";
  const read = parser.within(open + 1, close, () => {
    const operand = parser.expression(power.or);
    const separated = isConvert ? parser.symbol() === "," : parser.word() === "AS";
    if (!separated || parser.at + 1 >= parser.end) return undefined;
    if (isConvert && !serverTypes.has(parser.word(1) ?? "")) return undefined;
    return { operand, target: cut(parser.text, parser.spanOf(parser.at + 1, parser.end)) };
  });
  if (!read) {
    parser.at = from;
    return undefined;
  }
  parser.at = close + 1;
  return { type: "cast", ...read, ...parser.spanFrom(from) };
}
