import { type ForeignFunction, foreignDateParts, foreignFunctionTable } from "../../sql/sql-dialect.ts";

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

export const sqliteForeignFunctions: readonly ForeignFunction[] = [
  ...foreignFunctionTable(TABLE),
  ...foreignDateParts(["EXTRACT", "DATE_PART", "DATEPART"], PARTS),
  ...OPERATORS,
  { kind: "clause", name: "TOP", arity: 1, template: "LIMIT $1" },
  { kind: "clause", name: "FETCH FIRST", arity: 1, template: "LIMIT $1" },
  ...["DATE", "TIMESTAMP", "DATETIME"].map((name) => ({ kind: "literal" as const, name, template: "$1" })),
];
