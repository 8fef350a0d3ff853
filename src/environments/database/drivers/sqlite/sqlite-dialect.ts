import { dayAsText, patternParts } from "../../sql/date-pattern-text.ts";
import { foldAscii } from "../../sql/fold-ascii.ts";
import type { BoundColumn, DateForm, SqlDialect } from "../../sql/sql-dialect.ts";
import { bareUnless, DATE_PARTS, inQuotes, STRICT_DIALECT, withoutQuotes } from "../dialect-parts.ts";
import { foreignFunctions } from "../foreign-functions.ts";
import { sqliteFunctions, sqliteLexical } from "./sqlite-functions.ts";
import { sqlitePrivacy, sqliteStatementInfo } from "./sqlite-privacy.ts";

/** The number of characters that a pattern code takes; undefined if it varies. */
function widthOf(code: string): number | undefined {
  if (code === "%Y") return 4;
  if (code === "%b") return 3;
  return /^%[ymdHIMSp]$/u.test(code) ? 2 : undefined;
}

const EPOCHS: Readonly<Record<string, string>> = { "epoch-seconds": "", "epoch-milliseconds": " / 1000" };

/** Year or month of a column as an integer; undefined if the pattern lacks it. */
function sqliteDatePart(part: "year" | "month", expression: string, form: DateForm): string | undefined {
  const divisor = EPOCHS[form.pattern];
  const letter = part === "year" ? "%Y" : "%m";
  if (divisor !== undefined) {
    return `CAST(strftime('${letter}', ${expression}${divisor}, 'unixepoch') AS INTEGER)`;
  }
  // strftime reads exactly the ISO forms, and gives NULL for other cells.
  if (form.pattern === "native" || /^%Y-%m-%d([ T]%H:%M(:%S)?)?$/u.test(form.pattern)) {
    return `CAST(strftime('${letter}', ${expression}) AS INTEGER)`;
  }
  return cutOut(DATE_PARTS[part], expression, form.pattern);
}

/** The days of a text column as `YYYY-MM-DD`; undefined if the pattern is not a text with whole days. */
function sqliteSortableDate(expression: string, { pattern }: DateForm): string | undefined {
  if (pattern.startsWith("%Y-%m-%d")) return expression;
  const padded = [/^%Y$/u, /^%m$/u, /^%d$/u].map((code) => cutOut(code, expression, pattern, asText));
  if (padded.every((part) => part !== undefined)) return padded.join(" || '-' || ");
  const parts = Object.values(DATE_PARTS).map((code) => cutOut(code, expression, pattern));
  if (parts.includes(undefined)) return undefined;
  return `CASE WHEN ${expression} <> '' THEN printf('%04d-%02d-%02d', ${parts.join(", ")}) END`;
}

function asText(code: string, rest: string, skipped: number): string {
  return `substr(${rest}, ${skipped + 1}, ${widthOf(code) ?? 2})`;
}

/** Walks to the wanted code: past parts of known width by counting, past others by searching for the text that follows them. */
function cutOut(
  wanted: RegExp,
  expression: string,
  pattern: string,
  taken: typeof read = read,
): string | undefined {
  const parts = patternParts(pattern);
  let rest = expression;
  let skipped = 0;
  for (const [index, part] of parts.entries()) {
    if ("text" in part) {
      skipped += part.text.length;
      continue;
    }
    if (wanted.test(part.code)) return taken(part.code, rest, skipped);
    const width = widthOf(part.code);
    if (width !== undefined) {
      skipped += width;
      continue;
    }
    const next = parts[index + 1];
    if (next === undefined || "code" in next) return undefined;
    const from = after(rest, skipped);
    rest = `substr(${from}, instr(${from}, '${next.text.replaceAll("'", "''")}'))`;
    skipped = 0;
  }
  return undefined;
}

function after(expression: string, skipped: number): string {
  return skipped === 0 ? expression : `substr(${expression}, ${skipped + 1})`;
}

function read(code: string, rest: string, skipped: number): string {
  const cut = (width: number): string => `substr(${rest}, ${skipped + 1}, ${width})`;
  if (code === "%b" || code === "%B") {
    return `(instr('janfebmaraprmayjunjulaugsepoctnovdec', lower(${cut(3)})) + 2) / 3`;
  }
  if (code === "%y") {
    return `CAST(${cut(2)} AS INTEGER) + CASE WHEN CAST(${cut(2)} AS INTEGER) < 50 THEN 2000 ELSE 1900 END`;
  }
  // A cast reads the leading digits and ignores the rest, so an unpadded part needs no end.
  return `CAST(${cut(widthOf(code) ?? 2)} AS INTEGER)`;
}

/** Quotes words that SQLite does not accept everywhere (tried on the engine; its other keywords may be bare). */
const sqliteIdentifier = bareUnless(
  `add all alter and as autoincrement between case cast check collate commit constraint create cross current_date
  current_time current_timestamp default deferrable delete distinct drop else escape except exists foreign from full
  group having in index indexed inner insert intersect into is isnull join left limit natural not nothing notnull null
  on or order outer primary raise references returning right select set table then to transaction union unique update
  using values when where window`,
  /^[A-Za-z_][\w$]*$/u,
  // A misspelt word in double quotes would silently be text; in backticks it is a clear error.
  (name) => inQuotes(name, name.includes("`") ? '"' : "`"),
);

/** The planner assumes this many rows of `json_each`, whatever it reads. */
const SUPPOSED_ROWS = 25;

/**
 * Values from `json_each`, materialised so that joins can index them. Joins with single rows multiply the planner's row estimate: without them it
 * scans an unindexed table once for each of ten thousand values.
 */
const sqliteBoundColumn: BoundColumn = {
  commonTable(heading, placeholder, { count }) {
    const factors = Math.max(0, Math.ceil(Math.log(Math.max(1, count)) / Math.log(SUPPOSED_ROWS)) - 1);
    const singles = Array.from({ length: factors }, (_, at) => `, json_each('[0]') AS s${at}`).join("");
    return `${heading} AS MATERIALIZED (SELECT v.value FROM json_each(${placeholder}) AS v${singles})`;
  },
};

/** SQLite as `node:sqlite` builds it, where a double-quoted word that names no column is text. */
export const sqliteDialect: SqlDialect = {
  ...STRICT_DIALECT,
  name: "SQLite",
  lexical: sqliteLexical,
  privacy: sqlitePrivacy,
  sameIdentifier,
  identifier: sqliteIdentifier,
  placeholder: () => "?",
  boundColumn: sqliteBoundColumn,
  inspect: sqliteStatementInfo,
  functions: sqliteFunctions,
  foreignFunctions: foreignFunctions("sqlite", (name) => sqliteFunctions.has(name)),
  allowsBareColumns: true,
  comparesAcrossTypes: true,
  quotedWordsMayBeText: true,
  hiddenColumns: ["rowid", "oid", "_rowid_"],
  dividesIntegersToInteger: true,
  nullsSortFirstAscending: true,
  toNumber: (expression) => `CAST(replace(replace(${expression}, ' ', ''), ',', '.') AS REAL)`,
  toText: (expression) => `CAST(${expression} AS TEXT)`,
  castOf: sqliteCast,
  // LIKE already ignores the case of ASCII letters; SQLite knows no case of others.
  likeIgnoringCase: (expression, pattern) => `${expression} LIKE ${pattern}`,
  yearOf: (expression, form) => sqliteDatePart("year", expression, form),
  monthOf: (expression, form) => sqliteDatePart("month", expression, form),
  sortableDate: sqliteSortableDate,
  dateLiteral(date, form) {
    const text = dayAsText(date, form.pattern);
    return form.pattern.startsWith("epoch-") ? text : STRICT_DIALECT.stringLiteral(text);
  },
};

/** Called millions of times with thousands of tables, so the cheap comparison comes first. */
function sameIdentifier(a: string, b: string): boolean {
  if (a === b) return true;
  const [x, y] = [withoutQuotes(a, `"\`[`), withoutQuotes(b, `"\`[`)];
  if (x.length !== y.length || x.toLowerCase() !== y.toLowerCase()) return false;
  return foldAscii(x) === foldAscii(y);
}

/**
 * Casts to types of other dialects, where SQLite's CAST goes by the type's name alone: `CAST('2024-03-05' AS date)` is the number 2024, and a decimal
 * keeps all its places. Undefined if CAST suffices.
 */
function sqliteCast(expression: string, type: string): string | undefined {
  const name = type.trim().toLowerCase();
  if (name === "date") return `date(${expression})`;
  if (/^(?:timestamp|timestamptz|datetime)\b/u.test(name)) return `datetime(${expression})`;
  if (/^(?:time|timetz)\b/u.test(name)) return `time(${expression})`;
  const places = /^(?:numeric|decimal)\s*\(\s*\d+\s*,\s*(\d+)\s*\)$/u.exec(name)?.[1];
  return places === undefined ? undefined : `round(${expression}, ${places})`;
}
