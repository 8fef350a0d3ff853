/*
 * Functions of other dialects with their equivalents: lines of `NAME|OTHER_NAME(arity) template`; without a number for any arity.
 * `NAME[month,year](3)` is for calls whose first argument is such a unit of time, bare or quoted; `{unit}` is that unit.
 */

/** For every engine without a function of that name; words in braces are the engine's own (`ENGINE_WORDS`). */
export const EVERYWHERE = `
NVL|ISNULL|IFNULL(2)  coalesce($1, $2)
ISNULL(1)             $1 IS NULL
IF|IIF(3)             CASE WHEN $1 THEN $2 ELSE $3 END
IIF(2)                CASE WHEN $1 THEN $2 END
NOW|GETDATE|SYSDATE(0) {now}
CURDATE|TODAY(0)      {today}
LEN|CHAR_LENGTH(1) {length}($1)
UCASE(1)              upper($1)
LCASE(1)              lower($1)
MID(3)                substr($1, $2, $3)
CHARINDEX|LOCATE|POSITION(2) {find}($2, $1)
STRPOS|INSTR(2)       {find}($1, $2)
CONTAINS(2)           {find}($1, $2) > 0
STARTSWITH|STARTS_WITH(2) substr($1, 1, {length}($2)) = $2
ENDSWITH|ENDS_WITH(2) substr($1, {length}($1) - {length}($2) + 1) = $2
COUNT_IF|COUNTIF(1)   sum(CASE WHEN $1 THEN 1 ELSE 0 END)
COUNT_BIG(1)          count($1)
SAFE_DIVIDE(2)        $1 * 1.0 / nullif($2, 0)
TO_NUMBER(1)          CAST($1 AS {number})
TO_CHAR(1)        CAST($1 AS {text})
CONVERT(2)            CAST($1 AS {text})
TRY_CAST|SAFE_CAST    CAST($1 AS {text})
TRY_CONVERT(2)        CAST($2 AS {text})
`;

/** The words in braces, in the order of `ENGINE_WORDS`. */
export const WORDS = ["now", "today", "length", "find", "number", "text"] as const;
export const ENGINE_WORDS = {
  sqlite: ["datetime('now')", "date('now')", "length", "instr", "REAL", "TEXT"],
  duckdb: ["now()", "current_date", "length", "instr", "DOUBLE", "VARCHAR"],
  postgres: ["now()", "current_date", "length", "strpos", "numeric", "text"],
  mysql: ["NOW()", "CURDATE()", "CHAR_LENGTH", "INSTR", "DECIMAL(65, 10)", "CHAR"],
} as const;

export type Engine = keyof typeof ENGINE_WORDS;

const sqliteMonths =
  "(CAST(strftime('%Y', $3) AS INTEGER) - CAST(strftime('%Y', $2) AS INTEGER)) * 12 + CAST(strftime('%m', $3) AS INTEGER) - CAST(strftime('%m', $2) AS INTEGER)";
const sqliteVariance = "(sum($1 * $1) - sum($1) * 1.0 * sum($1) / count($1)) / (count($1) - 1)";
const postgresMonths =
  "(EXTRACT(YEAR FROM CAST($3 AS date)) - EXTRACT(YEAR FROM CAST($2 AS date))) * 12 + EXTRACT(MONTH FROM CAST($3 AS date)) - EXTRACT(MONTH FROM CAST($2 AS date))";

/** Functions for one engine, which take precedence over `EVERYWHERE`. */
export const OWN: Readonly<Record<Engine, string>> = {
  // Dates are ISO texts.
  sqlite: `
DATEDIFF|DATE_DIFF(2) CAST(julianday(date($1)) - julianday(date($2)) AS INTEGER)
DATEDIFF|DATE_DIFF[day](3) CAST(julianday(date($3)) - julianday(date($2)) AS INTEGER)
DATEDIFF|DATE_DIFF[month](3) ${sqliteMonths}
DATEDIFF|DATE_DIFF[year](3) CAST(strftime('%Y', $3) AS INTEGER) - CAST(strftime('%Y', $2) AS INTEGER)
TIMESTAMPDIFF[day](3) CAST(julianday($3) - julianday($2) AS INTEGER)
TIMESTAMPDIFF[month](3) ${sqliteMonths} - (strftime('%d %H:%M:%S', $3) < strftime('%d %H:%M:%S', $2))
TIMESTAMPDIFF[year](3) CAST(strftime('%Y', $3) AS INTEGER) - CAST(strftime('%Y', $2) AS INTEGER) - (strftime('%m-%d %H:%M:%S', $3) < strftime('%m-%d %H:%M:%S', $2))
TIMESTAMPDIFF[hour](3) (unixepoch($3) - unixepoch($2)) / 3600
TIMESTAMPDIFF[minute](3) (unixepoch($3) - unixepoch($2)) / 60
TIMESTAMPDIFF[second](3) unixepoch($3) - unixepoch($2)
DATEADD[day,month,year](3) date($3, $2 || ' {unit}s')
DATEADD[hour,minute,second](3) datetime($3, $2 || ' {unit}s')
DATE_TRUNC|DATETRUNC[day](2) date($2)
DATE_TRUNC|DATETRUNC[month](2) strftime('%Y-%m-01', $2)
DATE_TRUNC|DATETRUNC[year](2) strftime('%Y-01-01', $2)
AGE(1)                timediff('now', $1)
AGE(2)                timediff($1, $2)
DATE_ADD(2)           date($1, '+1 day')
DATE_SUB(2)           date($1, '-1 day')
DATE_FORMAT(2)        strftime('%Y-%m', $1)
TO_CHAR(2)            strftime('%Y-%m-%d', $1)
TO_DATE               date($1)
TO_TIMESTAMP          datetime($1)
STR_TO_DATE(2)        date($1)
LAST_DAY|EOMONTH(1)   date($1, 'start of month', '+1 month', '-1 day')
MAKE_DATE|DATEFROMPARTS(3) format('%04d-%02d-%02d', $1, $2, $3)
UNIX_TIMESTAMP(0)     unixepoch('now')
FROM_UNIXTIME         datetime($1, 'unixepoch')
MONTHNAME(1)          substr('JanFebMarAprMayJunJulAugSepOctNovDec', 3 * CAST(strftime('%m', $1) AS INTEGER) - 2, 3)
DAYNAME(1)            substr('SunMonTueWedThuFriSat', 3 * CAST(strftime('%w', $1) AS INTEGER) + 1, 3)
GREATEST              max($1, $2)
LEAST                 min($1, $2)
LEFT(2)               substr($1, 1, $2)
RIGHT(2)              substr($1, -$2)
SUBSTRING_INDEX|SPLIT_PART(3) substr($1, 1, instr($1, $2) - 1)
LISTAGG(1)            group_concat($1)
LISTAGG(2)            group_concat($1, $2)
ARRAY_AGG(1) json_group_array($1)
JSON_VALUE(2)         json_extract($1, $2)
VARIANCE(1)  ${sqliteVariance}
STDDEV_POP(1) sqrt(avg($1 * $1) - avg($1) * avg($1))
STDDEV|STDDEV_SAMP|STDEV(1) sqrt(${sqliteVariance})
TRUNCATE(1)           trunc($1)
TRUNCATE|TRUNC(2)     trunc($1 * power(10, $2)) / power(10, $2)
RAND(0)               abs(random()) / 9223372036854775807.0
REGEXP_LIKE|REGEXP_MATCHES|REGEXP_CONTAINS(2) $1 LIKE '%' || $2 || '%'
`,
  duckdb: `
DAYOFWEEK(1)          dayofweek($1) + 1
WEEKDAY(1)            isodow($1) - 1
DATETIME(1)           CAST($1 AS TIMESTAMP)
TIME(1)               CAST($1 AS TIME)
DATE(1)               CAST($1 AS DATE)
JULIANDAY(1)          julian(CAST($1 AS TIMESTAMP))
UNIXEPOCH|UNIX_TIMESTAMP(0) CAST(epoch(now()) AS BIGINT)
UNIXEPOCH|UNIX_TIMESTAMP(1) CAST(epoch($1) AS BIGINT)
DATEDIFF|DATE_DIFF(2) date_diff('day', CAST($2 AS DATE), CAST($1 AS DATE))
DATEDIFF[day,week,month,quarter,year](3) date_diff('{unit}', CAST($2 AS DATE), CAST($3 AS DATE))
DATEDIFF[hour,minute,second](3) date_diff('{unit}', CAST($2 AS TIMESTAMP), CAST($3 AS TIMESTAMP))
TIMESTAMPDIFF[day,week,month,quarter,year,hour,minute,second](3) date_sub('{unit}', CAST($2 AS TIMESTAMP), CAST($3 AS TIMESTAMP))
DATEADD[day,week,month,year,hour,minute,second](3) $3 + to_{unit}s($2)
DATETRUNC[day,week,month,quarter,year](2) date_trunc('{unit}', $2)
DATE_SUB(2)           $1 - INTERVAL 1 DAY
DATE_FORMAT(2)        strftime($1, '%Y-%m')
TO_CHAR(2)            strftime($1, '%Y-%m-%d')
TO_DATE(1)            CAST($1 AS DATE)
TO_DATE|STR_TO_DATE(2) CAST(strptime($1, '%Y-%m-%d') AS DATE)
EOMONTH(1)            last_day($1)
DATEFROMPARTS(3)      make_date($1, $2, $3)
FROM_UNIXTIME         make_timestamp(CAST($1 AS BIGINT) * 1000000)
SUBSTRING_INDEX(3)    split_part($1, $2, 1)
STDEV(1)              stddev_samp($1)
TRUNCATE(1)           trunc($1)
TRUNCATE(2)           trunc($1 * power(10, $2)) / power(10, $2)
RAND(0)               random()
REGEXP_LIKE|REGEXP_CONTAINS(2) regexp_matches($1, $2)
`,
  postgres: `
DATETIME(1)           CAST($1 AS timestamp)
TIME(1)               CAST($1 AS time)
STRFTIME(1)           to_char(now(), $1)
STRFTIME(2)           to_char(CAST($2 AS timestamp), 'YYYY')
JULIANDAY(1)          EXTRACT(JULIAN FROM CAST($1 AS timestamp))
UNIXEPOCH|UNIX_TIMESTAMP(0) CAST(EXTRACT(EPOCH FROM now()) AS bigint)
DATEDIFF|DATE_DIFF(2) CAST($1 AS date) - CAST($2 AS date)
DATEDIFF|DATE_DIFF|TIMESTAMPDIFF[day](3) CAST($3 AS date) - CAST($2 AS date)
DATEDIFF|DATE_DIFF[month](3) ${postgresMonths}
DATEDIFF|DATE_DIFF[year](3) EXTRACT(YEAR FROM CAST($3 AS date)) - EXTRACT(YEAR FROM CAST($2 AS date))
TIMESTAMPDIFF[month](3) EXTRACT(YEAR FROM age(CAST($3 AS timestamp), CAST($2 AS timestamp))) * 12 + EXTRACT(MONTH FROM age(CAST($3 AS timestamp), CAST($2 AS timestamp)))
TIMESTAMPDIFF[year](3) EXTRACT(YEAR FROM age(CAST($3 AS timestamp), CAST($2 AS timestamp)))
TIMESTAMPDIFF[hour](3) trunc(EXTRACT(EPOCH FROM CAST($3 AS timestamp) - CAST($2 AS timestamp)) / 3600)
TIMESTAMPDIFF[minute](3) trunc(EXTRACT(EPOCH FROM CAST($3 AS timestamp) - CAST($2 AS timestamp)) / 60)
TIMESTAMPDIFF[second](3) trunc(EXTRACT(EPOCH FROM CAST($3 AS timestamp) - CAST($2 AS timestamp)))
DATEADD[day,week,month,year,hour,minute,second](3) $3 + $2 * INTERVAL '1 {unit}'
DATETRUNC[day,week,month,quarter,year](2) date_trunc('{unit}', $2)
DATE_ADD(2)           $1 + INTERVAL '1 day'
DATE_SUB(2)           $1 - INTERVAL '1 day'
DATE_FORMAT(2)        to_char(CAST($1 AS timestamp), 'YYYY-MM')
TO_CHAR(1)            CAST($1 AS text)
TO_DATE(1)            CAST($1 AS date)
STR_TO_DATE(2)        to_date($1, 'YYYY-MM-DD')
TO_NUMBER(1)          CAST($1 AS numeric)
LAST_DAY|EOMONTH(1)   CAST(date_trunc('month', $1) + INTERVAL '1 month - 1 day' AS date)
DATEFROMPARTS(3)      make_date($1, $2, $3)
FROM_UNIXTIME         to_timestamp($1)
MONTHNAME(1)          to_char($1, 'FMMonth')
DAYNAME(1)            to_char($1, 'FMDay')
POSITION(2)           strpos($2, $1)
SUBSTRING_INDEX(3)    split_part($1, $2, 1)
GROUP_CONCAT|STRING_AGG(1) string_agg(CAST($1 AS text), ',')
GROUP_CONCAT|LISTAGG(2) string_agg(CAST($1 AS text), $2)
LISTAGG(1)            string_agg(CAST($1 AS text), '')
JSON_EXTRACT(2)       jsonb_path_query_first(CAST($1 AS jsonb), $2)
JSON_VALUE(2)         jsonb_path_query_first(CAST($1 AS jsonb), $2) #>> '{}'
MEDIAN(1)             percentile_cont(0.5) WITHIN GROUP (ORDER BY $1)
STDEV(1)              stddev_samp($1)
TRUNCATE(1)           trunc($1)
TRUNCATE(2)           trunc(CAST($1 AS numeric), $2)
RAND(0)               random()
CONVERT(2)            CAST($1 AS text)
REGEXP_CONTAINS(2)    $1 ~ $2
REGEXP_EXTRACT(2)     substring($1 FROM $2)
`,
  mysql: `
STRFTIME(1)           DATE_FORMAT(NOW(), $1)
STRFTIME(2)           DATE_FORMAT($2, '%Y')
JULIANDAY(1)          TO_DAYS($1) + 1721059.5
UNIXEPOCH(0)          UNIX_TIMESTAMP()
DATETIME(1)           CAST($1 AS DATETIME)
TO_CHAR(1)            CAST($1 AS CHAR)
TO_CHAR(2)            DATE_FORMAT($1, '%Y-%m')
TO_DATE(1)            CAST($1 AS DATE)
TO_DATE(2)            STR_TO_DATE($1, '%Y-%m-%d')
TO_TIMESTAMP(1)       FROM_UNIXTIME($1)
TO_TIMESTAMP(2)       STR_TO_DATE($1, '%Y-%m-%d %H:%i:%s')
DATE_DIFF(2)          DATEDIFF($1, $2)
DATEDIFF|DATE_DIFF[day](3) DATEDIFF($3, $2)
DATEDIFF|DATE_DIFF[month](3) PERIOD_DIFF(EXTRACT(YEAR_MONTH FROM $3), EXTRACT(YEAR_MONTH FROM $2))
DATEDIFF|DATE_DIFF[year](3) YEAR($3) - YEAR($2)
DATEADD[day,week,month,quarter,year,hour,minute,second](3) DATE_ADD($3, INTERVAL $2 {unit})
DATE_TRUNC|DATETRUNC[day](2) DATE($2)
DATE_TRUNC|DATETRUNC[month](2) DATE_FORMAT($2, '%Y-%m-01')
DATE_TRUNC|DATETRUNC[year](2) DATE_FORMAT($2, '%Y-01-01')
AGE(1)                TIMESTAMPDIFF(YEAR, $1, CURDATE())
AGE(2)                TIMESTAMPDIFF(YEAR, $2, $1)
EOMONTH(1)            LAST_DAY($1)
MAKE_DATE|DATEFROMPARTS(3) STR_TO_DATE(CONCAT($1, '-', $2, '-', $3), '%Y-%c-%e')
ISNULL(2)             IFNULL($1, $2)
SPLIT_PART(3)         SUBSTRING_INDEX(SUBSTRING_INDEX($1, $2, $3), $2, -1)
STRING_AGG(1)         GROUP_CONCAT($1)
STRING_AGG|LISTAGG(2) GROUP_CONCAT($1 SEPARATOR $2)
LISTAGG(1)            GROUP_CONCAT($1 SEPARATOR '')
ARRAY_AGG(1) JSON_ARRAYAGG($1)
STDEV(1)              STDDEV_SAMP($1)
TRUNC|TRUNCATE(1)     TRUNCATE($1, 0)
TRUNC(2)              TRUNCATE($1, $2)
RANDOM(0)             RAND()
REGEXP_LIKE|REGEXP_MATCHES|REGEXP_CONTAINS(2) $1 REGEXP $2
REGEXP_EXTRACT(2)     REGEXP_SUBSTR($1, $2)
`,
};

/** Operators and literals: `kind NAME template`, the parts two spaces apart. */
export const SYNTAX: Readonly<Record<Engine, string>> = {
  sqlite: `
operator  ILIKE  $1 LIKE $2
operator  NOT ILIKE  $1 NOT LIKE $2
operator  RLIKE  $1 LIKE '%' || $2 || '%'
operator  REGEXP  $1 LIKE '%' || $2 || '%'
operator  ~  $1 GLOB '*' || $2 || '*'
operator  DIV  CAST($1 / $2 AS INTEGER)
operator  ::  CAST($1 AS $2)
literal  DATE  $1
literal  TIMESTAMP  $1
literal  DATETIME  $1`,
  duckdb: `
operator  RLIKE  regexp_matches($1, $2)
operator  REGEXP  regexp_matches($1, $2)
operator  DIV  $1 // $2`,
  postgres: `
operator  RLIKE  $1 ~ $2
operator  REGEXP  $1 ~ $2
operator  DIV  div(CAST($1 AS numeric), $2)
literal  DATETIME  TIMESTAMP $1`,
  mysql: `
operator  ILIKE  LOWER($1) LIKE LOWER($2)
operator  NOT ILIKE  LOWER($1) NOT LIKE LOWER($2)
operator  ~  $1 REGEXP $2
operator  ::  CAST($1 AS $2)
literal  DATETIME  TIMESTAMP $1`,
};
