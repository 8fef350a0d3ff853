import { patternParts } from "../../sql/date-pattern-text.ts";
import type { DateForm } from "../../sql/sql-dialect.ts";

const CODES = new Set(
  "%Y %y %m %-m %d %-d %b %B %H %-H %I %-I %M %-M %S %-S %p %f %a %A %j %z %Z".split(" "),
);
const EPOCHS: Readonly<Record<string, (expression: string) => string>> = {
  "epoch-seconds": (expression) => `make_timestamp(CAST(${expression} AS BIGINT) * 1000000)`,
  "epoch-milliseconds": (expression) => `make_timestamp(CAST(${expression} AS BIGINT) * 1000)`,
};

/** Year or month of a column as an integer; undefined where the pattern has none. */
export function duckdbDatePart(
  part: "year" | "month",
  expression: string,
  form: DateForm,
): string | undefined {
  const date = asTimestamp(part, expression, form.pattern);
  return date === undefined ? undefined : `CAST(${part}(${date}) AS INTEGER)`;
}

/** The days of a text column as dates; undefined where the pattern is no text of whole days. */
export function duckdbSortableDate(expression: string, { pattern }: DateForm): string | undefined {
  const isWhole = [/%[Yy]/u, /%(-?m|[bB])/u, /%-?d/u].every((code) => code.test(pattern));
  const date = isWhole ? asTimestamp("year", expression, pattern) : undefined;
  return date === undefined ? undefined : `CAST(${date} AS DATE)`;
}

/** Cells that are no dates become NULL. */
function asTimestamp(part: "year" | "month", expression: string, pattern: string): string | undefined {
  if (pattern === "native") return expression;
  const fromEpoch = EPOCHS[pattern];
  if (fromEpoch !== undefined) return fromEpoch(expression);
  if (!(part === "year" ? /%[Yy]/u : /%(-?m|[bB])/u).test(pattern)) return undefined;
  // The engine reads the ISO forms itself, with whatever fractions of seconds follow.
  if (/^%Y-%m-%d(?:[ T]%H:%M(?::%S)?)?$/u.test(pattern)) return `TRY_CAST(${expression} AS TIMESTAMP)`;
  const parts = patternParts(pattern);
  if (parts.some((each) => "code" in each && !CODES.has(each.code))) return undefined;
  const format = parts.map((each) => ("code" in each ? each.code : each.text.replaceAll("%", "%%"))).join("");
  return `try_strptime(CAST(${expression} AS VARCHAR), '${format.replaceAll("'", "''")}')`;
}
