import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SqlDriver } from "../../../../../src/environments/database/driver/sql-driver.ts";
import { openPostgresDriver } from "../../../../../src/environments/database/drivers/postgres/postgres-driver.ts";
import { rejectsWith } from "../../../../../src/testing/test-runner.ts";
import {
  clusterIsMissing,
  type PostgresCluster,
  postgresCluster,
} from "../../../../support/postgres-cluster.ts";
import { statementOptions } from "../sql-driver-queries.ts";

const missing = clusterIsMissing();
const ONE = [[1]];

describe.skipIf(missing !== undefined)(`A PostgreSQL server that goes away ${missing ?? ""}`, () => {
  let cluster: PostgresCluster;
  let driver: SqlDriver;

  beforeAll(async () => {
    cluster = await postgresCluster(["max_connections = 10"]);
    driver = await openPostgresDriver({ url: cluster.url, connectMilliseconds: 1500 });
  }, 60_000);
  afterAll(async () => {
    await driver?.close();
    cluster?.remove();
  });

  const one = async () => (await driver.query("SELECT 1", [], statementOptions())).rows;
  const sleeping = (milliseconds = 20_000) =>
    driver.query("SELECT pg_sleep(60)", [], statementOptions({ milliseconds }));
  /** After a statement has reached the server. */
  const begun = () => new Promise((resolve) => setTimeout(resolve, 300));

  it.each(["fast", "immediate"] as const)(
    "is said to be unavailable when stopped in the middle (%s), and answers again once it runs",
    async (mode) => {
      const running = [sleeping(), sleeping()].map((each) => rejectsWith("engine-unavailable", each));
      await begun();
      cluster.stop(mode);
      await Promise.all(running);
      const error = await rejectsWith("engine-unavailable", one());
      expect(error.message).toBe(`The PostgreSQL server at 127.0.0.1:${cluster.port} answers no more.`);
      await cluster.start();
      expect(await one()).toEqual(ONE);
    },
    60_000,
  );

  it("does not hang whoever asks it when it hangs, and answers when it goes on", async () => {
    await one();
    cluster.signal("SIGSTOP");
    try {
      const error = await rejectsWith("engine-timeout", sleeping(500));
      expect(error.message).toBe("The statement ran longer than 500 ms and was stopped.");
      expect((await rejectsWith("engine-unavailable", one())).message).toContain("answers no more");
    } finally {
      cluster.signal("SIGCONT");
    }
    expect(await one()).toEqual(ONE);
  }, 60_000);

  it("is waited for where the role has fewer connections than statements", async () => {
    await driver.query("SELECT 1", [], statementOptions());
    const owner = new (await import("pg")).default.Client({ connectionString: cluster.url });
    await owner.connect();
    await owner.query("CREATE ROLE narrow LOGIN CONNECTION LIMIT 1");
    const url = cluster.url.replace("postgres@", "narrow@");
    const narrow = await openPostgresDriver({ url });
    try {
      const results = await Promise.all(
        [1, 2, 3].map((n) => narrow.query(`SELECT ${n}, pg_sleep(0.3)`, [], statementOptions())),
      );
      expect(results.map(({ rows }) => rows[0]?.[0])).toEqual([1, 2, 3]);
      // A connection to cancel over is not to be had.
      const controller = new AbortController();
      const bounds = statementOptions({ signal: controller.signal, milliseconds: 60_000 });
      const running = rejectsWith("cancelled", narrow.query("SELECT pg_sleep(60)", [], bounds));
      await begun();
      controller.abort();
      await running;
      const asleep =
        "SELECT 1 FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(60)' AND state = 'active'";
      await expect.poll(async () => (await owner.query(asleep)).rowCount, { timeout: 10_000 }).toBe(0);
      expect((await narrow.query("SELECT 1", [], statementOptions())).rows).toEqual(ONE);
    } finally {
      await narrow.close();
      await owner.end();
    }
  }, 60_000);

  it("tells a server without a connection left from one that is not there", async () => {
    const owner = new (await import("pg")).default.Client({ connectionString: cluster.url });
    await owner.connect();
    await owner.query("CREATE ROLE nobody_more LOGIN CONNECTION LIMIT 0");
    await owner.end();
    const url = cluster.url.replace("postgres@", "nobody_more@");
    const error = await rejectsWith("engine-unavailable", openPostgresDriver({ url }));
    expect(error.message).toContain("has no connection left");
  }, 60_000);
});

if (missing !== undefined) it.skip(`PostgreSQL servers that go away: ${missing}`);
