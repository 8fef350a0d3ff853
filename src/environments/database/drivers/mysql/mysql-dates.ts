import { patternParts } from "../../sql/date-pattern-text.ts";
import type { DateForm } from "../../sql/sql-dialect.ts";

/** Codes of patterns as STR_TO_DATE has them; it takes parts without leading zeros under every code. */
const CODES: Readonly<Record<string, string>> = {
  "%Y": "%Y",
  "%y": "%y",
  "%m": "%m",
  "%-m": "%c",
  "%d": "%d",
  "%-d": "%e",
  "%b": "%b",
  "%B": "%M",
  "%H": "%H",
  "%-H": "%k",
  "%I": "%h",
  "%-I": "%l",
  "%M": "%i",
  "%S": "%s",
  "%p": "%p",
};
const EPOCHS: Readonly<Record<string, string>> = { "epoch-seconds": "", "epoch-milliseconds": " / 1000" };
/** Parts of a date: whether a pattern has one, and a value with its code for a pattern that has none. */
const PARTS = {
  year: { code: /%[Yy]/u, value: "2000", written: "%Y" },
  month: { code: /%(?:-?m|[bB])/u, value: "01", written: "%m" },
  day: { code: /%-?d/u, value: "01", written: "%d" },
} as const;

/** Year or month of a column as an integer; undefined where the pattern has none. */
export function mysqlDatePart(
  part: "year" | "month",
  expression: string,
  { pattern }: DateForm,
): string | undefined {
  const name = part.toUpperCase();
  if (pattern === "native") return `${name}(${expression})`;
  const divisor = EPOCHS[pattern];
  // Not FROM_UNIXTIME: it would count in the session's time zone.
  if (divisor !== undefined)
    return `${name}(DATE_ADD('1970-01-01', INTERVAL ${expression}${divisor} SECOND))`;
  if (!PARTS[part].code.test(pattern)) return undefined;
  const format = formatOf(pattern);
  if (format === undefined) return undefined;
  // A date without a day is none under the usual sql_mode.
  const missing = Object.values(PARTS).filter(({ code }) => !code.test(pattern));
  if (missing.length === 0) return `${name}(STR_TO_DATE(${expression}, '${format}'))`;
  const values = missing.map(({ value }) => `${value} `).join("");
  const codes = missing.map(({ written }) => `${written} `).join("");
  return `${name}(STR_TO_DATE(CONCAT('${values}', ${expression}), '${codes}${format}'))`;
}

/** The days of a text column as dates; undefined where the pattern is no text of whole days. */
export function mysqlSortableDate(expression: string, { pattern }: DateForm): string | undefined {
  if (!Object.values(PARTS).every(({ code }) => code.test(pattern))) return undefined;
  const format = formatOf(pattern);
  return format === undefined ? undefined : `DATE(STR_TO_DATE(${expression}, '${format}'))`;
}

/** Up to the last part of the date; STR_TO_DATE ignores what follows. */
function formatOf(pattern: string): string | undefined {
  const parts = patternParts(pattern);
  const last = parts.findLastIndex((part) => "code" in part && /^%(?:[Yy]|-?m|[bB]|-?d)$/u.test(part.code));
  const written = parts
    .slice(0, last + 1)
    .map((part) =>
      "code" in part ? CODES[part.code] : part.text.replaceAll("%", "%%").replaceAll("'", "''"),
    );
  return written.includes(undefined) ? undefined : written.join("");
}

/** Codes that mean something else to `DATE_FORMAT` than to strftime. */
const OTHER_CODES: Readonly<Record<string, string>> = {
  "%M": "%i",
  "%B": "%M",
  "%A": "%W",
  "%W": "%u",
  "%-d": "%e",
  "%-m": "%c",
};

/** A format of `DATE_FORMAT` for one of strftime codes. */
export function mysqlDateFormat(pattern: string): string {
  return pattern.replaceAll(/%-?[A-Za-z]/gu, (code) => OTHER_CODES[code] ?? code);
}
