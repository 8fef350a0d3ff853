import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SqlDriver } from "../../../../../src/environments/database/driver/sql-driver.ts";
import { openPostgresDriver } from "../../../../../src/environments/database/drivers/postgres/postgres-driver.ts";
import { rejectsWith } from "../../../../../src/testing/test-runner.ts";
import { type Pgbouncer, pgbouncerIsMissing, startPgbouncer } from "../../../../support/pgbouncer.ts";
import {
  postgresIsMissing,
  type ScratchDatabase,
  scratchPostgresDatabase,
} from "../../../../support/postgres.ts";
import { ENDLESS, refusalOf, statementOptions } from "../sql-driver-queries.ts";

const missing = pgbouncerIsMissing() ?? (await postgresIsMissing());
const never = new AbortController().signal;

describe.skipIf(missing !== undefined)(`PostgreSQL behind a pooler of transactions ${missing ?? ""}`, () => {
  let scratch: ScratchDatabase;
  let pooler: Pgbouncer;
  let driver: SqlDriver;

  beforeAll(async () => {
    scratch = await scratchPostgresDatabase();
    await scratch.execute(`CREATE SCHEMA sales; CREATE TABLE sales.item (id int PRIMARY KEY, name text);
      INSERT INTO sales.item SELECT n, 'item ' || n FROM generate_series(1, 100) AS n; ANALYZE`);
    pooler = await startPgbouncer(scratch.url, 2);
    driver = await openPostgresDriver({ url: `${pooler.url}?schemas=sales` });
  }, 60_000);
  afterAll(async () => {
    await driver?.close();
    await pooler?.stop();
    await scratch?.drop();
  });

  const rows = async (sql: string) => (await driver.query(sql, [], statementOptions())).rows;
  const active = async () =>
    (
      await scratch.execute(
        "SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%2000000000%' AND pid <> pg_backend_pid()",
      )
    ).rowCount;

  it("has its settings in every transaction, whichever connection it gets, and leaves none behind", async () => {
    const settings =
      "SELECT current_setting('search_path'), current_setting('transaction_read_only'), (SELECT count(*) FROM item)";
    const found = await Promise.all(Array.from({ length: 12 }, () => rows(settings)));
    expect(found).toEqual(Array(12).fill([['sales, "$user", public', "on", 100]]));
    const other = await openPostgresDriver({ url: pooler.url });
    try {
      const path = "SELECT current_setting('search_path')";
      expect((await other.query(path, [], statementOptions())).rows).toEqual([['"$user", public']]);
    } finally {
      await other.close();
    }
  });

  it("binds parameters, describes, introspects and reads statistics side by side", async () => {
    const [tables, columns, statistics, ...found] = await Promise.all([
      driver.introspect(never),
      driver.compile("SELECT id, name FROM item", never),
      driver.columnStatistics?.([{ name: "item" }], never),
      ...Array.from({ length: 20 }, (_, n) =>
        driver.query("SELECT name FROM item WHERE id = $1", [n + 1], statementOptions()),
      ),
    ]);
    expect(tables.tables.map(({ name }) => name)).toEqual(["item"]);
    expect(columns.map(({ name }) => name)).toEqual(["id", "name"]);
    expect(statistics?.map(({ indexed }) => indexed)).toEqual([true, false]);
    expect(found.map((each) => each.rows[0]?.[0])).toEqual(
      Array.from({ length: 20 }, (_, n) => `item ${n + 1}`),
    );
  });

  it("stops a cancelled statement, and no other, on the server", async () => {
    const controller = new AbortController();
    const bounds = statementOptions({ signal: controller.signal, milliseconds: 60_000 });
    const running = rejectsWith("cancelled", driver.query(ENDLESS, [], bounds));
    await expect.poll(active, { timeout: 10_000 }).toBe(1);
    const bystander = rows("SELECT 1, pg_sleep(1)");
    controller.abort();
    await running;
    await expect.poll(active, { timeout: 10_000 }).toBe(0);
    expect((await bystander)[0]?.[0]).toBe(1);
  });

  it("holds its guard", async () => {
    const sql = "SELECT set_config('transaction_read_only', 'off', true)";
    expect((await refusalOf(driver.query(sql, [], statementOptions()), sql)).kind).toBe("not-read-only");
    expect(await rows("SELECT current_setting('transaction_read_only')")).toEqual([["on"]]);
  });
});

if (missing !== undefined) it.skip(`PostgreSQL behind a pooler: ${missing}`);
