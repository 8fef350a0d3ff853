import { power } from "./binding-power.ts";
import type { ExpressionParser } from "./expression-parser.ts";
import type { ExpressionNode } from "./query-tree.ts";
import { cut } from "./token.ts";

const dateTypes = new Set(["DATE", "TIME", "TIMESTAMP", "TIMESTAMPTZ", "DATETIME"]);

const units = new Set(
  `MICROSECOND MILLISECOND SECOND MINUTE HOUR DAY WEEK MONTH QUARTER YEAR DECADE CENTURY MICROSECONDS MILLISECONDS SECONDS MINUTES HOURS
   DAYS WEEKS MONTHS QUARTERS YEARS DECADES SECOND_MICROSECOND MINUTE_MICROSECOND MINUTE_SECOND HOUR_MICROSECOND HOUR_SECOND HOUR_MINUTE
   DAY_MICROSECOND DAY_SECOND DAY_MINUTE DAY_HOUR YEAR_MONTH`.split(/\s+/),
);

/** `DATE '2020-01-01'`. Dialects with names in square brackets have none: there the string would be an alias. */
export function readDateLiteral(parser: ExpressionParser): ExpressionNode | undefined {
  if (!dateTypes.has(parser.word() ?? "") || parser.lexical.identifierQuotes.includes("[")) return undefined;
  const zoned =
    /^WITH(OUT)?$/.test(parser.word(1) ?? "") && parser.word(2) === "TIME" && parser.word(3) === "ZONE";
  const string = parser.peek(zoned ? 4 : 1);
  if (string?.kind !== "string") return undefined;
  const from = parser.at;
  parser.at += zoned ? 5 : 2;
  return { type: "literal", kind: "date", value: string.value, ...parser.spanFrom(from) };
}

/** `INTERVAL '1 day'`, `INTERVAL '1' DAY`, `INTERVAL 3 MONTH`, `INTERVAL (a + 1) DAY`; undefined where INTERVAL is a name. */
export function readInterval(parser: ExpressionParser): ExpressionNode | undefined {
  const first = parser.peek(1);
  if (!first || parser.lexical.identifierQuotes.includes("[")) return undefined;
  const from = parser.at;
  if (first.kind === "string") {
    parser.at += 2;
    const value = skipUnit(parser) ? `${first.value} ${unitText(parser, from + 2)}` : first.value;
    return { type: "literal", kind: "interval", value, ...parser.spanFrom(from) };
  }
  if (first.kind === "symbol" && first.value !== "(" && first.value !== "-") return undefined;
  parser.at++;
  const operand = parser.expression(power.bits);
  const unitAt = parser.at;
  if (!skipUnit(parser)) {
    parser.at = from;
    return undefined;
  }
  if (operand.type === "literal") {
    const value = `${operand.value} ${unitText(parser, unitAt)}`;
    return { type: "literal", kind: "interval", value, ...parser.spanFrom(from) };
  }
  return { type: "opaque", parts: [operand], ...parser.spanFrom(from) };
}

function unitText(parser: ExpressionParser, from: number): string {
  return cut(parser.text, parser.spanOf(from, parser.at));
}

function skipUnit(parser: ExpressionParser): boolean {
  if (!units.has(parser.word() ?? "")) return false;
  parser.at++;
  if (parser.symbol() === "(")
    parser.at = Math.max(parser.at + 1, (parser.text.partner[parser.at] as number) + 1);
  if (parser.word() === "TO" && units.has(parser.word(1) ?? "")) parser.at += 2;
  return true;
}
