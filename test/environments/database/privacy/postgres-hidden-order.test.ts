import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SqlDriver } from "../../../../src/environments/database/driver/sql-driver.ts";
import type { SqlValue } from "../../../../src/environments/database/driver/sql-value.ts";
import { openPostgresDriver } from "../../../../src/environments/database/drivers/postgres/postgres-driver.ts";
import type { PrivacyPolicy } from "../../../../src/environments/database/privacy/privacy-policy.ts";
import { restrictDriver } from "../../../../src/environments/database/privacy/restricted-driver.ts";
import {
  postgresIsMissing,
  type ScratchDatabase,
  scratchPostgresDatabase,
} from "../../../support/postgres.ts";

const missing = await postgresIsMissing();
const signal = new AbortController().signal;
/** Rows stand in the order of the key; the pay is in another one. Rows are wide, so that the planner prefers what is narrow. */
const ROWS = `SELECT i, 'n' || i, 'c' || i % 100, 's' || i * 7919 % 20011, i * 7919 % 20011, repeat('x', 300) FROM generate_series(1, 20000) i`;
const COLUMNS = "(id integer, name text, city text, ssn text, pay integer, note text)";
const STATEMENTS: readonly string[] = [
  `CREATE TABLE staff ${COLUMNS}`,
  "CREATE INDEX staff_pay_id ON staff (pay, id)",
  "CREATE INDEX staff_city_pay ON staff (city, pay)",
  `CREATE TABLE coded ${COLUMNS}`,
  "CREATE INDEX coded_city_ssn ON coded (city, lower(ssn))",
  `CREATE TABLE carried ${COLUMNS}`,
  "CREATE INDEX carried_pay ON carried (pay) INCLUDE (id)",
  "CREATE INDEX carried_city ON carried (city) INCLUDE (pay)",
  "CREATE TABLE parts (id integer, name text, city text, ssn text, pay integer, note text) PARTITION BY RANGE (id)",
  "CREATE TABLE parts_1 PARTITION OF parts FOR VALUES FROM (0) TO (100000)",
  "CREATE INDEX parts_1_pay_id ON parts_1 (pay, id)",
  "CREATE VIEW ids AS SELECT id FROM staff",
  ...["staff", "coded", "carried", "parts"].map((name) => `INSERT INTO ${name} ${ROWS}`),
  "CREATE TABLE teams (id integer PRIMARY KEY, note text)",
  "INSERT INTO teams SELECT i, repeat('x', 300) FROM generate_series(20000, 1, -1) i",
];

const payOf = (id: number): number => (id * 7919) % 20011;
const ssnOf = (id: number): string => `s${payOf(id)}`;

/** How many of the rows come behind the one before them by what is hidden, from 0 to 1. */
function shareInOrder<T extends string | number>(hidden: (id: number) => T) {
  return (ids: readonly number[]): number => {
    const inOrder = ids.filter((id, at) => at > 0 && hidden(id) >= hidden(ids[at - 1] ?? 0));
    return inOrder.length / (ids.length - 1);
  };
}

describe.skipIf(missing !== undefined)("On PostgreSQL", () => {
  let database: ScratchDatabase;
  const open = async (policy?: PrivacyPolicy): Promise<SqlDriver> => {
    const driver = await openPostgresDriver({ url: database.url });
    return policy === undefined ? driver : restrictDriver(driver, policy, signal);
  };
  const ask = async (driver: SqlDriver, sql: string, parameters: readonly SqlValue[] = []) =>
    (
      await driver.query(sql, parameters, { maxRows: 100_000, milliseconds: 20_000, signal })
    ).rows.flat() as number[];
  let plain: SqlDriver;
  let restricted: SqlDriver;

  beforeAll(async () => {
    database = await scratchPostgresDatabase();
    for (const sql of STATEMENTS) await database.execute(sql);
    await database.execute("VACUUM (ANALYZE) staff, coded, carried, parts, teams");
    plain = await open();
    restricted = await open({ mask: ["*.pay"], deny: ["*.ssn"] });
  });
  afterAll(async () => {
    await plain?.close();
    await restricted?.close();
    await database?.drop();
  });

  test.each<[string, (readonly SqlValue[])?]>([
    ["SELECT id FROM staff"],
    ["SELECT id FROM staff /* that ends in a comment */ -- so"],
    ["SELECT s.id FROM (SELECT 1) AS one, public.staff s"],
    ["SELECT id FROM staff WHERE id <> $1", [7]],
    ["SELECT id FROM ids"],
    ["SELECT id FROM parts"],
    ["SELECT id FROM carried"],
    ["SELECT unnest(array_agg(id)) FROM staff"],
    ["SELECT id FROM (SELECT id, city FROM staff ORDER BY city LIMIT 150) x WHERE city = 'c0'"],
    ["SELECT id FROM (SELECT id, city FROM coded ORDER BY city LIMIT 150) x WHERE city = 'c0'"],
  ])("rows do not come in the order of a hidden column: %s", async (sql, parameters = []) => {
    const before = await ask(plain, sql, parameters);
    const after = await ask(restricted, sql, parameters);
    const inOrder = sql.includes("coded") ? shareInOrder(ssnOf) : shareInOrder(payOf);
    expect(inOrder(before)).toBeGreaterThan(0.99);
    expect(inOrder(after)).toBeLessThan(0.8);
    expect(after).toHaveLength(before.length);
  });

  test("views that may be seen of a denied table do not tell of its order either", async () => {
    const driver = await open({ allow: ["ids", "teams"] });
    const ids = await ask(driver, "SELECT id FROM ids").finally(() => driver.close());
    expect(ids).toHaveLength(20_000);
    expect(shareInOrder(payOf)(ids)).toBeLessThan(0.8);
  });

  test("a complaint is about the statement that was given, at its place", async () => {
    await expect(ask(restricted, "SELECT id, nothing FROM staff")).rejects.toMatchObject({
      facts: { kind: "unknown-column", offset: 11 },
    });
    await expect(ask(restricted, "SELECT 1 / (id - id) FROM staff")).rejects.toThrow("division by zero");
  });

  test.each<[string, string, (readonly SqlValue[])?]>([
    ["of a table that is seen whole", "SELECT id FROM teams"],
    ["that only carries what is hidden", "SELECT city FROM carried WHERE city <> $1", ["x"]],
  ])("an index %s is read as before", async (_, sql, parameters = []) => {
    const before = await ask(plain, sql, parameters);
    expect(before).toEqual(before.toSorted((a, b) => (a < b ? -1 : 1)));
    expect(await ask(restricted, sql, parameters)).toEqual(before);
  });
});
