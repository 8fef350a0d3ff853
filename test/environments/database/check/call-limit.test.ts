import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import {
  createDatabaseEnvironment,
  type DatabaseEnvironment,
} from "../../../../src/environments/database/create-database-environment.ts";
import type { SqlDriver } from "../../../../src/environments/database/driver/sql-driver.ts";
import { openSqliteDriver } from "../../../../src/environments/database/drivers/sqlite/sqlite-driver.ts";
import { FuxiError } from "../../../../src/errors/fuxi-error.ts";
import { testContext } from "../../../../src/testing/environment-under-test.ts";
import { SHOP_SQL } from "../../../support/shop-database.ts";
import { ShopSession } from "../../../support/shop-session.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const LIMIT = 10_000;
/** What compiling a statement takes on the slow engine. */
const COMPILING = 40;

const chain = Array.from(
  { length: 500 },
  (_, i) => `c${i} AS (SELECT id FROM ${i === 0 ? "city" : `c${i - 1}`})`,
);

const CASES: readonly (readonly [about: string, sql: string])[] = [
  [
    "every clause of which is slow",
    `SELECT x.id, count(*) FROM purchase x, purchase y WHERE x.id < y.id AND x.placed_on = '2023-02-11'
      GROUP BY x.id HAVING count(*) > 1 ORDER BY 2 LIMIT 5`,
  ],
  ["of 500 tables, each made of the one before", `WITH ${chain.join(", ")} SELECT count(*) FROM c499`],
];

describe("check_query on an engine whose statements take all the time that they are given", () => {
  let environment: DatabaseEnvironment;
  let driver: SqlDriver;
  beforeAll(async () => {
    const cacheFolder = temporaryFolder();
    const path = join(cacheFolder, "shop.sqlite");
    const database = new DatabaseSync(path);
    for (const sql of SHOP_SQL) database.exec(sql);
    database.close();
    driver = await openSqliteDriver({ path, poolSize: 1 });
    environment = await createDatabaseEnvironment({ id: "shop", driver, cacheFolder, indexMode: "memory" });
  });
  afterAll(() => environment?.close());
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it.each(CASES)("keeps a query to the limit of the call: %s", async (_, query) => {
    const context = testContext();
    const limited = { ...context, limits: { ...context.limits, milliseconds: LIMIT } };
    const session = await ShopSession.open(environment, "?", limited);
    // Only the engine moves this clock.
    vi.useFakeTimers({ toFake: ["Date"] });
    const pass = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);
    const { compile } = driver;
    vi.spyOn(driver, "compile").mockImplementation((...given) => {
      pass(COMPILING);
      return compile.apply(driver, given);
    });
    const asked = vi.spyOn(driver, "query").mockImplementation((_sql, _parameters, { milliseconds }) => {
      pass(milliseconds);
      return Promise.reject(new FuxiError("engine-timeout", "It took too long."));
    });
    const began = Date.now();
    const { data } = await session.act("check_query", { query });
    expect(data).toEqual({ sql: query });
    expect(asked).toHaveBeenCalled();
    expect(Date.now() - began).toBeLessThanOrEqual(LIMIT);
  });
});
