import { describe, expect, it } from "vitest";
import { everywhere } from "../../../support/per-engine.ts";
import { askedOn, type Case, inQuotesOf, MISSING, RUNNING } from "./asked-on.ts";

const CASES: readonly Case[] = [
  [
    "integers beyond 2^53",
    'SELECT "Big Value" + 1 FROM "Reading" WHERE "Big Value" = 9007199254740993',
    everywhere('[["9007199254740994"]]'),
  ],
  [
    "their sum and exact decimals",
    'SELECT SUM("Big Value"), MAX(exact) FROM "Reading"',
    { ...everywhere('[[0,"12345678901234567890.5000000000"]]'), sqlite: "[[0,12345678901234567000]]" },
  ],
  [
    "NULLs beside them",
    'SELECT "Big Value" FROM "Reading" ORDER BY "readingId"',
    everywhere('[["9007199254740993"],["-9007199254740993"],[null]]'),
  ],
  [
    "a count divided by a number",
    "SELECT COUNT(*) / 3 FROM city",
    {
      ...everywhere("warning integer-division → CAST(COUNT(*) AS REAL) / 3"),
      duckdb: "[[1.3333333333333333]]",
      mariadb: "[[1.3333]]",
    },
  ],
  [
    "an integer column divided by a number",
    "SELECT quantity / 2 FROM purchase_line WHERE purchase_id = 4",
    {
      ...everywhere("warning integer-division → CAST(quantity AS REAL) / 2"),
      duckdb: "[[0.5]]",
      mariadb: "[[0.5]]",
    },
  ],
  [
    "a division by zero",
    "SELECT 1 / 0",
    { ...everywhere("[[null]]"), duckdb: '[["Infinity"]]', postgres: "warning fails-when-run" },
  ],
  [
    "numbers kept as text against a number",
    "SELECT title FROM product WHERE stock > 10 ORDER BY id",
    {
      sqlite:
        "warning text-compared-as-number → CAST(replace(replace(stock, ' ', ''), ',', '.') AS REAL) > 10",
      duckdb: "type-mismatch → TRY_CAST(replace(replace(stock, ' ', ''), ',', '.') AS DOUBLE)",
      postgres: "type-mismatch → CAST(nullif(replace(replace(stock, ' ', ''), ',', '.'), '') AS numeric)",
      mariadb: '[["Red lamp"],["Desk"]]',
    },
  ],
  [
    "numbers kept as text against a text",
    "SELECT title FROM product WHERE stock > '10'",
    {
      sqlite:
        "warning text-compared-as-number → CAST(replace(replace(stock, ' ', ''), ',', '.') AS REAL) > 10",
      duckdb:
        "warning text-compared-as-number → TRY_CAST(replace(replace(stock, ' ', ''), ',', '.') AS DOUBLE) > 10",
      postgres:
        "warning text-compared-as-number → CAST(nullif(replace(replace(stock, ' ', ''), ',', '.'), '') AS numeric) > 10",
      mariadb:
        "warning text-compared-as-number → CAST(REPLACE(REPLACE(stock, ' ', ''), ',', '.') AS DECIMAL(38, 10)) > 10",
    },
  ],
  [
    "numbers kept as text in an order",
    "SELECT title FROM product ORDER BY stock",
    {
      sqlite: "warning text-compared-as-number → CAST(replace(replace(stock, ' ', ''), ',', '.') AS REAL)",
      duckdb:
        "warning text-compared-as-number → TRY_CAST(replace(replace(stock, ' ', ''), ',', '.') AS DOUBLE)",
      postgres:
        "warning text-compared-as-number → CAST(nullif(replace(replace(stock, ' ', ''), ',', '.'), '') AS numeric)",
      mariadb:
        "warning text-compared-as-number → CAST(REPLACE(REPLACE(stock, ' ', ''), ',', '.') AS DECIMAL(38, 10))",
    },
  ],
  [
    "the greatest of numbers kept as text",
    "SELECT MAX(stock) FROM product",
    {
      sqlite: "warning text-compared-as-number → CAST(replace(replace(stock, ' ', ''), ',', '.') AS REAL)",
      duckdb:
        "warning text-compared-as-number → TRY_CAST(replace(replace(stock, ' ', ''), ',', '.') AS DOUBLE)",
      postgres:
        "warning text-compared-as-number → CAST(nullif(replace(replace(stock, ' ', ''), ',', '.'), '') AS numeric)",
      mariadb:
        "warning text-compared-as-number → CAST(REPLACE(REPLACE(stock, ' ', ''), ',', '.') AS DECIMAL(38, 10))",
    },
  ],
  [
    "a sum of numbers kept as text",
    "SELECT SUM(stock) FROM product",
    {
      ...everywhere("[[128]]"),
      duckdb: "unknown-function → TRY_CAST(replace(replace(stock, ' ', ''), ',', '.') AS DOUBLE)",
      postgres: "unknown-function → CAST(nullif(replace(replace(stock, ' ', ''), ',', '.'), '') AS numeric)",
    },
  ],
  ["a number in quotes", "SELECT name FROM city WHERE id = '2'", everywhere('[["New York"]]')],
  [
    "a column that the groups do not determine",
    "SELECT title, COUNT(*) FROM purchase_line JOIN product ON product.id = product_id GROUP BY price",
    {
      ...everywhere('[["Red lamp",2],["Blue lamp",2],["Desk",2]]'),
      duckdb: 'aggregate-misuse → group_by("price, title")',
      postgres: 'aggregate-misuse → group_by("price, title")',
    },
  ],
  [
    "a column beside an aggregate",
    "SELECT name, COUNT(*) FROM city",
    {
      ...everywhere('warning bare-column → group_by("name")'),
      duckdb: 'aggregate-misuse → group_by("name")',
      postgres: 'aggregate-misuse → group_by("name")',
    },
  ],
  [
    "an aggregate in WHERE",
    "SELECT title FROM product WHERE price = MAX(price)",
    everywhere("aggregate-misuse → (SELECT MAX(price) FROM product)"),
  ],
  [
    "a count in WHERE",
    "SELECT country FROM city WHERE COUNT(*) > 1 GROUP BY country",
    everywhere('aggregate-misuse → having("COUNT(*) > 1")'),
  ],
];

describe.each(RUNNING)("numbers and groups on %s", (engine) => {
  const ask = askedOn(engine);

  it.each(CASES)("are told as that engine takes them: %s", async (_, sql, said) => {
    expect(await ask(inQuotesOf(engine, sql))).toBe(said[engine]);
  });
});

for (const why of MISSING) it.skip(`numbers and groups: ${why}`);
