import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  type DuckdbDriver,
  openDuckdbDriver,
} from "../../../../../src/environments/database/drivers/duckdb/duckdb-driver.ts";
import { statementOptions } from "../../../../../src/testing/sql-driver-queries.ts";
import { asDuckdbOwner } from "../../../../support/duckdb-owner.ts";
import { temporaryFolder } from "../../../../support/temporary-folder.ts";

const path = join(temporaryFolder(), "shop.duckdb");
let driver: DuckdbDriver;

beforeAll(async () => {
  await asDuckdbOwner(
    path,
    'CREATE TABLE item (id INTEGER, "Unit Name" VARCHAR, tags STRUCT(a INTEGER))',
    "INSERT INTO item VALUES (1, 'Desk', {'a': 3}), (2, 'Lamp', NULL)",
    "CREATE SCHEMA sales",
    "CREATE TABLE sales.shop (id INTEGER, city VARCHAR)",
    "CREATE VIEW seen AS SELECT id + 1 AS id FROM item",
  );
  driver = await openDuckdbDriver({ path });
});
afterAll(() => driver?.close());

const origins = async (sql: string) => {
  const { columns } = await driver.query(sql, [], statementOptions());
  const compiled = await driver.compile(sql, new AbortController().signal);
  expect(compiled.map(({ origin }) => origin)).toEqual(columns.map(({ origin }) => origin));
  return columns.map(({ origin }) => (origin === undefined ? "" : `${origin.table}.${origin.column}`));
};

it.each<readonly [string, readonly string[]]>([
  ['SELECT ID AS n, "unit name" FROM Item', ["item.id", "item.Unit Name"]],
  ["SELECT i.id, s.city FROM item i LEFT JOIN sales.shop s ON s.id = i.id", ["item.id", "shop.city"]],
  ["SELECT id, city, count(*) FROM sales.shop GROUP BY ALL", ["shop.id", "shop.city", ""]],
  ["SELECT * FROM item", ["item.id", "item.Unit Name", "item.tags"]],
  ["FROM sales.shop", ["shop.id", "shop.city"]],
  // The table's column comes before a name that is given beside it.
  ["SELECT 1 AS id, id FROM item", ["", "item.id"]],
])("DuckDB's plain columns of base tables come from these: %s", async (sql, expected) => {
  expect(await origins(sql)).toEqual(expected);
});

it.each([
  "SELECT id + 1 FROM item",
  "SELECT CAST(id AS INTEGER) FROM item",
  "SELECT tags.a FROM item",
  "SELECT rowid FROM item",
  "SELECT id FROM seen",
  "SELECT * FROM seen",
  "SELECT id FROM (SELECT id + 1 AS id FROM item) item",
  "WITH item AS (SELECT 7 AS id) SELECT id FROM item",
  "SELECT id FROM item JOIN sales.shop USING (id)",
  "SELECT city FROM sales.shop, (SELECT 1 AS n)",
  'SELECT b FROM item AS x("Unit Name", b, c)',
  "SELECT id FROM item UNION ALL SELECT id FROM sales.shop",
  "SELECT id FROM item GROUP BY ROLLUP (id)",
  "SELECT * EXCLUDE (id) FROM item",
  "SELECT * REPLACE (id + 1 AS id) FROM item",
  "SELECT i.*, 1 FROM item i",
  "SELECT COLUMNS('id') FROM item",
  "SELECT id FROM range(3) AS item(id)",
  "SELECT max(id) OVER () FROM item",
  "SELECT item FROM item",
  "EXPLAIN SELECT id FROM item",
])(
  "DuckDB's result has no origin where a value is made, or a name could mean something else: %s",
  async (sql) => {
    const { columns } = await driver.query(sql, [], statementOptions());
    expect(columns.map(({ origin }) => origin)).toEqual(columns.map(() => undefined));
  },
);
