import { describe, expect, it } from "vitest";
import { everywhere } from "../../../support/per-engine.ts";
import { askedOn, type Case, inQuotesOf, MISSING, RUNNING } from "./asked-on.ts";

const CASES: readonly Case[] = [
  [
    "a misspelt value",
    "SELECT * FROM city WHERE name = 'Pariss'",
    everywhere("warning value-not-found → 'Paris'"),
  ],
  [
    "a value in other letters, where these count",
    "SELECT id FROM city WHERE name = 'PARIS'",
    { ...everywhere("warning value-not-found → 'Paris'"), mariadb: "[[4]]" },
  ],
  [
    "a pattern in other letters, where these count",
    "SELECT id FROM city WHERE name LIKE '%paris%'",
    {
      ...everywhere("[[4]]"),
      duckdb: "warning value-not-found → '%Paris%'",
      postgres: "warning value-not-found → '%Paris%'",
    },
  ],
  [
    "NULL compared by =",
    'SELECT name FROM customer WHERE "e mail" = NULL',
    {
      ...everywhere('warning null-comparison → "e mail" IS NULL'),
      mariadb: "warning null-comparison → `e mail` IS NULL",
    },
  ],
  [
    "NULLs at the end or the beginning of an order",
    'SELECT id FROM customer ORDER BY "e mail", id',
    {
      ...everywhere("[[2],[4],[1],[3]]"),
      duckdb: "[[1],[3],[2],[4]]",
      postgres: "[[1],[3],[2],[4]]",
    },
  ],
  ["NULLs that COUNT leaves out", 'SELECT COUNT("e mail") FROM customer', everywhere("[[2]]")],
  [
    "conditions that exclude each other",
    "SELECT * FROM customer WHERE status = 'A' AND status = 'B'",
    everywhere("warning contradiction → (status = 'A' OR status = 'B')"),
  ],
  [
    "conditions that only together leave nothing",
    "SELECT c.name FROM customer c JOIN city t ON c.home_city_id = t.id WHERE t.country = 'PL' AND c.status = 'B'",
    everywhere("[] empty-result"),
  ],
  [
    "a join on columns without a value in common",
    "SELECT c.name FROM customer c JOIN city t ON c.name = t.name",
    everywhere("warning join-no-overlap → c.home_city_id = t.id"),
  ],
  [
    "a join by comma without a condition",
    "SELECT COUNT(*) FROM customer, city",
    everywhere("warning join-missing-condition →  JOIN city ON customer.home_city_id = city.id"),
  ],
  [
    "rows that have no partner",
    "SELECT name FROM customer LEFT JOIN purchase ON purchase.customer_id = customer.id WHERE purchase.id IS NULL",
    everywhere('[["Di Ng"]] join-multiplies'),
  ],
  [
    "ties at the LIMIT",
    "SELECT status FROM customer ORDER BY status LIMIT 2",
    everywhere('[["A"],["A"]] tie-at-limit'),
  ],
  [
    "a condition on rows in HAVING",
    "SELECT country, COUNT(*) FROM city GROUP BY country HAVING country = 'FR'",
    everywhere("warning having-without-aggregate"),
  ],
];

describe.each(RUNNING)("values, NULLs, joins and limits on %s", (engine) => {
  const ask = askedOn(engine);

  it.each(CASES)("are told as that engine takes them: %s", async (_, sql, said) => {
    expect(await ask(inQuotesOf(engine, sql))).toBe(said[engine]);
  });
});

for (const why of MISSING) it.skip(`values, NULLs, joins and limits: ${why}`);
