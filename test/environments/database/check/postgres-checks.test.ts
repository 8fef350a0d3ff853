import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPostgresDriver } from "../../../../src/environments/database/drivers/postgres/postgres-driver.ts";
import {
  postgresIsMissing,
  type ScratchDatabase,
  scratchPostgresDatabase,
} from "../../../support/postgres.ts";
import { type CheckedDatabase, checkedDriver } from "./checked-database.ts";

const missing = await postgresIsMissing();

describe.skipIf(missing !== undefined)(`checks on PostgreSQL ${missing ?? ""}`, () => {
  let scratch: ScratchDatabase;
  let shop: CheckedDatabase;

  beforeAll(async () => {
    scratch = await scratchPostgresDatabase();
    await scratch.execute(`
      CREATE TABLE city (city_id int PRIMARY KEY, city_name text, country text);
      CREATE TABLE customer (id int PRIMARY KEY, full_name text, city_id int REFERENCES city(city_id), joined date, zip text, active boolean);
      INSERT INTO city VALUES (1,'Lisbon','Portugal'),(2,'Porto','Portugal'),(3,'Vigo','Spain');
      INSERT INTO customer SELECT 100 + i, 'Customer ' || i, 1 + i % 3, date '2020-01-01' + i, (i * 7)::text, i % 2 = 0 FROM generate_series(0, 29) i;`);
    shop = await checkedDriver(await openPostgresDriver({ url: scratch.url }));
  });

  afterAll(async () => {
    await shop?.close();
    await scratch?.drop();
  });

  it.each([
    ["a text compared with a number", "SELECT * FROM customer WHERE zip = 7", "type-mismatch", "'7'"],
    ["the label of a foreign key", "SELECT * FROM customer WHERE city_id = 'Vigo'", "type-mismatch", "3"],
    ["a value in double quotes", 'SELECT * FROM city WHERE city_name = "Porto"', "unknown-column", "'Porto'"],
    ["a bare column", "SELECT country, COUNT(*) FROM city", "bare", 'group_by("country")'],
    [
      "another dialect's function",
      "SELECT IFNULL(zip, '-') FROM customer",
      "unknown-function",
      "coalesce(zip, '-')",
    ],
    [
      "a date in another form",
      "SELECT * FROM customer WHERE joined = '23/01/2020'",
      "type-mismatch",
      "'2020-01-23'",
    ],
    ["a number for a boolean", "SELECT * FROM customer WHERE active = 1", "type-mismatch", "TRUE"],
    ["LIMIT with a comma", "SELECT * FROM city LIMIT 1, 2", "syntax-error", "LIMIT 2 OFFSET 1"],
    ["a misspelt value", "SELECT * FROM city WHERE city_name = 'Lisbom'", "value-not-found", "'Lisbon'"],
    ["numbers as text, ordered", "SELECT * FROM customer ORDER BY zip", "text-compared-as-number", undefined],
    [
      "a join without a key",
      "SELECT COUNT(*) FROM customer c JOIN city t ON c.id = t.city_id",
      "join-no-overlap",
      "c.city_id = t.city_id",
    ],
  ])("tell what would work: %s", async (_, sql, code, suggestion) => {
    const { codes, suggestions } = await shop.check(sql);
    expect(codes.join(" ")).toContain(code === "bare" ? "aggregate-misuse" : code);
    if (suggestion !== undefined) expect(suggestions[0]?.text).toBe(suggestion);
  });

  it.each([
    "SELECT t.city_name, COUNT(*) FROM customer c JOIN city t USING (city_id) WHERE c.active GROUP BY t.city_name",
    "SELECT EXTRACT(YEAR FROM joined), COUNT(*) FROM customer GROUP BY 1 ORDER BY 1",
    "SELECT DISTINCT ON (country) country, city_name FROM city ORDER BY country, city_name",
    "SELECT * FROM customer WHERE joined > DATE '2020-01-10' AND full_name ILIKE 'customer%'",
  ])("pass without a warning: %s", async (sql) => {
    const { codes } = await shop.check(sql);
    expect(codes).toEqual([]);
  });
});

if (missing !== undefined) it.skip(`checks on PostgreSQL: ${missing}`);
