import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CheckedDatabase, checkedSqlite, SHOP } from "./checked-database.ts";

let shop: CheckedDatabase;
beforeAll(async () => {
  shop = await checkedSqlite(SHOP);
});
afterAll(() => shop.close());

const REFUSED: readonly (readonly [
  name: string,
  sql: string,
  code: string,
  clause: string,
  suggestion: string,
])[] = [
  ["a misspelt column", "SELECT full_nmae FROM customer", "unknown-column", "select", "full_name"],
  ["a column in camel case", "SELECT fullName FROM customer", "unknown-column", "select", "full_name"],
  ["a column in the plural", "SELECT quantities FROM sale", "unknown-column", "select", "quantity"],
  [
    "a column of another table at hand",
    "SELECT c.city_name FROM customer c JOIN city t ON c.city_id = t.city_id",
    "unknown-column",
    "select",
    "t.city_name",
  ],
  [
    "a table's name hidden by its alias",
    "SELECT customer.full_name FROM customer AS c",
    "unknown-column",
    "select",
    "c.full_name",
  ],
  [
    "a column of a table that is not joined",
    "SELECT full_name FROM customer WHERE country = 'Spain'",
    "unknown-column",
    "where",
    "customer JOIN city ON customer.city_id = city.city_id",
  ],
  [
    "an alias whose join is missing",
    "SELECT T2.city_name FROM customer AS T1",
    "unknown-column",
    "select",
    "customer AS T1 JOIN city AS T2 ON T1.city_id = T2.city_id",
  ],
  [
    "a value without quotes",
    "SELECT * FROM city WHERE city_name = Porto",
    "unknown-column",
    "where",
    "'Porto'",
  ],
  ["a misspelt table", "SELECT * FROM custmer", "unknown-table", "from", "customer"],
  ["a table in the plural", "SELECT * FROM products", "unknown-table", "from", "product"],
  [
    "a column that two tables have",
    "SELECT id FROM customer JOIN sale ON customer.id = sale.customer_id",
    "ambiguous-column",
    "select",
    "customer.id",
  ],
  ["a misspelt function", "SELECT COUTN(*) FROM sale", "unknown-function", "select", "COUNT"],
  [
    "an aggregate in WHERE",
    "SELECT * FROM product WHERE weight = MAX(weight)",
    "aggregate-misuse",
    "where",
    "(SELECT MAX(weight) FROM product)",
  ],
  [
    "a count in WHERE",
    "SELECT country FROM city WHERE COUNT(*) > 1 GROUP BY country",
    "aggregate-misuse",
    "where",
    'having("COUNT(*) > 1")',
  ],
  ["a misspelt keyword", "SELECT country FROM city GROPU BY country", "syntax-error", "from", "GROUP"],
];

describe("what the engine refuses", () => {
  it.each(REFUSED)("is explained with what would work: %s", async (_, sql, code, clause, suggestion) => {
    const { failure } = await shop.check(sql);
    expect(failure?.code).toBe(code);
    expect(failure?.suggestions[0]?.text).toBe(suggestion);
    expect(failure?.part?.clause).toBe(clause);
  });

  it("names the place in the clause by offsets", async () => {
    const sql = "SELECT full_name FROM customer WHERE city_idd = 1";
    const { failure } = await shop.check(sql);
    const { start = 0, end = 0 } = failure?.part ?? {};
    expect(sql.slice(start, end)).toBe("city_idd");
  });

  it("says which columns the table has", async () => {
    const { failure } = await shop.check("SELECT t.nothing_like_it FROM city t");
    expect(failure?.message).toContain("city_id, city_name, country");
  });
});
