import { describe, expect, it } from "vitest";
import { everywhere } from "../../../support/per-engine.ts";
import { askedOn, type Case, inQuotesOf, MISSING, RUNNING } from "./asked-on.ts";

const CASES: readonly Case[] = [
  ["a misspelt column", "SELECT nmae FROM city", everywhere("unknown-column → name")],
  ["a misspelt table", "SELECT * FROM custmer", everywhere("unknown-table → customer")],
  ["a column in camel case", "SELECT homeCityId FROM customer", everywhere("unknown-column → home_city_id")],
  [
    "names in other letters than declared, folded or not",
    "SELECT NAME FROM CITY",
    { ...everywhere('[["Łódź"],["New York"],["York"],["Paris"]]'), mariadb: "unknown-table → city" },
  ],
  [
    "a mixed-case table in small letters",
    'SELECT "readingId" FROM reading ORDER BY 1',
    {
      ...everywhere("[[1],[2],[3]]"),
      postgres: 'unknown-table → "Reading"',
      mariadb: "unknown-table → Reading",
    },
  ],
  [
    "a mixed-case column in capitals",
    'SELECT READINGID FROM "Reading" ORDER BY 1',
    { ...everywhere("[[1],[2],[3]]"), postgres: 'unknown-column → "readingId"' },
  ],
  [
    "a name with a space, without quotes",
    'SELECT Big Value FROM "Reading"',
    {
      ...everywhere("unknown-column → `Big Value`"),
      duckdb: 'syntax-error → "Big Value"',
      postgres: 'unknown-column → "Big Value"',
    },
  ],
  [
    "a name with a space, as snake case",
    'SELECT big_value FROM "Reading"',
    {
      ...everywhere("unknown-column → `Big Value`"),
      duckdb: 'unknown-column → "Big Value"',
      postgres: 'unknown-column → "Big Value"',
    },
  ],
  [
    "a value in double quotes",
    everywhere('SELECT name FROM city WHERE country = "FR"'),
    { ...everywhere('[["Paris"]]'), duckdb: "unknown-column → 'FR'", postgres: "unknown-column → 'FR'" },
  ],
  [
    "a name in backticks",
    "SELECT `name` FROM city WHERE id = 1",
    { ...everywhere('[["Łódź"]]'), duckdb: "syntax-error → name", postgres: "syntax-error → name" },
  ],
  [
    "a value without quotes",
    "SELECT name FROM city WHERE country = Paris",
    everywhere("unknown-column → 'Paris'"),
  ],
  [
    "a column that two tables have",
    "SELECT id FROM customer JOIN city ON customer.home_city_id = city.id",
    everywhere("ambiguous-column → customer.id"),
  ],
  [
    "set operations of different widths",
    "SELECT id FROM city UNION SELECT id, name FROM city",
    everywhere("column-count-mismatch"),
  ],
  ["a misspelt keyword", "SELECT name FROM city GROPU BY name", everywhere("syntax-error → GROUP")],
  [
    "a misspelt function",
    "SELECT COUTN(*) FROM city",
    { ...everywhere("unknown-function → COUNT"), mariadb: "syntax-error" },
  ],
  ["a bracket left open", "SELECT (name FROM city", everywhere("syntax-error")],
  ["two statements", "SELECT 1; SELECT 2", everywhere("multiple-statements")],
  ["a statement that writes", "DELETE FROM city", everywhere("not-read-only")],
];

describe.each(RUNNING)("names and slips on %s", (engine) => {
  const ask = askedOn(engine);

  it.each(CASES)("are told as that engine takes them: %s", async (_, sql, said) => {
    expect(await ask(inQuotesOf(engine, sql))).toBe(said[engine]);
  });
});

for (const why of MISSING) it.skip(`names and slips: ${why}`);
