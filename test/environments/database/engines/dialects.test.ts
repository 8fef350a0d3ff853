import { describe, expect, it } from "vitest";
import { everywhere } from "../../../support/per-engine.ts";
import { askedOn, type Case, inQuotesOf, MISSING, RUNNING } from "./asked-on.ts";

const CASES: readonly Case[] = [
  [
    "ILIKE",
    "SELECT id FROM city WHERE name ILIKE 'p%'",
    {
      ...everywhere("[[4]]"),
      sqlite: "syntax-error → name LIKE 'p%'",
      mariadb: "syntax-error → LOWER(name) LIKE LOWER('p%')",
    },
  ],
  [
    "a cast with colons",
    "SELECT id::text FROM city WHERE id = 1",
    {
      ...everywhere('[["1"]]'),
      sqlite: "syntax-error → CAST(id AS text)",
      mariadb: "syntax-error → CAST(id AS CHAR)",
    },
  ],
  [
    "casts with colons inside each other",
    "SELECT price::numeric(8,1)::text FROM product WHERE id = 1",
    {
      ...everywhere('[["20.5"]]'),
      sqlite: "syntax-error → CAST(round(price, 1) AS text)",
      mariadb: "syntax-error → CAST(CAST(price AS DECIMAL(8,1)) AS CHAR)",
    },
  ],
  [
    "a day cast with colons",
    "SELECT '2024-03-05 10:00:00'::date",
    {
      ...everywhere('[["2024-03-05"]]'),
      sqlite: "syntax-error → date('2024-03-05 10:00:00')",
      mariadb: "syntax-error → CAST('2024-03-05 10:00:00' AS date)",
    },
  ],
  [
    "a join with what a function or the engine itself numbers",
    {
      sqlite: "SELECT count(c.id) FROM json_each('[1,2,3]') d LEFT JOIN city c ON c.id = d.value",
      duckdb: "SELECT count(c.id) FROM generate_series(1, 3) d LEFT JOIN city c ON c.id = d.generate_series",
      postgres: "SELECT count(c.id) FROM generate_series(1, 3) d LEFT JOIN city c ON c.id = d",
      mariadb: "SELECT count(c.id) FROM seq_1_to_3 s LEFT JOIN city c ON c.id = s.seq",
    },
    everywhere("[[3]]"),
  ],
  [
    "DATE before a text",
    'SELECT "readingId" FROM "Reading" WHERE taken = DATE \'2024-03-05\'',
    { ...everywhere("[[1]]"), sqlite: "syntax-error → '2024-03-05'" },
  ],
  [
    "another fault beside DATE before a text",
    'SELECT "readingId" FROM "Reading" GROPU BY 1 HAVING min(taken) = DATE \'2024-03-05\'',
    { ...everywhere("syntax-error → GROUP"), sqlite: "syntax-error → '2024-03-05'" },
  ],
  [
    "EXTRACT of the day of the week",
    'SELECT EXTRACT(DOW FROM taken) FROM "Reading" WHERE "readingId" = 1',
    {
      ...everywhere("[[2]]"),
      sqlite: "syntax-error → CAST(strftime('%w', taken) AS INTEGER)",
      mariadb: "syntax-error → DAYOFWEEK(taken) - 1",
    },
  ],
  [
    "a join without ON",
    "SELECT count(*) FROM purchase JOIN customer",
    {
      ...everywhere("syntax-error → customer ON purchase.customer_id = customer.id"),
      sqlite: "warning join-missing-condition → customer ON purchase.customer_id = customer.id",
      mariadb: "warning join-missing-condition → customer ON purchase.customer_id = customer.id",
    },
  ],
  [
    "an outer join without ON, in a subquery",
    "SELECT max(n) FROM (SELECT p.id AS n FROM purchase p LEFT JOIN customer c) t",
    {
      ...everywhere("syntax-error → customer c ON p.customer_id = c.id"),
      sqlite: "[[4]]",
    },
  ],
  [
    "DATEDIFF in days",
    'SELECT DATEDIFF(DAY, \'2024-03-01\', taken) FROM "Reading" WHERE "readingId" = 1',
    {
      sqlite: "unknown-function → CAST(julianday(date(taken)) - julianday(date('2024-03-01')) AS INTEGER)",
      duckdb: "unknown-function → date_diff('day', CAST('2024-03-01' AS DATE), CAST(taken AS DATE))",
      postgres: "unknown-function → CAST(taken AS date) - CAST('2024-03-01' AS date)",
      mariadb: "unknown-function → DATEDIFF(taken, '2024-03-01')",
    },
  ],
  [
    "DATEDIFF in months beside an operator",
    "SELECT DATEDIFF(month, '2024-01-01', taken) / 12 FROM \"Reading\"",
    {
      sqlite:
        "unknown-function → ((CAST(strftime('%Y', taken) AS INTEGER) - CAST(strftime('%Y', '2024-01-01') AS INTEGER)) * 12 + CAST(strftime('%m', taken) AS INTEGER) - CAST(strftime('%m', '2024-01-01') AS INTEGER))",
      duckdb: "unknown-function → date_diff('month', CAST('2024-01-01' AS DATE), CAST(taken AS DATE))",
      postgres:
        "unknown-function → ((EXTRACT(YEAR FROM CAST(taken AS date)) - EXTRACT(YEAR FROM CAST('2024-01-01' AS date))) * 12 + EXTRACT(MONTH FROM CAST(taken AS date)) - EXTRACT(MONTH FROM CAST('2024-01-01' AS date)))",
      mariadb:
        "unknown-function → PERIOD_DIFF(EXTRACT(YEAR_MONTH FROM taken), EXTRACT(YEAR_MONTH FROM '2024-01-01'))",
    },
  ],
  [
    "a date written day first",
    'SELECT "readingId" FROM "Reading" WHERE taken = \'05/03/2024\'',
    {
      sqlite: "warning date-format-mismatch → '2024-03-05'",
      duckdb: "warning fails-when-run → '2024-03-05'",
      postgres: "warning date-format-mismatch → '2024-05-03'",
      mariadb: "warning date-format-mismatch → '2024-05-03'",
    },
  ],
  [
    "an order against a date written day first",
    'SELECT "readingId" FROM "Reading" WHERE taken >= \'05/03/2024\'',
    {
      sqlite: "warning date-format-mismatch → '2024-05-03'",
      duckdb: "warning fails-when-run → '2024-03-05'",
      postgres: "warning date-format-mismatch → '2024-05-03'",
      mariadb: "warning date-format-mismatch → '2024-05-03'",
    },
  ],
  [
    "LEN",
    "SELECT LEN(name) FROM city WHERE id = 4",
    {
      ...everywhere("unknown-function → length(name)"),
      duckdb: "[[5]]",
      mariadb: "unknown-function → CHAR_LENGTH(name)",
    },
  ],
  [
    "IFNULL",
    "SELECT IFNULL(country, 'x') FROM city WHERE id = 4",
    { ...everywhere('[["FR"]]'), postgres: "unknown-function → coalesce(country, 'x')" },
  ],
  [
    "NVL",
    "SELECT NVL(country, 'x') FROM city WHERE id = 4",
    { ...everywhere("unknown-function → coalesce(country, 'x')"), mariadb: '[["FR"]]' },
  ],
  [
    "IIF",
    "SELECT IIF(id > 2, 1, 0) FROM city WHERE id = 4",
    {
      sqlite: "[[1]]",
      duckdb: "unknown-function → CASE WHEN id > 2 THEN 1 ELSE 0 END",
      postgres: "unknown-function → CASE WHEN id > 2 THEN 1 ELSE 0 END",
      mariadb: "unknown-function → CASE WHEN id > 2 THEN 1 ELSE 0 END",
    },
  ],
  [
    "IF",
    "SELECT IF(id > 2, 1, 0) FROM city WHERE id = 4",
    { ...everywhere("[[1]]"), postgres: "unknown-function → CASE WHEN id > 2 THEN 1 ELSE 0 END" },
  ],
  [
    "GROUP_CONCAT",
    "SELECT GROUP_CONCAT(name) FROM city WHERE id = 4",
    { ...everywhere('[["Paris"]]'), postgres: "unknown-function → string_agg(CAST(name AS text), ',')" },
  ],
  [
    "string_agg",
    "SELECT string_agg(name, ', ') FROM city WHERE id = 4",
    { ...everywhere('[["Paris"]]'), mariadb: "unknown-function → GROUP_CONCAT(name SEPARATOR ', ')" },
  ],
  [
    "texts put together by ||",
    "SELECT name || ', ' || country FROM city WHERE id = 4",
    {
      ...everywhere('[["Paris, FR"]]'),
      mariadb: "warning text-taken-for-zero → CONCAT(name, ', ', country)",
    },
  ],
  [
    "conditions put together by ||, where that is OR",
    {
      ...everywhere("SELECT id FROM city WHERE id = 1 OR id = 4 ORDER BY id"),
      mariadb: "SELECT id FROM city WHERE id = 1 || id = 4 ORDER BY id",
    },
    everywhere("[[1],[4]]"),
  ],
  ["CONCAT", "SELECT CONCAT(name, country) FROM city WHERE id = 4", everywhere('[["ParisFR"]]')],
];

describe.each(RUNNING)("the words of other dialects on %s", (engine) => {
  const ask = askedOn(engine);

  it.each(CASES)("are told as that engine takes them: %s", async (_, sql, said) => {
    expect(await ask(inQuotesOf(engine, sql))).toBe(said[engine]);
  });
});

for (const why of MISSING) it.skip(`the words of other dialects: ${why}`);
