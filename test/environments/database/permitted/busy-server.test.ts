import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_ACT_LIMITS } from "../../../../src/environment/act-context.ts";
import {
  createDatabaseEnvironment,
  type DatabaseEnvironment,
} from "../../../../src/environments/database/create-database-environment.ts";
import type { SqlDriver } from "../../../../src/environments/database/driver/sql-driver.ts";
import { openPostgresDriver } from "../../../../src/environments/database/drivers/postgres/postgres-driver.ts";
import { rankTables } from "../../../../src/environments/database/schema/rank-tables.ts";
import { testContext } from "../../../../src/testing/environment-under-test.ts";
import {
  postgresIsMissing,
  type ScratchDatabase,
  scratchPostgresDatabase,
} from "../../../support/postgres.ts";
import { SHOP_SQL } from "../../../support/shop-database.ts";

const missing = await postgresIsMissing();
const { signal } = new AbortController();

describe.skipIf(missing !== undefined)(`On a server that is written to all the time ${missing ?? ""}`, () => {
  let scratch: ScratchDatabase;
  let environment: DatabaseEnvironment;
  let driver: SqlDriver;
  /** Statements that read tables, not the catalog. */
  const asked: string[] = [];

  beforeAll(async () => {
    scratch = await scratchPostgresDatabase();
    for (const sql of SHOP_SQL) await scratch.execute(sql);
    await scratch.execute("ANALYZE");
    const real = await openPostgresDriver({ url: scratch.url });
    driver = {
      ...real,
      async dataVersion(signal) {
        // Somebody writes, here or in another database of the server, before each look at the version.
        await scratch.execute("SELECT pg_current_xact_id()");
        return real.dataVersion(signal);
      },
      query(sql, parameters, bounds) {
        asked.push(sql);
        return real.query(sql, parameters, bounds);
      },
    };
    environment = await createDatabaseEnvironment({
      id: "shop",
      driver,
      cacheFolder: "",
      indexMode: "memory",
    });
  });
  afterAll(async () => {
    await environment?.close();
    await scratch?.drop();
  });

  const labels = async (question: string) => {
    const context = testContext({ limits: { ...DEFAULT_ACT_LIMITS, milliseconds: 600_000 } });
    const workspace = await environment.openWorkspace({ question }, context);
    const list = (await environment.permittedActions?.(workspace, { limit: 30 }, context)) ?? [];
    return list.flatMap((each) => (each.type === "action" ? each.label : []));
  };

  it("values that the question names are offered as they were read last", async () => {
    const offered = await labels("Which customers joined in 2021 and live in york, and bought desks?");
    expect(environment.index.state().complete).toBe(false);
    expect(offered).toContain("find_columns_containing_value(York)");
    expect(offered).toContain("find_columns_containing_value(Desk)");
    expect(offered).toContain("get_distinct_values(customer, status)");
  });

  it("offering the next actions reads no table for each word, and no list of codes again", async () => {
    await labels("Which customers live in york?");
    asked.length = 0;
    await labels(
      "Which customers live in york, in Paris or in łódź, and which of them bought a desk or a lamp?",
    );
    expect(asked.filter((sql) => /SELECT DISTINCT/u.test(sql))).toEqual([]);
    expect(asked.length).toBeLessThan(5);
  });

  it("a question's values still tell which tables matter", async () => {
    await environment.index.findFuzzy("York", { limit: 1, signal });
    const services = { driver, index: environment.index, schema: await driver.introspect(signal) };
    const ranked = await rankTables(services, "Who is from York?", signal);
    expect(ranked[0]?.table.name).toBe("city");
  });

  it("what is found so is not taken for what the database holds", async () => {
    const options = { limit: 5, signal };
    await environment.index.findFuzzy("Chair", options);
    await scratch.execute("UPDATE product SET title = 'Stool' WHERE title = 'Chair'");
    const asRead = await environment.index.findExact("chair", { ...options, asLastRead: true });
    expect(asRead.matches.map(({ value }) => value)).toEqual(["Chair"]);
    expect((await environment.index.findExact("Chair", options)).matches).toEqual([]);
    await scratch.execute("UPDATE product SET title = 'Chair' WHERE title = 'Stool'");
  });
});

if (missing !== undefined) it.skip(`PostgreSQL that is written to: ${missing}`);
