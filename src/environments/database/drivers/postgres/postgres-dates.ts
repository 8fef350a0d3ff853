import { patternParts } from "../../sql/date-pattern-text.ts";
import type { DateForm } from "../../sql/sql-dialect.ts";

const CODES: Readonly<Record<string, string>> = {
  "%Y": "YYYY",
  "%y": "YY",
  "%m": "MM",
  "%-m": "MM",
  "%d": "DD",
  "%-d": "DD",
  "%b": "Mon",
  "%B": "Month",
};
const EPOCHS: Readonly<Record<string, string>> = { "epoch-seconds": "", "epoch-milliseconds": " / 1000.0" };

/** Year or month of a column as an integer; undefined where the pattern has none. */
export function postgresDatePart(
  part: "year" | "month",
  expression: string,
  form: DateForm,
): string | undefined {
  const date = asDate(part, expression, form.pattern);
  return date === undefined ? undefined : `CAST(EXTRACT(${part.toUpperCase()} FROM ${date}) AS integer)`;
}

/** The days of a text column as dates; undefined where the pattern is no text of whole days. */
export function postgresSortableDate(expression: string, { pattern }: DateForm): string | undefined {
  const isWhole = [/%[Yy]/u, /%(-?m|[bB])/u, /%-?d/u].every((code) => code.test(pattern));
  return isWhole ? asDate("year", expression, pattern) : undefined;
}

function asDate(part: "year" | "month", expression: string, pattern: string): string | undefined {
  if (pattern === "native") return expression;
  const divisor = EPOCHS[pattern];
  if (divisor !== undefined) return `to_timestamp(${expression}${divisor}) AT TIME ZONE 'UTC'`;
  if (!(part === "year" ? /%[Yy]/u : /%(-?m|[bB])/u).test(pattern)) return undefined;
  const format = dateFormat(pattern);
  return format === undefined ? undefined : `to_date(CAST(${expression} AS text), '${format}')`;
}

const TIME_CODES: Readonly<Record<string, string>> = {
  "%H": "HH24",
  "%M": "MI",
  "%S": "SS",
  "%j": "DDD",
  "%A": "FMDay",
  "%a": "Dy",
};

/** A format of `to_char` for one of strftime codes; undefined where a code has no like. */
export function postgresDateFormat(pattern: string): string | undefined {
  let isWhole = true;
  const format = pattern.replaceAll(/%-?[A-Za-z]|[^%]+/gu, (part) => {
    if (!part.startsWith("%")) return literal(part);
    const code = CODES[part] ?? TIME_CODES[part];
    if (code === undefined) isWhole = false;
    return code ?? "";
  });
  return isWhole ? format : undefined;
}

/** Up to the last part of the date; to_date ignores what follows, and takes parts without leading zeros. */
function dateFormat(pattern: string): string | undefined {
  const parts = patternParts(pattern);
  const last = parts.findLastIndex((part) => "code" in part && part.code in CODES);
  const written = parts
    .slice(0, last + 1)
    .map((part) => ("code" in part ? CODES[part.code] : literal(part.text)));
  return written.includes(undefined) ? undefined : written.join("");
}

/** Letters would be read as codes of the format. */
function literal(text: string): string {
  const escaped = text.replaceAll("'", "''");
  return /\p{L}/u.test(text) ? `"${escaped}"` : escaped;
}
