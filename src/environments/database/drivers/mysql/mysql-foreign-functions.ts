import { type ForeignFunction, foreignDateParts, foreignFunctionTable } from "../../sql/sql-dialect.ts";

/** `name(arity)` and what does the same in MySQL and MariaDB; without a number for any arity. */
const TABLE = `
STRFTIME(1)         DATE_FORMAT(NOW(), $1)
STRFTIME(2)         DATE_FORMAT($2, '%Y')
JULIANDAY(1)        TO_DAYS($1) + 1721059.5
UNIXEPOCH(0)        UNIX_TIMESTAMP()
UNIXEPOCH(1)        UNIX_TIMESTAMP($1)
DATETIME(1)         CAST($1 AS DATETIME)
GETDATE(0)          NOW()
TODAY(0)            CURDATE()
TO_CHAR(1)          CAST($1 AS CHAR)
TO_CHAR(2)          DATE_FORMAT($1, '%Y-%m')
FORMAT_DATE(2)      DATE_FORMAT($2, '%Y-%m')
TO_DATE(1)          CAST($1 AS DATE)
TO_DATE(2)          STR_TO_DATE($1, '%Y-%m-%d')
PARSE_DATE(2)       STR_TO_DATE($2, '%Y-%m-%d')
TO_TIMESTAMP(1)     FROM_UNIXTIME($1)
TO_TIMESTAMP(2)     STR_TO_DATE($1, '%Y-%m-%d %H:%i:%s')
TO_NUMBER(1)        CAST($1 AS DECIMAL(65, 10))
DATENAME(2)         MONTHNAME($2)
DATE_DIFF(2)        DATEDIFF($1, $2)
DATEDIFF[day](3)    DATEDIFF($3, $2)
DATEDIFF[month](3)  PERIOD_DIFF(EXTRACT(YEAR_MONTH FROM $3), EXTRACT(YEAR_MONTH FROM $2))
DATEDIFF[year](3)   YEAR($3) - YEAR($2)
DATE_DIFF[day](3)   DATEDIFF($3, $2)
DATE_DIFF[month](3) PERIOD_DIFF(EXTRACT(YEAR_MONTH FROM $3), EXTRACT(YEAR_MONTH FROM $2))
DATE_DIFF[year](3)  YEAR($3) - YEAR($2)
DATEADD[day](3)     DATE_ADD($3, INTERVAL $2 DAY)
DATEADD[year](3)    DATE_ADD($3, INTERVAL $2 YEAR)
DATEADD[quarter](3) DATE_ADD($3, INTERVAL $2 QUARTER)
DATEADD[month](3)   DATE_ADD($3, INTERVAL $2 MONTH)
DATEADD[week](3)    DATE_ADD($3, INTERVAL $2 WEEK)
DATEADD[hour](3)    DATE_ADD($3, INTERVAL $2 HOUR)
DATEADD[minute](3)  DATE_ADD($3, INTERVAL $2 MINUTE)
DATEADD[second](3)  DATE_ADD($3, INTERVAL $2 SECOND)
DATE_TRUNC[day](2)  DATE($2)
DATE_TRUNC[month](2) DATE_FORMAT($2, '%Y-%m-01')
DATE_TRUNC[year](2) DATE_FORMAT($2, '%Y-01-01')
DATETRUNC[day](2)   DATE($2)
DATETRUNC[month](2) DATE_FORMAT($2, '%Y-%m-01')
DATETRUNC[year](2)  DATE_FORMAT($2, '%Y-01-01')
MONTHS_BETWEEN(2)   TIMESTAMPDIFF(MONTH, $2, $1)
AGE(1)              TIMESTAMPDIFF(YEAR, $1, CURDATE())
AGE(2)              TIMESTAMPDIFF(YEAR, $2, $1)
ADD_MONTHS(2)       DATE_ADD($1, INTERVAL $2 MONTH)
EOMONTH(1)          LAST_DAY($1)
MAKE_DATE(3)        STR_TO_DATE(CONCAT($1, '-', $2, '-', $3), '%Y-%c-%e')
DATEFROMPARTS(3)    STR_TO_DATE(CONCAT($1, '-', $2, '-', $3), '%Y-%c-%e')
NVL(2)              IFNULL($1, $2)
NVL2(3)             IF($1 IS NOT NULL, $2, $3)
ISNULL(2)           IFNULL($1, $2)
ZEROIFNULL(1)       IFNULL($1, 0)
IIF(2)              IF($1, $2, NULL)
IIF(3)              IF($1, $2, $3)
DECODE(3)           CASE $1 WHEN $2 THEN $3 END
DECODE(4)           CASE $1 WHEN $2 THEN $3 ELSE $4 END
CHOOSE(3)           ELT($1, $2, $3)
LEN(1)              CHAR_LENGTH($1)
DATALENGTH(1)       LENGTH($1)
CHARINDEX(2)        LOCATE($1, $2)
STRPOS(2)           LOCATE($2, $1)
SPLIT_PART(3)       SUBSTRING_INDEX(SUBSTRING_INDEX($1, $2, $3), $2, -1)
STARTS_WITH(2)      $1 LIKE CONCAT($2, '%')
STARTSWITH(2)       $1 LIKE CONCAT($2, '%')
ENDS_WITH(2)        $1 LIKE CONCAT('%', $2)
CONTAINS(2)         LOCATE($2, $1) > 0
INITCAP(1)          CONCAT(UPPER(LEFT($1, 1)), LOWER(SUBSTRING($1, 2)))
REPLICATE(2)        REPEAT($1, $2)
BTRIM(1)            TRIM($1)
BTRIM(2)            TRIM(BOTH $2 FROM $1)
UNICODE(1)          ORD($1)
CHR(1)              CHAR($1)
NCHAR(1)            CHAR($1)
PRINTF(2)           FORMAT($2, 2)
STRING_AGG(1)       GROUP_CONCAT($1)
STRING_AGG(2)       GROUP_CONCAT($1 SEPARATOR $2)
LISTAGG(1)          GROUP_CONCAT($1 SEPARATOR '')
LISTAGG(2)          GROUP_CONCAT($1 SEPARATOR $2)
ARRAY_AGG(1)        JSON_ARRAYAGG($1)
JSON_AGG(1)         JSON_ARRAYAGG($1)
JSONB_AGG(1)        JSON_ARRAYAGG($1)
JSON_GROUP_ARRAY(1) JSON_ARRAYAGG($1)
JSON_GROUP_OBJECT(2) JSON_OBJECTAGG($1, $2)
JSON_OBJECT_AGG(2)  JSON_OBJECTAGG($1, $2)
TOTAL(1)            IFNULL(SUM($1), 0)
COUNT_BIG(1)        COUNT($1)
APPROX_COUNT_DISTINCT(1) COUNT(DISTINCT $1)
COUNT_IF(1)         SUM($1)
COUNTIF(1)          SUM($1)
BOOL_AND(1)         MIN($1)
BOOL_OR(1)          MAX($1)
EVERY(1)            MIN($1)
ANY_VALUE(1)        MIN($1)
STDEV(1)            STDDEV_SAMP($1)
STDEVP(1)           STDDEV_POP($1)
VAR(1)              VAR_SAMP($1)
VARP(1)             VAR_POP($1)
TRUNC(1)            TRUNCATE($1, 0)
TRUNC(2)            TRUNCATE($1, $2)
TRUNCATE(1)         TRUNCATE($1, 0)
RANDOM(0)           RAND()
NEWID(0)            UUID()
GEN_RANDOM_UUID(0)  UUID()
SQUARE(1)           $1 * $1
DIV(2)              $1 DIV $2
SAFE_DIVIDE(2)      $1 / NULLIF($2, 0)
CBRT(1)             POWER($1, 1 / 3)
ISNUMERIC(1)        $1 REGEXP '^[-+]?[0-9]*[.]?[0-9]+$'
INT(1)              CAST($1 AS SIGNED)
FLOAT(1)            CAST($1 AS DOUBLE)
DOUBLE(1)           CAST($1 AS DOUBLE)
STR(1)              CAST($1 AS CHAR)
TRY_CAST            CAST($1 AS CHAR)
TRY_CONVERT(2)      CAST($2 AS CHAR)
SAFE_CAST           CAST($1 AS CHAR)
GLOB(2)             $2 LIKE REPLACE(REPLACE($1, '*', '%'), '?', '_')
REGEXP_LIKE(2)      $1 REGEXP $2
REGEXP_MATCHES(2)   $1 REGEXP $2
REGEXP_CONTAINS(2)  $1 REGEXP $2
REGEXP_EXTRACT(2)   REGEXP_SUBSTR($1, $2)
JSON_EXTRACT_PATH_TEXT(2) JSON_UNQUOTE(JSON_EXTRACT($1, CONCAT('$.', $2)))
SQLITE_VERSION(0)   VERSION()
`;

/** What EXTRACT takes elsewhere and not here. */
const ODD_PARTS = {
  doy: "DAYOFYEAR($2)",
  dow: "DAYOFWEEK($2) - 1",
  isodow: "WEEKDAY($2) + 1",
  weekday: "DAYOFWEEK($2)",
  epoch: "UNIX_TIMESTAMP($2)",
};

const PARTS = {
  year: "YEAR($2)",
  quarter: "QUARTER($2)",
  month: "MONTH($2)",
  week: "WEEKOFYEAR($2)",
  day: "DAY($2)",
  hour: "HOUR($2)",
  minute: "MINUTE($2)",
  second: "SECOND($2)",
  ...ODD_PARTS,
};

const OPERATORS: readonly ForeignFunction[] = [
  { kind: "operator", name: "ILIKE", template: "LOWER($1) LIKE LOWER($2)" },
  { kind: "operator", name: "NOT ILIKE", template: "LOWER($1) NOT LIKE LOWER($2)" },
  { kind: "operator", name: "SIMILAR TO", template: "$1 REGEXP $2" },
  { kind: "operator", name: "GLOB", template: "$1 LIKE REPLACE(REPLACE($2, '*', '%'), '?', '_')" },
  { kind: "operator", name: "~", template: "$1 REGEXP $2" },
  { kind: "operator", name: "~*", template: "$1 REGEXP $2" },
  { kind: "operator", name: "!~", template: "$1 NOT REGEXP $2" },
  { kind: "operator", name: "==", template: "$1 = $2" },
  { kind: "operator", name: "IS DISTINCT FROM", template: "NOT ($1 <=> $2)" },
  { kind: "operator", name: "IS NOT DISTINCT FROM", template: "$1 <=> $2" },
  { kind: "operator", name: "::", template: "CAST($1 AS $2)" },
];

export const mysqlForeignFunctions: readonly ForeignFunction[] = [
  ...foreignFunctionTable(TABLE),
  ...foreignDateParts(["DATE_PART", "DATEPART"], PARTS),
  ...foreignDateParts(["EXTRACT"], ODD_PARTS),
  ...OPERATORS,
  { kind: "clause", name: "TOP", arity: 1, template: "LIMIT $1" },
  { kind: "clause", name: "FULL JOIN", template: "LEFT JOIN" },
  { kind: "literal", name: "DATETIME", template: "TIMESTAMP $1" },
];
