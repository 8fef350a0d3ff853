import { dayAsText, patternParts } from "../../sql/date-pattern-text.ts";
import {
  type BoundColumn,
  type DateForm,
  type ForeignFunction,
  foreignDateParts,
  foreignFunctionTable,
  type SqlDialect,
} from "../../sql/sql-dialect.ts";
import { sqliteFunctions } from "./sqlite-functions.ts";
import { sqliteLexical } from "./sqlite-lexical.ts";
import { sqlitePrivacy } from "./sqlite-privacy.ts";
import { sqliteStatementInfo } from "./sqlite-statement-info.ts";

/** `name(arity)` and what does the same in SQLite; without a number for any arity. Dates are ISO texts, units those of the advice. */
const TABLE = `
YEAR(1)             CAST(strftime('%Y', $1) AS INTEGER)
MONTH(1)            CAST(strftime('%m', $1) AS INTEGER)
DAY(1)              CAST(strftime('%d', $1) AS INTEGER)
DAYOFMONTH(1)       CAST(strftime('%d', $1) AS INTEGER)
DAYOFYEAR(1)        CAST(strftime('%j', $1) AS INTEGER)
DAYOFWEEK(1)        CAST(strftime('%w', $1) AS INTEGER) + 1
WEEKDAY(1)          (CAST(strftime('%w', $1) AS INTEGER) + 6) % 7
WEEK(1)             CAST(strftime('%W', $1) AS INTEGER)
WEEKOFYEAR(1)       CAST(strftime('%V', $1) AS INTEGER)
QUARTER(1)          (CAST(strftime('%m', $1) AS INTEGER) + 2) / 3
HOUR(1)             CAST(strftime('%H', $1) AS INTEGER)
MINUTE(1)           CAST(strftime('%M', $1) AS INTEGER)
SECOND(1)           CAST(strftime('%S', $1) AS INTEGER)
NOW(0)              datetime('now')
GETDATE(0)          datetime('now')
SYSDATE(0)          datetime('now')
LOCALTIMESTAMP(0)   datetime('now', 'localtime')
CURDATE(0)          date('now')
TODAY(0)            date('now')
CURTIME(0)          time('now')
DATEDIFF(2)         CAST(julianday(date($1)) - julianday(date($2)) AS INTEGER)
DATE_DIFF(2)        CAST(julianday(date($1)) - julianday(date($2)) AS INTEGER)
DATEDIFF[day](3)    CAST(julianday(date($3)) - julianday(date($2)) AS INTEGER)
DATEDIFF[month](3)  (CAST(strftime('%Y', $3) AS INTEGER) - CAST(strftime('%Y', $2) AS INTEGER)) * 12 + CAST(strftime('%m', $3) AS INTEGER) - CAST(strftime('%m', $2) AS INTEGER)
DATEDIFF[year](3)   CAST(strftime('%Y', $3) AS INTEGER) - CAST(strftime('%Y', $2) AS INTEGER)
DATE_DIFF[day](3)   CAST(julianday(date($3)) - julianday(date($2)) AS INTEGER)
DATE_DIFF[month](3) (CAST(strftime('%Y', $3) AS INTEGER) - CAST(strftime('%Y', $2) AS INTEGER)) * 12 + CAST(strftime('%m', $3) AS INTEGER) - CAST(strftime('%m', $2) AS INTEGER)
DATE_DIFF[year](3)  CAST(strftime('%Y', $3) AS INTEGER) - CAST(strftime('%Y', $2) AS INTEGER)
TIMESTAMPDIFF[day](3) CAST(julianday($3) - julianday($2) AS INTEGER)
TIMESTAMPDIFF[month](3) (CAST(strftime('%Y', $3) AS INTEGER) - CAST(strftime('%Y', $2) AS INTEGER)) * 12 + CAST(strftime('%m', $3) AS INTEGER) - CAST(strftime('%m', $2) AS INTEGER) - (strftime('%d %H:%M:%S', $3) < strftime('%d %H:%M:%S', $2))
TIMESTAMPDIFF[year](3) CAST(strftime('%Y', $3) AS INTEGER) - CAST(strftime('%Y', $2) AS INTEGER) - (strftime('%m-%d %H:%M:%S', $3) < strftime('%m-%d %H:%M:%S', $2))
TIMESTAMPDIFF[hour](3) (unixepoch($3) - unixepoch($2)) / 3600
TIMESTAMPDIFF[minute](3) (unixepoch($3) - unixepoch($2)) / 60
TIMESTAMPDIFF[second](3) unixepoch($3) - unixepoch($2)
DATEADD[day](3)     date($3, $2 || ' days')
DATEADD[year](3)    date($3, $2 || ' years')
DATEADD[month](3)   date($3, $2 || ' months')
DATEADD[hour](3)    datetime($3, $2 || ' hours')
DATEADD[minute](3)  datetime($3, $2 || ' minutes')
DATEADD[second](3)  datetime($3, $2 || ' seconds')
DATE_TRUNC[day](2)  date($2)
DATE_TRUNC[month](2) strftime('%Y-%m-01', $2)
DATE_TRUNC[year](2) strftime('%Y-01-01', $2)
DATETRUNC[day](2)   date($2)
DATETRUNC[month](2) strftime('%Y-%m-01', $2)
DATETRUNC[year](2)  strftime('%Y-01-01', $2)
MONTHS_BETWEEN(2)   (julianday($1) - julianday($2)) / 30.4375
AGE(1)              timediff('now', $1)
AGE(2)              timediff($1, $2)
DATE_ADD(2)         date($1, '+1 day')
DATE_SUB(2)         date($1, '-1 day')
ADDDATE(2)          date($1, '+' || $2 || ' days')
ADD_MONTHS(2)       date($1, '+' || $2 || ' months')
DATE_FORMAT(2)      strftime('%Y-%m', $1)
FORMAT_DATE(2)      strftime('%Y-%m', $2)
TO_CHAR(1)          CAST($1 AS TEXT)
TO_CHAR(2)          strftime('%Y-%m-%d', $1)
TO_DATE             date($1)
TO_TIMESTAMP        datetime($1)
STR_TO_DATE(2)      date($1)
PARSE_DATE(2)       date($2)
TO_NUMBER           CAST($1 AS REAL)
DATENAME(2)         strftime('%m', $2)
LAST_DAY(1)         date($1, 'start of month', '+1 month', '-1 day')
EOMONTH(1)          date($1, 'start of month', '+1 month', '-1 day')
MAKE_DATE(3)        format('%04d-%02d-%02d', $1, $2, $3)
DATEFROMPARTS(3)    format('%04d-%02d-%02d', $1, $2, $3)
UNIX_TIMESTAMP(0)   unixepoch('now')
UNIX_TIMESTAMP(1)   unixepoch($1)
FROM_UNIXTIME       datetime($1, 'unixepoch')
MONTHNAME(1)        substr('JanFebMarAprMayJunJulAugSepOctNovDec', 3 * CAST(strftime('%m', $1) AS INTEGER) - 2, 3)
DAYNAME(1)          substr('SunMonTueWedThuFriSat', 3 * CAST(strftime('%w', $1) AS INTEGER) + 1, 3)
NVL(2)              coalesce($1, $2)
NVL2(3)             iif($1 IS NOT NULL, $2, $3)
ISNULL(1)           $1 IS NULL
ISNULL(2)           coalesce($1, $2)
ZEROIFNULL(1)       coalesce($1, 0)
GREATEST            max($1, $2)
LEAST               min($1, $2)
DECODE(3)           CASE $1 WHEN $2 THEN $3 END
DECODE(4)           CASE $1 WHEN $2 THEN $3 ELSE $4 END
CHOOSE(3)           CASE $1 WHEN 1 THEN $2 WHEN 2 THEN $3 END
LEN(1)              length($1)
CHAR_LENGTH(1)      length($1)
CHARACTER_LENGTH(1) length($1)
DATALENGTH(1)       octet_length($1)
CHARINDEX(2)        instr($2, $1)
LOCATE(2)           instr($2, $1)
POSITION            instr($2, $1)
STRPOS(2)           instr($1, $2)
LEFT(2)             substr($1, 1, $2)
RIGHT(2)            substr($1, -$2)
MID(3)              substr($1, $2, $3)
SUBSTRING_INDEX(3)  substr($1, 1, instr($1, $2) - 1)
SPLIT_PART(3)       substr($1, 1, instr($1, $2) - 1)
STARTS_WITH(2)      substr($1, 1, length($2)) = $2
STARTSWITH(2)       substr($1, 1, length($2)) = $2
ENDS_WITH(2)        substr($1, -length($2)) = $2
CONTAINS(2)         instr($1, $2) > 0
UCASE(1)            upper($1)
LCASE(1)            lower($1)
INITCAP(1)          upper(substr($1, 1, 1)) || lower(substr($1, 2))
LPAD(2)             format('%*s', $2, $1)
LPAD(3)             substr(replace(format('%*s', $2, ''), ' ', $3), 1, max($2 - length($1), 0)) || substr($1, 1, $2)
RPAD(2)             format('%-*s', $2, $1)
RPAD(3)             substr($1 || replace(format('%*s', $2, ''), ' ', $3), 1, $2)
REPEAT(2)           replace(format('%*s', $2, ''), ' ', $1)
REPLICATE(2)        replace(format('%*s', $2, ''), ' ', $1)
SPACE(1)            format('%*s', $1, '')
BTRIM(1)            trim($1)
BTRIM(2)            trim($1, $2)
ASCII(1)            unicode($1)
CHR(1)              char($1)
NCHAR(1)            char($1)
LISTAGG(1)          group_concat($1)
LISTAGG(2)          group_concat($1, $2)
ARRAY_AGG(1)        json_group_array($1)
JSON_ARRAYAGG(1)    json_group_array($1)
JSON_AGG(1)         json_group_array($1)
JSONB_AGG(1)        json_group_array($1)
JSON_OBJECTAGG(2)   json_group_object($1, $2)
JSON_VALUE(2)       json_extract($1, $2)
JSON_UNQUOTE(1)     json_extract($1, '$')
COUNT_BIG(1)        count($1)
APPROX_COUNT_DISTINCT(1) count(DISTINCT $1)
COUNT_IF(1)         count(*) FILTER (WHERE $1)
COUNTIF(1)          count(*) FILTER (WHERE $1)
BOOL_AND(1)         min($1)
BOOL_OR(1)          max($1)
EVERY(1)            min($1)
ANY_VALUE(1)        min($1)
VAR_POP(1)          avg($1 * $1) - avg($1) * avg($1)
VARP(1)             avg($1 * $1) - avg($1) * avg($1)
VARIANCE(1)         (sum($1 * $1) - sum($1) * 1.0 * sum($1) / count($1)) / (count($1) - 1)
VAR_SAMP(1)         (sum($1 * $1) - sum($1) * 1.0 * sum($1) / count($1)) / (count($1) - 1)
STDDEV_POP(1)       sqrt(avg($1 * $1) - avg($1) * avg($1))
STDEVP(1)           sqrt(avg($1 * $1) - avg($1) * avg($1))
STD(1)              sqrt(avg($1 * $1) - avg($1) * avg($1))
STDDEV(1)           sqrt((sum($1 * $1) - sum($1) * 1.0 * sum($1) / count($1)) / (count($1) - 1))
STDDEV_SAMP(1)      sqrt((sum($1 * $1) - sum($1) * 1.0 * sum($1) / count($1)) / (count($1) - 1))
STDEV(1)            sqrt((sum($1 * $1) - sum($1) * 1.0 * sum($1) / count($1)) / (count($1) - 1))
TRUNCATE(1)         trunc($1)
TRUNCATE(2)         trunc($1 * power(10, $2)) / power(10, $2)
TRUNC(2)            trunc($1 * power(10, $2)) / power(10, $2)
RAND(0)             abs(random()) / 9223372036854775807.0
NEWID(0)            hex(randomblob(16))
UUID(0)             hex(randomblob(16))
GEN_RANDOM_UUID(0)  hex(randomblob(16))
SQUARE(1)           $1 * $1
DIV(2)              CAST($1 / $2 AS INTEGER)
SAFE_DIVIDE(2)      $1 * 1.0 / nullif($2, 0)
CBRT(1)             power($1, 1.0 / 3)
LOG2(2)             log(2, $1)
ISNUMERIC(1)        typeof($1 + 0) IN ('integer', 'real') AND trim($1, '0123456789.-') = ''
INT(1)              CAST($1 AS INTEGER)
FLOAT(1)            CAST($1 AS REAL)
DOUBLE(1)           CAST($1 AS REAL)
STR(1)              CAST($1 AS TEXT)
CONVERT(2)          CAST($1 AS TEXT)
TRY_CAST            CAST($1 AS TEXT)
TRY_CONVERT(2)      CAST($2 AS TEXT)
SAFE_CAST           CAST($1 AS TEXT)
REGEXP_LIKE(2)      $1 LIKE '%' || $2 || '%'
REGEXP_MATCHES(2)   $1 LIKE '%' || $2 || '%'
REGEXP_CONTAINS(2)  $1 LIKE '%' || $2 || '%'
REGEXP_REPLACE(3)   replace($1, $2, $3)
REGEXP_SUBSTR(2)    iif(instr($1, $2) > 0, $2, NULL)
REGEXP_INSTR(2)     instr($1, $2)
FIND_IN_SET(2)      instr(',' || $2 || ',', ',' || $1 || ',') > 0
FIELD(3)            CASE $1 WHEN $2 THEN 1 WHEN $3 THEN 2 ELSE 0 END
CURRENT_USER(0)     'sqlite'
VERSION(0)          sqlite_version()
TYPE_OF(1)          typeof($1)
PG_TYPEOF(1)        typeof($1)
`;

const PARTS = {
  year: "CAST(strftime('%Y', $2) AS INTEGER)",
  quarter: "(CAST(strftime('%m', $2) AS INTEGER) + 2) / 3",
  month: "CAST(strftime('%m', $2) AS INTEGER)",
  week: "CAST(strftime('%V', $2) AS INTEGER)",
  day: "CAST(strftime('%d', $2) AS INTEGER)",
  hour: "CAST(strftime('%H', $2) AS INTEGER)",
  minute: "CAST(strftime('%M', $2) AS INTEGER)",
  second: "CAST(strftime('%S', $2) AS INTEGER)",
  doy: "CAST(strftime('%j', $2) AS INTEGER)",
  dow: "CAST(strftime('%w', $2) AS INTEGER)",
  isodow: "CAST(strftime('%u', $2) AS INTEGER)",
  weekday: "CAST(strftime('%w', $2) AS INTEGER) + 1",
  epoch: "unixepoch($2)",
};

const OPERATORS: readonly ForeignFunction[] = [
  { kind: "operator", name: "ILIKE", template: "$1 LIKE $2" },
  { kind: "operator", name: "NOT ILIKE", template: "$1 NOT LIKE $2" },
  { kind: "operator", name: "RLIKE", template: "$1 LIKE '%' || $2 || '%'" },
  { kind: "operator", name: "REGEXP", template: "$1 LIKE '%' || $2 || '%'" },
  { kind: "operator", name: "SIMILAR TO", template: "$1 GLOB $2" },
  { kind: "operator", name: "~", template: "$1 GLOB '*' || $2 || '*'" },
  { kind: "operator", name: "~*", template: "$1 LIKE '%' || $2 || '%'" },
  { kind: "operator", name: "<=>", template: "$1 IS $2" },
  { kind: "operator", name: "DIV", template: "CAST($1 / $2 AS INTEGER)" },
  { kind: "operator", name: "MOD", template: "$1 % $2" },
  { kind: "operator", name: "::", template: "CAST($1 AS $2)" },
];

const sqliteForeignFunctions: readonly ForeignFunction[] = [
  ...foreignFunctionTable(TABLE),
  ...foreignDateParts(["EXTRACT", "DATE_PART", "DATEPART"], PARTS),
  ...OPERATORS,
  { kind: "clause", name: "TOP", arity: 1, template: "LIMIT $1" },
  { kind: "clause", name: "FETCH FIRST", arity: 1, template: "LIMIT $1" },
  ...["DATE", "TIMESTAMP", "DATETIME"].map((name) => ({ kind: "literal" as const, name, template: "$1" })),
];

const WIDTHS: Readonly<Record<string, number>> = {
  "%Y": 4,
  "%y": 2,
  "%m": 2,
  "%d": 2,
  "%b": 3,
  "%H": 2,
  "%I": 2,
  "%M": 2,
  "%S": 2,
  "%p": 2,
};
const EPOCHS: Readonly<Record<string, string>> = { "epoch-seconds": "", "epoch-milliseconds": " / 1000" };

/** Year or month of a column as an integer; undefined where the pattern has none. */
function sqliteDatePart(part: "year" | "month", expression: string, form: DateForm): string | undefined {
  const divisor = EPOCHS[form.pattern];
  const letter = part === "year" ? "%Y" : "%m";
  if (divisor !== undefined) {
    return `CAST(strftime('${letter}', ${expression}${divisor}, 'unixepoch') AS INTEGER)`;
  }
  // strftime reads exactly the ISO forms, and gives NULL for cells that are no dates.
  if (form.pattern === "native" || /^%Y-%m-%d([ T]%H:%M(:%S)?)?$/u.test(form.pattern)) {
    return `CAST(strftime('${letter}', ${expression}) AS INTEGER)`;
  }
  return cutOut(part === "year" ? YEAR : MONTH, expression, form.pattern);
}

const YEAR = /^%[Yy]$/u;
const MONTH = /^%(-?m|[bB])$/u;
const DAY = /^%-?d$/u;

/** The days of a text column as `YYYY-MM-DD`; undefined where the pattern is no text of whole days. */
function sqliteSortableDate(expression: string, { pattern }: DateForm): string | undefined {
  if (pattern.startsWith("%Y-%m-%d")) return expression;
  const padded = [/^%Y$/u, /^%m$/u, /^%d$/u].map((code) => cutOut(code, expression, pattern, asText));
  if (padded.every((part) => part !== undefined)) return padded.join(" || '-' || ");
  const parts = [YEAR, MONTH, DAY].map((code) => cutOut(code, expression, pattern));
  if (parts.includes(undefined)) return undefined;
  return `CASE WHEN ${expression} <> '' THEN printf('%04d-%02d-%02d', ${parts.join(", ")}) END`;
}

function asText(code: string, rest: string, skipped: number): string {
  return `substr(${rest}, ${skipped + 1}, ${WIDTHS[code] ?? 2})`;
}

/** Walks to the code that is wanted: past parts of known width by counting, past others by looking for what follows them. */
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
    const width = WIDTHS[part.code];
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
  // A cast reads the digits at the start and leaves the rest, so that a part without padding needs no end.
  return `CAST(${cut(WIDTHS[code] ?? 2)} AS INTEGER)`;
}

/** Words that SQLite does not take as a column, table or alias in every place (tried on the engine; the rest of its keywords may stand bare). */
const RESERVED = new Set(
  `add all alter and as autoincrement between case cast check collate commit constraint create cross current_date
  current_time current_timestamp default deferrable delete distinct drop else escape except exists foreign from full
  group having in index indexed inner insert intersect into is isnull join left limit natural not nothing notnull null
  on or order outer primary raise references returning right select set table then to transaction union unique update
  using values when where window`.split(/\s+/u),
);

/** A name as a statement writes it. */
function sqliteIdentifier(name: string): string {
  if (/^[A-Za-z_][\w$]*$/u.test(name) && !RESERVED.has(name.toLowerCase())) return name;
  // A misspelt word in double quotes would silently be text; in backticks it is an error that can be told.
  return name.includes("`") ? `"${name.replaceAll('"', '""')}"` : `\`${name}\``;
}

/** The planner takes `json_each` for so many rows, whatever it reads. */
const SUPPOSED_ROWS = 25;

/**
 * Values out of `json_each`, kept as a table of their own so that joins can index it. Joining single rows multiplies the number of rows that the
 * planner supposes: without that it reads an unindexed table once for each of ten thousand values.
 */
const sqliteBoundColumn: BoundColumn = {
  commonTable(heading, placeholder, { count }) {
    const factors = Math.max(0, Math.ceil(Math.log(Math.max(1, count)) / Math.log(SUPPOSED_ROWS)) - 1);
    const singles = Array.from({ length: factors }, (_, at) => `, json_each('[0]') AS s${at}`).join("");
    return `${heading} AS MATERIALIZED (SELECT v.value FROM json_each(${placeholder}) AS v${singles})`;
  },
  canHold: () => true,
};

function stringLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** SQLite as `node:sqlite` builds it, with double-quoted words read as text where they name no column. */
export const sqliteDialect: SqlDialect = {
  name: "SQLite",
  lexical: sqliteLexical,
  privacy: sqlitePrivacy,
  sameIdentifier,
  identifier: sqliteIdentifier,
  stringLiteral,
  placeholder: () => "?",
  boundColumn: sqliteBoundColumn,
  inspect: sqliteStatementInfo,
  functions: sqliteFunctions,
  foreignFunctions: sqliteForeignFunctions,
  allowsBareColumns: true,
  comparesAcrossTypes: true,
  quotedWordsMayBeText: true,
  hiddenColumns: ["rowid", "oid", "_rowid_"],
  dividesIntegersToInteger: true,
  nullsSortFirstAscending: true,
  functionsAreCaseInsensitive: true,
  toNumber: (expression) => `CAST(replace(replace(${expression}, ' ', ''), ',', '.') AS REAL)`,
  toText: (expression) => `CAST(${expression} AS TEXT)`,
  castOf: sqliteCast,
  // LIKE ignores the case of ASCII letters by itself; SQLite knows no case of others.
  likeIgnoringCase: (expression, pattern) => `${expression} LIKE ${pattern}`,
  yearOf: (expression, form) => sqliteDatePart("year", expression, form),
  monthOf: (expression, form) => sqliteDatePart("month", expression, form),
  sortableDate: sqliteSortableDate,
  dateLiteral(date, form) {
    const text = dayAsText(date, form.pattern);
    return form.pattern.startsWith("epoch-") ? text : stringLiteral(text);
  },
};

/** Asked millions of times where there are thousands of tables: names that differ in any case are told apart first. */
function sameIdentifier(a: string, b: string): boolean {
  if (a === b) return true;
  const [x, y] = [unquoted(a), unquoted(b)];
  if (x.length !== y.length || x.toLowerCase() !== y.toLowerCase()) return false;
  return asciiLower(x) === asciiLower(y);
}

function unquoted(name: string): string {
  if (!/^["`[]/u.test(name)) return name;
  const match = /^(?:"(.*)"|`(.*)`|\[(.*)\])$/su.exec(name);
  if (match === null) return name;
  return match[1]?.replaceAll('""', '"') ?? match[2]?.replaceAll("``", "`") ?? match[3] ?? name;
}

/** SQLite folds ASCII letters only: `É` and `é` are two names. */
function asciiLower(name: string): string {
  return name.replaceAll(/[A-Z]/gu, (letter) => letter.toLowerCase());
}

/**
 * A value as a type of other dialects, where SQLite's CAST goes by the name of the type alone: `CAST('2024-03-05' AS date)` is the number
 * 2024, and a decimal keeps all its places. Undefined where CAST does it.
 */
function sqliteCast(expression: string, type: string): string | undefined {
  const name = type.trim().toLowerCase();
  if (name === "date") return `date(${expression})`;
  if (/^(?:timestamp|timestamptz|datetime)\b/u.test(name)) return `datetime(${expression})`;
  if (/^(?:time|timetz)\b/u.test(name)) return `time(${expression})`;
  const places = /^(?:numeric|decimal)\s*\(\s*\d+\s*,\s*(\d+)\s*\)$/u.exec(name)?.[1];
  return places === undefined ? undefined : `round(${expression}, ${places})`;
}
