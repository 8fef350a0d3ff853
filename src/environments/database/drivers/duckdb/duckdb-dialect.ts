import { dayAsText, patternParts } from "../../sql/date-pattern-text.ts";
import {
  type BoundColumn,
  type BoundType,
  type DateForm,
  type ForeignFunction,
  foreignDateParts,
  foreignFunctionTable,
  type SqlDialect,
} from "../../sql/sql-dialect.ts";
import { duckdbLexical } from "./duckdb-lexical.ts";
import { duckdbPrivacy } from "./duckdb-privacy.ts";
import { isRefusedFunction } from "./duckdb-refused-functions.ts";
import { duckdbStatementInfo } from "./duckdb-statement-info.ts";
import type { FunctionKind } from "./duckdb-worker-messages.ts";

/** `name(arity)` and what does the same in DuckDB; without a number for any arity. */
const TABLE = `
DAYOFWEEK(1)        dayofweek($1) + 1
WEEKDAY(1)          isodow($1) - 1
GETDATE(0)          now()
SYSDATE(0)          now()
CURDATE(0)          current_date
CURTIME(0)          current_time
DATETIME(1)         CAST($1 AS TIMESTAMP)
DATETIME(2)         CAST($1 AS TIMESTAMP)
TIME(1)             CAST($1 AS TIME)
DATE(1)             CAST($1 AS DATE)
JULIANDAY(1)        julian(CAST($1 AS TIMESTAMP))
UNIXEPOCH(0)        CAST(epoch(now()) AS BIGINT)
UNIXEPOCH(1)        CAST(epoch($1) AS BIGINT)
TIMEDIFF(2)         age($1, $2)
DATEDIFF(2)         date_diff('day', CAST($2 AS DATE), CAST($1 AS DATE))
DATE_DIFF(2)        date_diff('day', CAST($2 AS DATE), CAST($1 AS DATE))
DATEDIFF[day](3)    date_diff('day', CAST($2 AS DATE), CAST($3 AS DATE))
DATEDIFF[year](3)   date_diff('year', CAST($2 AS DATE), CAST($3 AS DATE))
DATEDIFF[quarter](3) date_diff('quarter', CAST($2 AS DATE), CAST($3 AS DATE))
DATEDIFF[month](3)  date_diff('month', CAST($2 AS DATE), CAST($3 AS DATE))
DATEDIFF[week](3)   date_diff('week', CAST($2 AS DATE), CAST($3 AS DATE))
DATEDIFF[hour](3)   date_diff('hour', CAST($2 AS TIMESTAMP), CAST($3 AS TIMESTAMP))
DATEDIFF[minute](3) date_diff('minute', CAST($2 AS TIMESTAMP), CAST($3 AS TIMESTAMP))
DATEDIFF[second](3) date_diff('second', CAST($2 AS TIMESTAMP), CAST($3 AS TIMESTAMP))
TIMESTAMPDIFF[day](3) date_sub('day', CAST($2 AS TIMESTAMP), CAST($3 AS TIMESTAMP))
TIMESTAMPDIFF[year](3) date_sub('year', CAST($2 AS TIMESTAMP), CAST($3 AS TIMESTAMP))
TIMESTAMPDIFF[quarter](3) date_sub('quarter', CAST($2 AS TIMESTAMP), CAST($3 AS TIMESTAMP))
TIMESTAMPDIFF[month](3) date_sub('month', CAST($2 AS TIMESTAMP), CAST($3 AS TIMESTAMP))
TIMESTAMPDIFF[week](3) date_sub('week', CAST($2 AS TIMESTAMP), CAST($3 AS TIMESTAMP))
TIMESTAMPDIFF[hour](3) date_sub('hour', CAST($2 AS TIMESTAMP), CAST($3 AS TIMESTAMP))
TIMESTAMPDIFF[minute](3) date_sub('minute', CAST($2 AS TIMESTAMP), CAST($3 AS TIMESTAMP))
TIMESTAMPDIFF[second](3) date_sub('second', CAST($2 AS TIMESTAMP), CAST($3 AS TIMESTAMP))
DATEADD[day](3)     $3 + to_days($2)
DATEADD[year](3)    $3 + to_years($2)
DATEADD[month](3)   $3 + to_months($2)
DATEADD[week](3)    $3 + to_weeks($2)
DATEADD[hour](3)    $3 + to_hours($2)
DATEADD[minute](3)  $3 + to_minutes($2)
DATEADD[second](3)  $3 + to_seconds($2)
DATETRUNC[day](2)   date_trunc('day', $2)
DATETRUNC[year](2)  date_trunc('year', $2)
DATETRUNC[quarter](2) date_trunc('quarter', $2)
DATETRUNC[month](2) date_trunc('month', $2)
DATETRUNC[week](2)  date_trunc('week', $2)
MONTHS_BETWEEN(2)   date_diff('month', CAST($2 AS DATE), CAST($1 AS DATE))
DATE_SUB(2)         $1 - INTERVAL 1 DAY
ADDDATE(2)          $1 + to_days($2)
ADD_MONTHS(2)       $1 + to_months($2)
DATE_FORMAT(2)      strftime($1, '%Y-%m')
FORMAT_DATE(2)      strftime($2, '%Y-%m')
TO_CHAR(1)          CAST($1 AS VARCHAR)
TO_CHAR(2)          strftime($1, '%Y-%m-%d')
TO_DATE(1)          CAST($1 AS DATE)
TO_DATE(2)          CAST(strptime($1, '%Y-%m-%d') AS DATE)
STR_TO_DATE(2)      CAST(strptime($1, '%Y-%m-%d') AS DATE)
PARSE_DATE(2)       CAST(strptime($2, '%Y-%m-%d') AS DATE)
TO_NUMBER           CAST($1 AS DOUBLE)
DATENAME(2)         monthname($2)
EOMONTH(1)          last_day($1)
DATEFROMPARTS(3)    make_date($1, $2, $3)
UNIX_TIMESTAMP(0)   CAST(epoch(now()) AS BIGINT)
UNIX_TIMESTAMP(1)   CAST(epoch($1) AS BIGINT)
FROM_UNIXTIME       make_timestamp(CAST($1 AS BIGINT) * 1000000)
NVL(2)              coalesce($1, $2)
NVL2(3)             if($1 IS NOT NULL, $2, $3)
ISNULL(1)           $1 IS NULL
ISNULL(2)           coalesce($1, $2)
ZEROIFNULL(1)       coalesce($1, 0)
IIF(2)              if($1, $2, NULL)
IIF(3)              if($1, $2, $3)
DECODE(3)           CASE $1 WHEN $2 THEN $3 END
DECODE(4)           CASE $1 WHEN $2 THEN $3 ELSE $4 END
CHOOSE(3)           CASE $1 WHEN 1 THEN $2 WHEN 2 THEN $3 END
DATALENGTH(1)       octet_length(encode($1))
CHARINDEX(2)        instr($2, $1)
LOCATE(2)           instr($2, $1)
MID(3)              substr($1, $2, $3)
SUBSTRING_INDEX(3)  split_part($1, $2, 1)
STARTSWITH(2)       starts_with($1, $2)
ENDSWITH(2)         ends_with($1, $2)
INITCAP(1)          upper($1[1]) || lower($1[2:])
REPLICATE(2)        repeat($1, $2)
SPACE(1)            repeat(' ', $1)
BTRIM(1)            trim($1)
BTRIM(2)            trim($1, $2)
CHAR(1)             chr($1)
NCHAR(1)            chr($1)
QUOTE(1)            '''' || replace($1, '''', '''''') || ''''
JSON_GROUP_ARRAY(1) json_group_array($1)
JSON_ARRAYAGG(1)    json_group_array($1)
JSON_AGG(1)         json_group_array($1)
JSONB_AGG(1)        json_group_array($1)
JSON_OBJECTAGG(2)   json_group_object($1, $2)
JSON_UNQUOTE(1)     json_extract_string($1, '$')
COUNT_BIG(1)        count($1)
TOTAL(1)            coalesce(sum($1), 0)
EVERY(1)            bool_and($1)
VARP(1)             var_pop($1)
STDEV(1)            stddev_samp($1)
STDEVP(1)           stddev_pop($1)
STD(1)              stddev_pop($1)
TRUNCATE(1)         trunc($1)
TRUNCATE(2)         trunc($1 * power(10, $2)) / power(10, $2)
LOG2(2)             log(2, $1)
RAND(0)             random()
NEWID(0)            uuid()
SQUARE(1)           $1 * $1
DIV(2)              $1 // $2
SAFE_DIVIDE(2)      $1 / nullif($2, 0)
ISNUMERIC(1)        TRY_CAST($1 AS DOUBLE) IS NOT NULL
PG_TYPEOF(1)        typeof($1)
INT(1)              CAST($1 AS INTEGER)
FLOAT(1)            CAST($1 AS DOUBLE)
DOUBLE(1)           CAST($1 AS DOUBLE)
STR(1)              CAST($1 AS VARCHAR)
CONVERT(2)          CAST($1 AS VARCHAR)
TRY_CONVERT(2)      TRY_CAST($2 AS VARCHAR)
SAFE_CAST           TRY_CAST($1 AS VARCHAR)
REGEXP_LIKE(2)      regexp_matches($1, $2)
REGEXP_CONTAINS(2)  regexp_matches($1, $2)
REGEXP_SUBSTR(2)    regexp_extract($1, $2)
FIND_IN_SET(2)      list_position(string_split($2, ','), $1)
FIELD(3)            CASE $1 WHEN $2 THEN 1 WHEN $3 THEN 2 ELSE 0 END
SQLITE_VERSION(0)   version()
`;

const PARTS = {
  year: "year($2)",
  quarter: "quarter($2)",
  month: "month($2)",
  week: "week($2)",
  day: "day($2)",
  hour: "hour($2)",
  minute: "minute($2)",
  second: "second($2)",
  doy: "dayofyear($2)",
  weekday: "dayofweek($2) + 1",
  dow: "dayofweek($2)",
  isodow: "isodow($2)",
  epoch: "epoch($2)",
};

const OPERATORS: readonly ForeignFunction[] = [
  { kind: "operator", name: "RLIKE", template: "regexp_matches($1, $2)" },
  { kind: "operator", name: "REGEXP", template: "regexp_matches($1, $2)" },
  { kind: "operator", name: "NOT REGEXP", template: "NOT regexp_matches($1, $2)" },
  { kind: "operator", name: "<=>", template: "$1 IS NOT DISTINCT FROM $2" },
  { kind: "operator", name: "DIV", template: "$1 // $2" },
  { kind: "operator", name: "MOD", template: "$1 % $2" },
];

const duckdbForeignFunctions: readonly ForeignFunction[] = [
  ...foreignFunctionTable(TABLE),
  ...foreignDateParts(["DATEPART"], PARTS),
  ...OPERATORS,
  { kind: "clause", name: "TOP", arity: 1, template: "LIMIT $1" },
  { kind: "clause", name: "LIMIT a, b", arity: 2, template: "LIMIT $2 OFFSET $1" },
];

const CODES = new Set(
  "%Y %y %m %-m %d %-d %b %B %H %-H %I %-I %M %-M %S %-S %p %f %a %A %j %z %Z".split(" "),
);
const EPOCHS: Readonly<Record<string, (expression: string) => string>> = {
  "epoch-seconds": (expression) => `make_timestamp(CAST(${expression} AS BIGINT) * 1000000)`,
  "epoch-milliseconds": (expression) => `make_timestamp(CAST(${expression} AS BIGINT) * 1000)`,
};

/** Year or month of a column as an integer; undefined where the pattern has none. */
function duckdbDatePart(part: "year" | "month", expression: string, form: DateForm): string | undefined {
  const date = asTimestamp(part, expression, form.pattern);
  return date === undefined ? undefined : `CAST(${part}(${date}) AS INTEGER)`;
}

/** The days of a text column as dates; undefined where the pattern is no text of whole days. */
function duckdbSortableDate(expression: string, { pattern }: DateForm): string | undefined {
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

/** What the grammar has and the catalog does not. */
const SPECIAL: Readonly<Record<"scalar" | "aggregate" | "window" | "table", string>> = {
  scalar: `array cast coalesce collate columns current_date current_time current_timestamp exists extract grouping
    grouping_id if ifnull localtime localtimestamp map nullif overlay position row struct substring trim try try_cast
    unpack`,
  aggregate: "percentile_cont percentile_disc",
  window: `cume_dist dense_rank fill first_value lag last_value lead nth_value ntile percent_rank rank rank_dense
    row_number`,
  table: "unnest",
};

function duckdbFunctions(
  own: readonly (readonly [name: string, kind: FunctionKind])[],
): SqlDialect["functions"] {
  const special = (Object.keys(SPECIAL) as (keyof typeof SPECIAL)[]).flatMap((kind) =>
    SPECIAL[kind].split(/\s+/u).map((name) => [name, kind] as const),
  );
  return new Map([...own, ...special]);
}

const TYPES: Readonly<Record<BoundType, string>> = {
  text: "VARCHAR",
  integer: "HUGEINT",
  decimal: "DOUBLE",
  date: "DATE",
  datetime: "TIMESTAMP",
};

/** Values out of a JSON array, cast to the type with which columns of their kind compare. */
const duckdbBoundColumn: BoundColumn = {
  commonTable: (heading, placeholder, { type }) =>
    `${heading} AS MATERIALIZED (SELECT CAST(v.v AS ${TYPES[type]}) FROM (SELECT unnest(from_json(CAST(${placeholder} AS JSON), '["VARCHAR"]')) AS v) AS v)`,
  canHold: (text) => text.isWellFormed(),
};

/** Every keyword that is not free as a name in all places (`duckdb_keywords()`: all but the unreserved). */
const RESERVED = new Set(
  `all analyse analyze and anti any array as asc asof asymmetric at authorization between bigint binary bit boolean both
  by case cast char character check coalesce collate collation column columns concurrently constraint create cross dec
  decimal default deferrable desc describe distinct do else end except exists extract false fetch float for foreign
  freeze from full generated glob grant group grouping grouping_id having ilike in initially inner inout int integer
  intersect interval into is isnull join lambda lateral leading left like limit map national natural nchar none not
  notnull null nullif numeric offset on only or order out outer overlaps overlay pivot pivot_longer pivot_wider placing
  position positional precision primary qualify real references returning right row select semi setof show similar
  smallint some struct substring summarize symmetric table tablesample then time timestamp to trailing treat trim true
  try_cast union unique unpack unpivot using values varchar variadic verbose when where window with xmlattributes
  xmlconcat xmlelement xmlexists xmlforest xmlnamespaces xmlparse xmlpi xmlroot xmlserialize xmltable`.split(
    /\s+/u,
  ),
);

/** DuckDB; `functions` are those of the engine and of the database. */
export function duckdbDialect(
  functions: readonly (readonly [name: string, kind: FunctionKind])[],
): SqlDialect {
  return {
    name: "DuckDB",
    lexical: duckdbLexical,
    privacy: duckdbPrivacy,
    sameIdentifier: (a, b) => a === b || folded(a) === folded(b),
    identifier(name) {
      if (/^[A-Za-z_][A-Za-z0-9_]*$/u.test(name) && !RESERVED.has(name.toLowerCase())) return name;
      return `"${name.replaceAll('"', '""')}"`;
    },
    stringLiteral: (text) => `'${text.replaceAll("'", "''")}'`,
    placeholder: (n) => `$${n}`,
    boundColumn: duckdbBoundColumn,
    inspect: (sql) => duckdbStatementInfo(sql),
    functions: duckdbFunctions(functions),
    mayCall: (name) => !isRefusedFunction(name),
    joinsNeedCondition: "all",
    foreignFunctions: duckdbForeignFunctions,
    allowsBareColumns: false,
    comparesAcrossTypes: false,
    quotedWordsMayBeText: false,
    hiddenColumns: ["rowid"],
    dividesIntegersToInteger: false,
    nullsSortFirstAscending: false,
    functionsAreCaseInsensitive: true,
    toNumber: (expression) => `TRY_CAST(replace(replace(${expression}, ' ', ''), ',', '.') AS DOUBLE)`,
    toText: (expression) => `CAST(${expression} AS VARCHAR)`,
    likeIgnoringCase: (expression, pattern) => `${expression} ILIKE ${pattern}`,
    yearOf: (expression, form) => duckdbDatePart("year", expression, form),
    monthOf: (expression, form) => duckdbDatePart("month", expression, form),
    sortableDate: duckdbSortableDate,
    dateLiteral(date, form) {
      const text = dayAsText(date, form.pattern);
      if (form.pattern.startsWith("epoch-")) return text;
      return form.pattern === "native" ? `DATE '${text}'` : `'${text.replaceAll("'", "''")}'`;
    },
  };
}

/** Names keep the case in which they were given, and are found in any. */
function folded(name: string): string {
  const plain = /^".*"$/su.test(name) ? name.slice(1, -1).replaceAll('""', '"') : name;
  return plain.toLowerCase();
}
