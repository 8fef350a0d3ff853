import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DatabaseEnvironment } from "../../../../src/environments/database/index.ts";
import { testContext } from "../../../../src/testing/environment-under-test.ts";
import { SHOPS, type Shop } from "../../../support/shop-database.ts";
import { ShopSession } from "../../../support/shop-session.ts";

const LIMIT = 1000;

const TABLES = [
  "CREATE TABLE t (a integer, b integer, c text)",
  `INSERT INTO t WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19999)
    SELECT i, i % 7, 'x' || i FROM n`,
];

const chain = Array.from(
  { length: 500 },
  (_, i) => `c${i} AS (SELECT a FROM ${i === 0 ? "t" : `c${i - 1}`})`,
);

const CASES: readonly (readonly [about: string, sql: string])[] = [
  [
    "every clause of which is slow",
    `SELECT x.a, count(*) FROM t x, t y, t z WHERE x.b + y.b > z.b AND x.c < y.c
      GROUP BY x.a HAVING count(*) > 3 ORDER BY 2 LIMIT 5`,
  ],
  ["of 500 tables, each made of the one before", `WITH ${chain.join(", ")} SELECT count(*) FROM c499`],
];

describe.each([SHOPS.sqlite, SHOPS.duckdb])("check_query on $engine", ({ create }) => {
  let shop: Shop;
  let environment: DatabaseEnvironment;
  beforeAll(async () => {
    shop = await create(TABLES);
    environment = await shop.open();
  });
  afterAll(async () => {
    await environment?.close();
    await shop?.drop();
  });

  it.each(CASES)("keeps a query to the limit of the call: %s", async (_, query) => {
    const context = testContext();
    const limited = { ...context, limits: { ...context.limits, milliseconds: LIMIT } };
    const session = await ShopSession.open(environment, "?", limited);
    const began = performance.now();
    await session.act("check_query", { query });
    expect(performance.now() - began).toBeLessThan(2 * LIMIT);
  });
});
