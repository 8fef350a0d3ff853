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
  ["TOP", "SELECT TOP 2 name FROM city", everywhere("syntax-error → SELECT name FROM city LIMIT 2")],
  [
    "FETCH FIRST",
    "SELECT name FROM city ORDER BY id FETCH FIRST 1 ROWS ONLY",
    { ...everywhere('[["Łódź"]]'), sqlite: "syntax-error → LIMIT 1" },
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
      duckdb: "unknown-function → if(id > 2, 1, 0)",
      postgres: "unknown-function → CASE WHEN id > 2 THEN 1 ELSE 0 END",
      mariadb: "unknown-function → IF(id > 2, 1, 0)",
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
