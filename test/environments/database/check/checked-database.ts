import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll } from "vitest";
import type { ActContext } from "../../../../src/environment/act-context.ts";
import type { Finding, Suggestion, ToolFailure } from "../../../../src/environment/tool-failure.ts";
import {
  createDatabaseEnvironment,
  type DatabaseEnvironment,
} from "../../../../src/environments/database/create-database-environment.ts";
import type { SqlDriver } from "../../../../src/environments/database/driver/sql-driver.ts";
import { openSqliteDriver } from "../../../../src/environments/database/drivers/sqlite/sqlite-driver.ts";
import { testContext } from "../../../../src/testing/environment-under-test.ts";

/** What the checks say about a whole query. */
export interface Said {
  readonly failure: ToolFailure | undefined;
  readonly warnings: readonly Finding[];
  readonly notes: readonly Finding[];
  /** Of failure and warnings. */
  readonly codes: readonly string[];
  /** Of the failure, or else of the first warning. */
  readonly suggestions: readonly Suggestion[];
}

export interface CheckedDatabase {
  readonly environment: DatabaseEnvironment;
  readonly driver: SqlDriver;
  readonly context: ActContext;
  check(sql: string): Promise<Said>;
  close(): Promise<void>;
}

/** A SQLite database made by the script, its value index built, with optional descriptions (file name to CSV text). */
export async function checkedSqlite(script: string): Promise<CheckedDatabase> {
  const folder = mkdtempSync(join(tmpdir(), "fuxi-check-"));
  const path = join(folder, "test.sqlite");
  const database = new DatabaseSync(path);
  database.exec(script);
  database.close();
  const checked = await checkedDriver(await openSqliteDriver({ path, poolSize: 1 }));
  return {
    ...checked,
    async close() {
      await checked.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A database made by the script for the tests of a file or a group, and closed after them. */
export function checkedForTests(script: string): () => CheckedDatabase {
  let opened: CheckedDatabase | undefined;
  beforeAll(async () => {
    opened = await checkedSqlite(script);
  });
  afterAll(() => opened?.close());
  return () => opened as CheckedDatabase;
}

export async function checkedDriver(driver: SqlDriver): Promise<CheckedDatabase> {
  const environment = await createDatabaseEnvironment({
    id: "test",
    driver,
    cacheFolder: tmpdir(),
    indexMode: "memory",
  });
  const context = testContext();
  await environment.index.ensureBuilt({ signal: context.signal });
  const workspace = await environment.openWorkspace(undefined, context);
  return {
    environment,
    driver,
    context,
    async check(sql) {
      const action = { environment: "test", tool: "check_query", arguments: { query: sql } };
      const { failure, observation } = await environment.act(workspace, action, context);
      const warnings = observation?.warnings ?? [];
      return {
        failure,
        warnings,
        notes: observation?.notes ?? [],
        codes: [...(failure ? [failure.code] : []), ...warnings.map((warning) => warning.code)],
        suggestions: failure?.suggestions ?? warnings[0]?.suggestions ?? [],
      };
    },
    close: () => environment.close(),
  };
}

/** A small shop, with what real databases have: codes, dates in two forms, numbers as text, NULLs, a table without declared keys. */
export const SHOP = `
CREATE TABLE city (city_id INTEGER PRIMARY KEY, city_name TEXT, country TEXT);
CREATE TABLE customer (
  id INTEGER PRIMARY KEY, full_name TEXT, city_id INTEGER REFERENCES city(city_id), birthday TEXT, joined TEXT, phone TEXT, sex TEXT);
CREATE TABLE product (id INTEGER PRIMARY KEY, product_name TEXT, price_text TEXT, weight INTEGER, size TEXT);
CREATE TABLE sale (
  id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customer(id), product_id INTEGER REFERENCES product(id),
  quantity INTEGER, sold_on TEXT, remark TEXT);
CREATE TABLE parcel (parcel_no INTEGER PRIMARY KEY, sale_id INTEGER, weight INTEGER);
INSERT INTO city VALUES (1,'Lisbon','Portugal'),(2,'Porto','Portugal'),(3,'Vigo','Spain'),(4,'Sevilla','Spain');
WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i+1 FROM n WHERE i < 39)
INSERT INTO customer SELECT 100+i,
  CASE i % 4 WHEN 0 THEN 'Ana Lopes ' WHEN 1 THEN 'Rui Costa ' WHEN 2 THEN 'Eva Blanco ' ELSE 'Iker Sanz ' END || i,
  1 + i % 4, printf('%02d/%02d/19%02d', 1 + i % 28, 1 + i % 12, 60 + i), printf('20%02d-%02d-%02dT08:30:00', 10 + i % 9, 1 + i % 12, 1 + i % 28),
  printf('+351 %d', 900000 + i), CASE WHEN i % 2 = 0 THEN 'F' ELSE 'M' END FROM n;
WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i+1 FROM n WHERE i < 19)
INSERT INTO product SELECT 500+i, CASE i WHEN 0 THEN 'Olive Oil' WHEN 1 THEN 'Sea Salt' ELSE 'Article ' || i END,
  CAST(5 + i * 7 AS TEXT), 10 + i, CASE i % 3 WHEN 0 THEN 'S' WHEN 1 THEN 'M' ELSE 'L' END FROM n;
WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i+1 FROM n WHERE i < 299)
INSERT INTO sale SELECT 5000+i, 100 + i % 37, 500 + i % 19, 1 + i % 5, printf('2023-%02d-%02d', 1 + i % 12, 1 + i % 28),
  CASE WHEN i % 10 = 0 THEN 'gift' END FROM n;
WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i+1 FROM n WHERE i < 99)
INSERT INTO parcel SELECT 1+i, 5000 + i * 3, 10 + i % 20 FROM n;
`;
