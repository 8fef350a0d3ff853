import { type ForeignFunction, foreignDateParts, foreignFunctionTable } from "../../sql/sql-dialect.ts";

/** `name(arity)` and what does the same in PostgreSQL; without a number for any arity. */
const TABLE = `
YEAR(1)             CAST(EXTRACT(YEAR FROM $1) AS integer)
MONTH(1)            CAST(EXTRACT(MONTH FROM $1) AS integer)
DAY(1)              CAST(EXTRACT(DAY FROM $1) AS integer)
DAYOFMONTH(1)       CAST(EXTRACT(DAY FROM $1) AS integer)
DAYOFYEAR(1)        CAST(EXTRACT(DOY FROM $1) AS integer)
DAYOFWEEK(1)        CAST(EXTRACT(DOW FROM $1) AS integer) + 1
WEEKDAY(1)          CAST(EXTRACT(ISODOW FROM $1) AS integer) - 1
WEEK(1)             CAST(EXTRACT(WEEK FROM $1) AS integer)
WEEKOFYEAR(1)       CAST(EXTRACT(WEEK FROM $1) AS integer)
QUARTER(1)          CAST(EXTRACT(QUARTER FROM $1) AS integer)
HOUR(1)             CAST(EXTRACT(HOUR FROM $1) AS integer)
MINUTE(1)           CAST(EXTRACT(MINUTE FROM $1) AS integer)
SECOND(1)           CAST(EXTRACT(SECOND FROM $1) AS integer)
GETDATE(0)          now()
SYSDATE(0)          now()
CURDATE(0)          current_date
TODAY(0)            current_date
CURTIME(0)          current_time
DATETIME(1)         CAST($1 AS timestamp)
DATETIME(2)         CAST($1 AS timestamp)
TIME(1)             CAST($1 AS time)
STRFTIME(1)         to_char(now(), $1)
STRFTIME(2)         to_char(CAST($2 AS timestamp), 'YYYY')
JULIANDAY(1)        EXTRACT(JULIAN FROM CAST($1 AS timestamp))
UNIXEPOCH(0)        CAST(EXTRACT(EPOCH FROM now()) AS bigint)
UNIXEPOCH(1)        CAST(EXTRACT(EPOCH FROM $1) AS bigint)
TIMEDIFF(2)         age($1, $2)
DATEDIFF(2)         CAST($1 AS date) - CAST($2 AS date)
DATE_DIFF(2)        CAST($1 AS date) - CAST($2 AS date)
DATEDIFF[day](3)    CAST($3 AS date) - CAST($2 AS date)
DATEDIFF[month](3)  (EXTRACT(YEAR FROM CAST($3 AS date)) - EXTRACT(YEAR FROM CAST($2 AS date))) * 12 + EXTRACT(MONTH FROM CAST($3 AS date)) - EXTRACT(MONTH FROM CAST($2 AS date))
DATEDIFF[year](3)   EXTRACT(YEAR FROM CAST($3 AS date)) - EXTRACT(YEAR FROM CAST($2 AS date))
DATE_DIFF[day](3)   CAST($3 AS date) - CAST($2 AS date)
DATE_DIFF[month](3) (EXTRACT(YEAR FROM CAST($3 AS date)) - EXTRACT(YEAR FROM CAST($2 AS date))) * 12 + EXTRACT(MONTH FROM CAST($3 AS date)) - EXTRACT(MONTH FROM CAST($2 AS date))
DATE_DIFF[year](3)  EXTRACT(YEAR FROM CAST($3 AS date)) - EXTRACT(YEAR FROM CAST($2 AS date))
TIMESTAMPDIFF[day](3) CAST($3 AS date) - CAST($2 AS date)
TIMESTAMPDIFF[month](3) EXTRACT(YEAR FROM age(CAST($3 AS timestamp), CAST($2 AS timestamp))) * 12 + EXTRACT(MONTH FROM age(CAST($3 AS timestamp), CAST($2 AS timestamp)))
TIMESTAMPDIFF[year](3) EXTRACT(YEAR FROM age(CAST($3 AS timestamp), CAST($2 AS timestamp)))
TIMESTAMPDIFF[hour](3) trunc(EXTRACT(EPOCH FROM CAST($3 AS timestamp) - CAST($2 AS timestamp)) / 3600)
TIMESTAMPDIFF[minute](3) trunc(EXTRACT(EPOCH FROM CAST($3 AS timestamp) - CAST($2 AS timestamp)) / 60)
TIMESTAMPDIFF[second](3) trunc(EXTRACT(EPOCH FROM CAST($3 AS timestamp) - CAST($2 AS timestamp)))
DATEADD[day](3)     $3 + $2 * INTERVAL '1 day'
DATEADD[year](3)    $3 + $2 * INTERVAL '1 year'
DATEADD[month](3)   $3 + $2 * INTERVAL '1 month'
DATEADD[week](3)    $3 + $2 * INTERVAL '1 week'
DATEADD[hour](3)    $3 + $2 * INTERVAL '1 hour'
DATEADD[minute](3)  $3 + $2 * INTERVAL '1 minute'
DATEADD[second](3)  $3 + $2 * INTERVAL '1 second'
DATETRUNC[day](2)   date_trunc('day', $2)
DATETRUNC[year](2)  date_trunc('year', $2)
DATETRUNC[quarter](2) date_trunc('quarter', $2)
DATETRUNC[month](2) date_trunc('month', $2)
DATETRUNC[week](2)  date_trunc('week', $2)
MONTHS_BETWEEN(2)   EXTRACT(YEAR FROM age($1, $2)) * 12 + EXTRACT(MONTH FROM age($1, $2))
DATE_ADD(2)         $1 + INTERVAL '1 day'
DATE_SUB(2)         $1 - INTERVAL '1 day'
ADDDATE(2)          $1 + $2 * INTERVAL '1 day'
ADD_MONTHS(2)       $1 + $2 * INTERVAL '1 month'
DATE_FORMAT(2)      to_char(CAST($1 AS timestamp), 'YYYY-MM')
FORMAT_DATE(2)      to_char(CAST($2 AS timestamp), 'YYYY-MM')
TO_CHAR(1)          CAST($1 AS text)
TO_DATE(1)          CAST($1 AS date)
STR_TO_DATE(2)      to_date($1, 'YYYY-MM-DD')
PARSE_DATE(2)       to_date($2, 'YYYY-MM-DD')
TO_NUMBER(1)        CAST($1 AS numeric)
DATENAME(2)         to_char($2, 'FMMonth')
LAST_DAY(1)         CAST(date_trunc('month', $1) + INTERVAL '1 month - 1 day' AS date)
EOMONTH(1)          CAST(date_trunc('month', $1) + INTERVAL '1 month - 1 day' AS date)
DATEFROMPARTS(3)    make_date($1, $2, $3)
UNIX_TIMESTAMP(0)   CAST(EXTRACT(EPOCH FROM now()) AS bigint)
UNIX_TIMESTAMP(1)   CAST(EXTRACT(EPOCH FROM $1) AS bigint)
FROM_UNIXTIME       to_timestamp($1)
MONTHNAME(1)        to_char($1, 'FMMonth')
DAYNAME(1)          to_char($1, 'FMDay')
NVL(2)              coalesce($1, $2)
IFNULL(2)           coalesce($1, $2)
NVL2(3)             CASE WHEN $1 IS NOT NULL THEN $2 ELSE $3 END
ISNULL(1)           $1 IS NULL
ISNULL(2)           coalesce($1, $2)
ZEROIFNULL(1)       coalesce($1, 0)
IF(3)               CASE WHEN $1 THEN $2 ELSE $3 END
IIF(2)              CASE WHEN $1 THEN $2 END
IIF(3)              CASE WHEN $1 THEN $2 ELSE $3 END
DECODE(3)           CASE $1 WHEN $2 THEN $3 END
DECODE(4)           CASE $1 WHEN $2 THEN $3 ELSE $4 END
CHOOSE(3)           CASE $1 WHEN 1 THEN $2 WHEN 2 THEN $3 END
LEN(1)              length($1)
DATALENGTH(1)       octet_length($1)
INSTR(2)            strpos($1, $2)
CHARINDEX(2)        strpos($2, $1)
LOCATE(2)           strpos($2, $1)
POSITION(2)         strpos($2, $1)
MID(3)              substr($1, $2, $3)
SUBSTRING_INDEX(3)  split_part($1, $2, 1)
STARTSWITH(2)       starts_with($1, $2)
ENDS_WITH(2)        right($1, length($2)) = $2
CONTAINS(2)         strpos($1, $2) > 0
UCASE(1)            upper($1)
LCASE(1)            lower($1)
REPLICATE(2)        repeat($1, $2)
SPACE(1)            repeat(' ', $1)
UNICODE(1)          ascii($1)
CHAR(1)             chr($1)
NCHAR(1)            chr($1)
HEX(1)              upper(encode(convert_to($1, 'UTF8'), 'hex'))
UNHEX(1)            decode($1, 'hex')
PRINTF(2)           to_char($2, 'FM999999999990.00')
QUOTE(1)            quote_nullable($1)
GROUP_CONCAT(1)     string_agg(CAST($1 AS text), ',')
GROUP_CONCAT(2)     string_agg(CAST($1 AS text), $2)
STRING_AGG(1)       string_agg(CAST($1 AS text), ',')
LISTAGG(1)          string_agg(CAST($1 AS text), '')
LISTAGG(2)          string_agg(CAST($1 AS text), $2)
TOTAL(1)            coalesce(sum($1), 0)
JSON_GROUP_ARRAY(1) json_agg($1)
JSON_ARRAYAGG(1)    json_agg($1)
JSON_GROUP_OBJECT(2) json_object_agg($1, $2)
JSON_OBJECTAGG(2)   json_object_agg($1, $2)
JSON_EXTRACT(2)     jsonb_path_query_first(CAST($1 AS jsonb), $2)
JSON_VALUE(2)       jsonb_path_query_first(CAST($1 AS jsonb), $2) #>> '{}'
JSON_UNQUOTE(1)     CAST($1 AS json) #>> '{}'
COUNT_BIG(1)        count($1)
APPROX_COUNT_DISTINCT(1) count(DISTINCT $1)
COUNT_IF(1)         count(*) FILTER (WHERE $1)
COUNTIF(1)          count(*) FILTER (WHERE $1)
MEDIAN(1)           percentile_cont(0.5) WITHIN GROUP (ORDER BY $1)
VARP(1)             var_pop($1)
STDEV(1)            stddev_samp($1)
STDEVP(1)           stddev_pop($1)
STD(1)              stddev_pop($1)
TRUNCATE(1)         trunc($1)
TRUNCATE(2)         trunc(CAST($1 AS numeric), $2)
LOG2(1)             log(2, CAST($1 AS numeric))
RAND(0)             random()
NEWID(0)            gen_random_uuid()
UUID(0)             gen_random_uuid()
SQUARE(1)           $1 * $1
SAFE_DIVIDE(2)      $1 / nullif($2, 0)
ISNUMERIC(1)        CAST($1 AS text) ~ '^[-+]?[0-9]*[.]?[0-9]+$'
TYPEOF(1)           pg_typeof($1)
INT(1)              CAST($1 AS integer)
FLOAT(1)            CAST($1 AS double precision)
DOUBLE(1)           CAST($1 AS double precision)
STR(1)              CAST($1 AS text)
CONVERT(2)          CAST($1 AS text)
TRY_CAST            CAST($1 AS text)
TRY_CONVERT(2)      CAST($2 AS text)
SAFE_CAST           CAST($1 AS text)
GLOB(2)             $2 LIKE replace(replace($1, '*', '%'), '?', '_')
REGEXP_CONTAINS(2)  $1 ~ $2
REGEXP_EXTRACT(2)   substring($1 FROM $2)
FIND_IN_SET(2)      array_position(string_to_array($2, ','), $1)
FIELD(3)            CASE $1 WHEN $2 THEN 1 WHEN $3 THEN 2 ELSE 0 END
SQLITE_VERSION(0)   version()
`;

const PARTS = {
  year: "CAST(EXTRACT(YEAR FROM $2) AS integer)",
  quarter: "CAST(EXTRACT(QUARTER FROM $2) AS integer)",
  month: "CAST(EXTRACT(MONTH FROM $2) AS integer)",
  week: "CAST(EXTRACT(WEEK FROM $2) AS integer)",
  day: "CAST(EXTRACT(DAY FROM $2) AS integer)",
  hour: "CAST(EXTRACT(HOUR FROM $2) AS integer)",
  minute: "CAST(EXTRACT(MINUTE FROM $2) AS integer)",
  second: "CAST(EXTRACT(SECOND FROM $2) AS integer)",
  doy: "CAST(EXTRACT(DOY FROM $2) AS integer)",
  weekday: "CAST(EXTRACT(DOW FROM $2) AS integer) + 1",
};

const OPERATORS: readonly ForeignFunction[] = [
  { kind: "operator", name: "RLIKE", template: "$1 ~ $2" },
  { kind: "operator", name: "REGEXP", template: "$1 ~ $2" },
  { kind: "operator", name: "NOT REGEXP", template: "$1 !~ $2" },
  { kind: "operator", name: "GLOB", template: "$1 LIKE $2" },
  { kind: "operator", name: "<=>", template: "$1 IS NOT DISTINCT FROM $2" },
  { kind: "operator", name: "==", template: "$1 = $2" },
  { kind: "operator", name: "DIV", template: "div(CAST($1 AS numeric), $2)" },
  { kind: "operator", name: "MOD", template: "$1 % $2" },
];

export const postgresForeignFunctions: readonly ForeignFunction[] = [
  ...foreignFunctionTable(TABLE),
  ...foreignDateParts(["DATEPART"], PARTS),
  ...OPERATORS,
  { kind: "clause", name: "TOP", arity: 1, template: "LIMIT $1" },
  { kind: "clause", name: "LIMIT a, b", arity: 2, template: "LIMIT $2 OFFSET $1" },
  { kind: "literal", name: "DATETIME", template: "TIMESTAMP $1" },
];
