import { describe, expect, it } from "vitest";
import { casesOf } from "../../../support/cases.ts";
import { ENGINES, type Engine } from "../../../support/per-engine.ts";
import { askedOn, inQuotesOf, MISSING, RUNNING } from "./asked-on.ts";

/**
 * A case: what it is about, its query, and what `check_query` says of it on all engines but those that are named. An engine's name with `$` stands
 * before a query of its own.
 */
const CASES = casesOf(`
a misspelt column
  SELECT nmae FROM city
  all: unknown-column → name
a misspelt table
  SELECT * FROM custmer
  all: unknown-table → customer
a column in camel case
  SELECT homeCityId FROM customer
  all: unknown-column → home_city_id
names in other letters than declared, folded or not
  SELECT NAME FROM CITY
  all: [["Łódź"],["New York"],["York"],["Paris"]]
  mariadb: unknown-table → city
a mixed-case table in small letters
  SELECT "readingId" FROM reading ORDER BY 1
  all: [[1],[2],[3]]
  postgres: unknown-table → "Reading"
  mariadb: unknown-table → Reading
a mixed-case column in capitals
  SELECT READINGID FROM "Reading" ORDER BY 1
  all: [[1],[2],[3]]
  postgres: unknown-column → "readingId"
a name with a space, without quotes
  SELECT Big Value FROM "Reading"
  all: unknown-column → \`Big Value\`
  duckdb: syntax-error → "Big Value"
  postgres: unknown-column → "Big Value"
a name with a space, as snake case
  SELECT big_value FROM "Reading"
  all: unknown-column → \`Big Value\`
  duckdb: unknown-column → "Big Value"
  postgres: unknown-column → "Big Value"
a value in double quotes
  SELECT name FROM city WHERE country = "FR"
  mariadb$ SELECT name FROM city WHERE country = "FR"
  all: [["Paris"]]
  duckdb: unknown-column → 'FR'
  postgres: unknown-column → 'FR'
a name in backticks
  SELECT \`name\` FROM city WHERE id = 1
  all: [["Łódź"]]
  duckdb: syntax-error → name
  postgres: syntax-error → name
a value without quotes
  SELECT name FROM city WHERE country = Paris
  all: unknown-column → 'Paris'
a column that two tables have
  SELECT id FROM customer JOIN city ON customer.home_city_id = city.id
  all: ambiguous-column → customer.id
set operations of different widths
  SELECT id FROM city UNION SELECT id, name FROM city
  all: column-count-mismatch
a misspelt keyword
  SELECT name FROM city GROPU BY name
  all: syntax-error → GROUP
a misspelt function
  SELECT COUTN(*) FROM city
  all: unknown-function → COUNT
  mariadb: syntax-error
a bracket left open
  SELECT (name FROM city
  all: syntax-error
two statements
  SELECT 1; SELECT 2
  all: multiple-statements
a statement that writes
  DELETE FROM city
  all: not-read-only

a misspelt value
  SELECT * FROM city WHERE name = 'Pariss'
  all: warning value-not-found → 'Paris'
a value in other letters, where these count
  SELECT id FROM city WHERE name = 'PARIS'
  all: warning value-not-found → 'Paris'
  mariadb: [[4]]
a pattern in other letters, where these count
  SELECT id FROM city WHERE name LIKE '%paris%'
  all: [[4]]
  duckdb: warning value-not-found → '%Paris%'
  postgres: warning value-not-found → '%Paris%'
a pattern with an escape character
  SELECT noted FROM "Reading" WHERE noted LIKE 'a!_1' ESCAPE '!'
  all: [["a_1"]]
a misspelt pattern with an escape character
  SELECT noted FROM "Reading" WHERE noted LIKE 'a!_!_1' ESCAPE '!'
  all: warning value-not-found → 'a!_1'
a _ before a digit, which matches more than itself
  SELECT noted FROM "Reading" WHERE noted LIKE 'a_1' ORDER BY "readingId"
  all: [["a_1"],["ax1"]] wildcard-in-pattern
a misspelt greatest value of a group
  SELECT country FROM city GROUP BY country HAVING MAX(name) = 'Pariss'
  all: warning value-not-found → 'Paris'
NULL compared by =
  SELECT name FROM customer WHERE "e mail" = NULL
  all: warning null-comparison → "e mail" IS NULL
  mariadb: warning null-comparison → \`e mail\` IS NULL
NULLs at the end or the beginning of an order
  SELECT id FROM customer ORDER BY "e mail", id
  all: [[2],[4],[1],[3]]
  duckdb: [[1],[3],[2],[4]]
  postgres: [[1],[3],[2],[4]]
NULLs that COUNT leaves out
  SELECT COUNT("e mail") FROM customer
  all: [[2]]
conditions that exclude each other
  SELECT * FROM customer WHERE status = 'A' AND status = 'B'
  all: warning contradiction → (status = 'A' OR status = 'B')
conditions that only together leave nothing
  SELECT c.name FROM customer c JOIN city t ON c.home_city_id = t.id WHERE t.country = 'PL' AND c.status = 'B'
  all: [] empty-result
a join on columns without a value in common
  SELECT c.name FROM customer c JOIN city t ON c.name = t.name
  all: warning join-no-overlap → c.home_city_id = t.id
a join by comma without a condition
  SELECT COUNT(*) FROM customer, city
  all: warning join-missing-condition →  JOIN city ON customer.home_city_id = city.id
rows that have no partner
  SELECT name FROM customer LEFT JOIN purchase ON purchase.customer_id = customer.id WHERE purchase.id IS NULL
  all: [["Di Ng"]] join-multiplies
rows that a join drops for want of a match
  SELECT COUNT(*) FROM customer c INNER JOIN city t ON c.work_city_id = t.id
  all: [[3]] join-drops-rows could-also-mean
rows that a join drops of the table joined last
  SELECT COUNT(*) FROM city t JOIN customer c ON c.work_city_id = t.id JOIN city h ON h.id = c.home_city_id
  all: [[3]] join-drops-rows could-also-mean
ties at the LIMIT
  SELECT id > 0, status FROM customer WHERE id < 3 ORDER BY status LIMIT 1
  all: [[true,"A"]]
  sqlite: [[1,"A"]]
  mariadb: [[1,"A"]]
ties at the LIMIT that show something else
  SELECT "Big Value" IS NULL, "readingId" FROM "Reading" ORDER BY 1 LIMIT 1
  all: [[false,1]] tie-at-limit
  sqlite: [[0,1]] tie-at-limit
  mariadb: [[0,2]] tie-at-limit
a condition on rows in HAVING
  SELECT country, COUNT(*) FROM city GROUP BY country HAVING country = 'FR'
  all: warning having-without-aggregate

integers beyond 2^53
  SELECT "Big Value" + 1 FROM "Reading" WHERE "Big Value" = 9007199254740993
  all: [["9007199254740994"]]
their sum and exact decimals
  SELECT SUM("Big Value"), MAX(exact) FROM "Reading"
  all: [[0,"12345678901234567890.5000000000"]]
  sqlite: [[0,12345678901234567000]]
NULLs beside them
  SELECT "Big Value" FROM "Reading" ORDER BY "readingId"
  all: [["9007199254740993"],["-9007199254740993"],[null]]
a count divided by a number
  SELECT COUNT(*) / 3 FROM city
  all: warning integer-division → CAST(COUNT(*) AS REAL) / 3
  duckdb: [[1.3333333333333333]]
  mariadb: [[1.3333]]
an integer column divided by a number
  SELECT quantity / 2 FROM purchase_line WHERE purchase_id = 4
  all: warning integer-division → CAST(quantity AS REAL) / 2
  duckdb: [[0.5]]
  mariadb: [[0.5]]
a division by zero
  SELECT 1 / 0
  all: [[null]]
  duckdb: [["Infinity"]]
  postgres: warning fails-when-run
numbers kept as text against a number
  SELECT title FROM product WHERE stock > 10 ORDER BY id
  sqlite: warning text-compared-as-number → CAST(replace(replace(stock, ' ', ''), ',', '.') AS REAL) > 10
  duckdb: type-mismatch → TRY_CAST(replace(replace(stock, ' ', ''), ',', '.') AS DOUBLE)
  postgres: type-mismatch → CAST(nullif(replace(replace(stock, ' ', ''), ',', '.'), '') AS numeric)
  mariadb: [["Red lamp"],["Desk"]]
numbers kept as text against a text
  SELECT title FROM product WHERE stock > '10'
  sqlite: warning text-compared-as-number → CAST(replace(replace(stock, ' ', ''), ',', '.') AS REAL) > 10
  duckdb: warning text-compared-as-number → TRY_CAST(replace(replace(stock, ' ', ''), ',', '.') AS DOUBLE) > 10
  postgres: warning text-compared-as-number → CAST(nullif(replace(replace(stock, ' ', ''), ',', '.'), '') AS
    numeric) > 10
  mariadb: warning text-compared-as-number → CAST(REPLACE(REPLACE(stock, ' ', ''), ',', '.') AS DECIMAL(38, 10)) > 10
numbers kept as text in an order
  SELECT title FROM product ORDER BY stock
  sqlite: warning text-compared-as-number → CAST(replace(replace(stock, ' ', ''), ',', '.') AS REAL)
  duckdb: warning text-compared-as-number → TRY_CAST(replace(replace(stock, ' ', ''), ',', '.') AS DOUBLE)
  postgres: warning text-compared-as-number → CAST(nullif(replace(replace(stock, ' ', ''), ',', '.'), '') AS numeric)
  mariadb: warning text-compared-as-number → CAST(REPLACE(REPLACE(stock, ' ', ''), ',', '.') AS DECIMAL(38, 10))
the greatest of numbers kept as text
  SELECT MAX(stock) FROM product
  sqlite: warning text-compared-as-number → CAST(replace(replace(stock, ' ', ''), ',', '.') AS REAL)
  duckdb: warning text-compared-as-number → TRY_CAST(replace(replace(stock, ' ', ''), ',', '.') AS DOUBLE)
  postgres: warning text-compared-as-number → CAST(nullif(replace(replace(stock, ' ', ''), ',', '.'), '') AS numeric)
  mariadb: warning text-compared-as-number → CAST(REPLACE(REPLACE(stock, ' ', ''), ',', '.') AS DECIMAL(38, 10))
a sum of numbers kept as text
  SELECT SUM(stock) FROM product
  all: [[128]]
  duckdb: unknown-function → TRY_CAST(replace(replace(stock, ' ', ''), ',', '.') AS DOUBLE)
  postgres: unknown-function → CAST(nullif(replace(replace(stock, ' ', ''), ',', '.'), '') AS numeric)
a number in quotes
  SELECT name FROM city WHERE id = '2'
  all: [["New York"]]
a column that the groups do not determine
  SELECT title, COUNT(*) FROM purchase_line JOIN product ON product.id = product_id GROUP BY price
  all: [["Red lamp",2],["Blue lamp",2],["Desk",2]]
  duckdb: aggregate-misuse → group_by("price, title")
  postgres: aggregate-misuse → group_by("price, title")
a column beside an aggregate
  SELECT name, COUNT(*) FROM city
  all: warning bare-column → group_by("name")
  duckdb: aggregate-misuse → group_by("name")
  postgres: aggregate-misuse → group_by("name")
an aggregate in WHERE
  SELECT title FROM product WHERE price = MAX(price)
  all: aggregate-misuse → (SELECT MAX(price) FROM product)
a count in WHERE
  SELECT country FROM city WHERE COUNT(*) > 1 GROUP BY country
  all: aggregate-misuse → having("COUNT(*) > 1")

YEAR of dates in a text
  SELECT YEAR(placed_on) FROM purchase WHERE id = 4
  sqlite: unknown-function → CAST(strftime('%Y', placed_on) AS INTEGER)
  duckdb: unknown-function → CAST(year(TRY_CAST(placed_on AS TIMESTAMP)) AS INTEGER)
  postgres: unknown-function → CAST(EXTRACT(YEAR FROM to_date(CAST(placed_on AS text), 'YYYY-MM-DD')) AS integer)
  mariadb: [[2024]]
YEAR of dates in a text that are not ISO
  SELECT YEAR(joined) FROM customer
  sqlite: unknown-function → CAST(substr(joined, 7, 4) AS INTEGER)
  duckdb: unknown-function → CAST(year(try_strptime(CAST(joined AS VARCHAR), '%d/%m/%Y')) AS INTEGER)
  postgres: unknown-function → CAST(EXTRACT(YEAR FROM to_date(CAST(joined AS text), 'DD/MM/YYYY')) AS integer)
  mariadb: warning date-format-mismatch → YEAR(DATE(STR_TO_DATE(joined, '%d/%m/%Y')))
EXTRACT from dates in a text
  SELECT EXTRACT(MONTH FROM joined) FROM customer
  sqlite: syntax-error → CAST(substr(joined, 4, 2) AS INTEGER)
  duckdb: unknown-function → CAST(month(try_strptime(CAST(joined AS VARCHAR), '%d/%m/%Y')) AS INTEGER)
  postgres: unknown-function → CAST(EXTRACT(MONTH FROM to_date(CAST(joined AS text), 'DD/MM/YYYY')) AS integer)
  mariadb: warning date-format-mismatch → EXTRACT(MONTH FROM DATE(STR_TO_DATE(joined, '%d/%m/%Y')))
strftime of a date
  SELECT strftime('%Y', taken) FROM "Reading" WHERE "readingId" = 1
  all: [["2024"]]
  postgres: unknown-function → to_char(CAST(taken AS timestamp), 'YYYY')
  mariadb: unknown-function → DATE_FORMAT(taken, '%Y')
strftime with another format
  SELECT strftime('%Y-%m-%d', taken) FROM "Reading" WHERE "readingId" = 1
  all: [["2024-03-05"]]
  postgres: unknown-function → to_char(CAST(taken AS timestamp), 'YYYY-MM-DD')
  mariadb: unknown-function → DATE_FORMAT(taken, '%Y-%m-%d')
DATE_FORMAT
  SELECT DATE_FORMAT(placed_on, '%Y') FROM purchase WHERE id = 4
  sqlite: unknown-function → strftime('%Y', placed_on)
  duckdb: unknown-function → strftime(placed_on, '%Y')
  postgres: unknown-function → to_char(CAST(placed_on AS timestamp), 'YYYY')
  mariadb: [["2024"]]
DATE_FORMAT with another format
  SELECT DATE_FORMAT(placed_on, '%Y-%m') FROM purchase WHERE id = 4
  sqlite: unknown-function → strftime('%Y-%m', placed_on)
  duckdb: unknown-function → strftime(placed_on, '%Y-%m')
  postgres: unknown-function → to_char(CAST(placed_on AS timestamp), 'YYYY-MM')
  mariadb: [["2024-03"]]
to_char
  SELECT to_char(taken, 'YYYY') FROM "Reading" WHERE "readingId" = 1
  all: [["2024"]]
  sqlite: unknown-function → CAST(strftime('%Y', taken) AS INTEGER)
  duckdb: unknown-function → strftime(taken, '%Y')
the time now, as SQL Server has it
  SELECT GETDATE()
  all: unknown-function → now()
  sqlite: unknown-function → datetime('now')
  mariadb: unknown-function → NOW()
julianday
  SELECT julianday(placed_on) FROM purchase WHERE id = 4
  sqlite: [[2460370.5]]
  duckdb: unknown-function → julian(CAST(placed_on AS TIMESTAMP))
  postgres: unknown-function → EXTRACT(JULIAN FROM CAST(placed_on AS timestamp))
  mariadb: unknown-function → TO_DAYS(placed_on) + 1721059.5
a date in another form than the column's
  SELECT * FROM customer WHERE joined = '2021-02-03'
  all: warning date-format-mismatch → '03/02/2021'
an order of dates that is none of letters
  SELECT * FROM customer WHERE joined > '01/01/2022'
  sqlite: warning date-format-mismatch → substr(joined, 7, 4) || '-' || substr(joined, 4, 2) || '-' ||
    substr(joined, 1, 2) > '2022-01-01'
  duckdb: warning date-format-mismatch → CAST(try_strptime(CAST(joined AS VARCHAR), '%d/%m/%Y') AS DATE) >
    '2022-01-01'
  postgres: warning date-format-mismatch → to_date(CAST(joined AS text), 'DD/MM/YYYY') > '2022-01-01'
  mariadb: warning date-format-mismatch → DATE(STR_TO_DATE(joined, '%d/%m/%Y')) > '2022-01-01'

ILIKE
  SELECT id FROM city WHERE name ILIKE 'p%'
  all: [[4]]
  sqlite: syntax-error → name LIKE 'p%'
  mariadb: syntax-error → LOWER(name) LIKE LOWER('p%')
a cast with colons
  SELECT id::text FROM city WHERE id = 1
  all: [["1"]]
  sqlite: syntax-error → CAST(id AS text)
  mariadb: syntax-error → CAST(id AS CHAR)
casts with colons inside each other
  SELECT price::numeric(8,1)::text FROM product WHERE id = 1
  all: [["20.5"]]
  sqlite: syntax-error → CAST(round(price, 1) AS text)
  mariadb: syntax-error → CAST(CAST(price AS DECIMAL(8,1)) AS CHAR)
a day cast with colons
  SELECT '2024-03-05 10:00:00'::date
  all: [["2024-03-05"]]
  sqlite: syntax-error → date('2024-03-05 10:00:00')
  mariadb: syntax-error → CAST('2024-03-05 10:00:00' AS date)
a join with what a function or the engine itself numbers
  sqlite$ SELECT count(c.id) FROM json_each('[1,2,3]') d LEFT JOIN city c ON c.id = d.value
  duckdb$ SELECT count(c.id) FROM generate_series(1, 3) d LEFT JOIN city c ON c.id = d.generate_series
  postgres$ SELECT count(c.id) FROM generate_series(1, 3) d LEFT JOIN city c ON c.id = d
  mariadb$ SELECT count(c.id) FROM seq_1_to_3 s LEFT JOIN city c ON c.id = s.seq
  all: [[3]]
DATE before a text
  SELECT "readingId" FROM "Reading" WHERE taken = DATE '2024-03-05'
  all: [[1]]
  sqlite: syntax-error → '2024-03-05'
another fault beside DATE before a text
  SELECT "readingId" FROM "Reading" GROPU BY 1 HAVING min(taken) = DATE '2024-03-05'
  all: syntax-error → GROUP
  sqlite: syntax-error → '2024-03-05'
EXTRACT of the day of the week
  SELECT EXTRACT(DOW FROM taken) FROM "Reading" WHERE "readingId" = 1
  all: [[2]]
  sqlite: syntax-error → CAST(strftime('%w', taken) AS INTEGER)
  mariadb: syntax-error → DAYOFWEEK(taken) - 1
DATEDIFF in days
  SELECT DATEDIFF(DAY, '2024-03-01', taken) FROM "Reading" WHERE "readingId" = 1
  sqlite: unknown-function → CAST(julianday(date(taken)) - julianday(date('2024-03-01')) AS INTEGER)
  duckdb: unknown-function → date_diff('day', CAST('2024-03-01' AS DATE), CAST(taken AS DATE))
  postgres: unknown-function → CAST(taken AS date) - CAST('2024-03-01' AS date)
  mariadb: unknown-function → DATEDIFF(taken, '2024-03-01')
DATEDIFF in months beside an operator
  SELECT DATEDIFF(month, '2024-01-01', taken) / 12 FROM "Reading"
  sqlite: unknown-function → ((CAST(strftime('%Y', taken) AS INTEGER) - CAST(strftime('%Y', '2024-01-01') AS
    INTEGER)) * 12 + CAST(strftime('%m', taken) AS INTEGER) - CAST(strftime('%m', '2024-01-01') AS INTEGER))
  duckdb: unknown-function → date_diff('month', CAST('2024-01-01' AS DATE), CAST(taken AS DATE))
  postgres: unknown-function → ((EXTRACT(YEAR FROM CAST(taken AS date)) - EXTRACT(YEAR FROM CAST('2024-01-01' AS
    date))) * 12 + EXTRACT(MONTH FROM CAST(taken AS date)) - EXTRACT(MONTH FROM CAST('2024-01-01' AS date)))
  mariadb: unknown-function → PERIOD_DIFF(EXTRACT(YEAR_MONTH FROM taken), EXTRACT(YEAR_MONTH FROM '2024-01-01'))
a date written day first
  SELECT "readingId" FROM "Reading" WHERE taken = '05/03/2024'
  all: warning value-not-found → '2024-03-05'
  sqlite: warning date-format-mismatch → '2024-03-05'
  duckdb: warning fails-when-run → '2024-03-05'
LEN
  SELECT LEN(name) FROM city WHERE id = 4
  all: unknown-function → length(name)
  duckdb: [[5]]
  mariadb: unknown-function → CHAR_LENGTH(name)
IFNULL
  SELECT IFNULL(country, 'x') FROM city WHERE id = 4
  all: [["FR"]]
  postgres: unknown-function → coalesce(country, 'x')
NVL
  SELECT NVL(country, 'x') FROM city WHERE id = 4
  all: unknown-function → coalesce(country, 'x')
  mariadb: [["FR"]]
IIF
  SELECT IIF(id > 2, 1, 0) FROM city WHERE id = 4
  all: unknown-function → CASE WHEN id > 2 THEN 1 ELSE 0 END
  sqlite: [[1]]
IF
  SELECT IF(id > 2, 1, 0) FROM city WHERE id = 4
  all: [[1]]
  postgres: unknown-function → CASE WHEN id > 2 THEN 1 ELSE 0 END
GROUP_CONCAT
  SELECT GROUP_CONCAT(name) FROM city WHERE id = 4
  all: [["Paris"]]
  postgres: unknown-function → string_agg(CAST(name AS text), ',')
string_agg
  SELECT string_agg(name, ', ') FROM city WHERE id = 4
  all: [["Paris"]]
  mariadb: unknown-function → GROUP_CONCAT(name SEPARATOR ', ')
texts put together by ||
  SELECT name || ', ' || country FROM city WHERE id = 4
  all: [["Paris, FR"]]
  mariadb: warning text-taken-for-zero → CONCAT(name, ', ', country)
conditions put together by ||, where that is OR
  SELECT id FROM city WHERE id = 1 OR id = 4 ORDER BY id
  mariadb$ SELECT id FROM city WHERE id = 1 || id = 4 ORDER BY id
  all: [[1],[4]]
CONCAT
  SELECT CONCAT(name, country) FROM city WHERE id = 4
  all: [["ParisFR"]]
`);

/** A query in quotes of the engine, and what is said of it. */
function caseOn(engine: Engine, lines: readonly string[]): { readonly sql: string; readonly said: string } {
  const own = (mark: string) => lines.find((line) => line.startsWith(mark))?.slice(mark.length);
  const plain = lines.find((line) => !new RegExp(`^(?:all|${ENGINES.join("|")})[:$] `, "u").test(line)) ?? "";
  return {
    sql: own(`${engine}$ `) ?? inQuotesOf(engine, plain),
    said: own(`${engine}: `) ?? own("all: ") ?? "",
  };
}

describe.each(RUNNING)("names, values, numbers, dates and other dialects on %s", (engine) => {
  const ask = askedOn(engine);

  it.each(CASES)("are told as that engine takes them: $name", async ({ lines }) => {
    const { sql, said } = caseOn(engine, lines);
    expect(await ask(sql)).toBe(said);
  });
});

for (const why of MISSING) it.skip(`what engines say: ${why}`);
