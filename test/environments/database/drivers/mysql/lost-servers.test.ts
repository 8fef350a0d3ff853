import mysql from "mysql2/promise";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SqlDriver } from "../../../../../src/environments/database/driver/sql-driver.ts";
import { SqlEngineError } from "../../../../../src/environments/database/driver/sql-engine-error.ts";
import { openMysqlDriver } from "../../../../../src/environments/database/drivers/mysql/mysql-driver.ts";
import { mysqlConnectFailure } from "../../../../../src/environments/database/drivers/mysql/mysql-failure.ts";
import { readMysqlUrl } from "../../../../../src/environments/database/drivers/mysql/mysql-url.ts";
import { rejectsWith } from "../../../../../src/testing/test-runner.ts";
import {
  type MariadbCluster,
  mariadbCluster,
  mariadbClusterIsMissing,
} from "../../../../support/mariadb-cluster.ts";
import { statementOptions } from "../sql-driver-queries.ts";

const missing = mariadbClusterIsMissing();
const ONE = [[1]];
/** Counts for minutes, and hears that it is to stop at each row. */
const ENDLESS = "SELECT count(*) FROM seq_1_to_1000000 a JOIN seq_1_to_1000000 b ON a.seq + b.seq < 0";

describe.skipIf(missing !== undefined)(`A MariaDB server that goes away ${missing ?? ""}`, () => {
  let cluster: MariadbCluster;
  let driver: SqlDriver;

  beforeAll(async () => {
    // Besides these the server keeps one for its owner.
    cluster = await mariadbCluster(["--max-connections=10"]);
    for (const [user, limit] of [
      ["reader", ""],
      ["hourly", "WITH MAX_CONNECTIONS_PER_HOUR 1"],
    ] as const) {
      await cluster.execute(`CREATE USER ${user}@'%' ${limit}`);
      await cluster.execute(`GRANT SELECT ON shop.* TO ${user}@'%'`);
    }
    driver = await openMysqlDriver({ url: urlAs("reader"), connectMilliseconds: 1500 });
  }, 60_000);
  afterAll(async () => {
    await driver?.close();
    await cluster?.remove();
  });

  const urlAs = (user: string) => cluster.url.replace("root@", `${user}@`);
  const one = async () => (await driver.query("SELECT 1", [], statementOptions())).rows;
  const owner = () => mysql.createConnection({ uri: cluster.url });

  /** Does this to the statement on the server until it has ended: what comes between its parts (it is prepared first) may go by without effect. */
  async function toRunning(action: "KILL" | "KILL QUERY", running: Promise<unknown>): Promise<void> {
    let hasEnded = false;
    const end = () => {
      hasEnded = true;
    };
    running.then(end, end);
    const connection = await owner();
    try {
      while (!hasEnded) {
        const [rows] = await connection.query<({ readonly id: number } & mysql.RowDataPacket)[]>(
          "SELECT id FROM information_schema.processlist WHERE info LIKE 'SELECT count(*) FROM seq%'",
        );
        // It may have ended since.
        for (const { id } of rows) await connection.query(`${action} ${id}`).catch(() => {});
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    } finally {
      await connection.end();
    }
  }

  const endless = () => driver.query(ENDLESS, [], statementOptions({ milliseconds: 60_000 }));

  it("says that a statement was stopped on the server, and answers the next one", async () => {
    const running = endless().then(
      () => undefined,
      (reason: unknown) => reason,
    );
    await toRunning("KILL QUERY", running);
    const error = await running;
    expect(error).toBeInstanceOf(SqlEngineError);
    expect((error as SqlEngineError).facts).toEqual({
      kind: "other",
      engineMessage: "The statement was stopped by somebody on the server. It may be tried again.",
    });
    expect(await one()).toEqual(ONE);
  });

  it("says that a connection was ended on the server, and answers over another one", async () => {
    const running = rejectsWith("engine-unavailable", endless());
    await toRunning("KILL", running);
    expect((await running).message).toContain("went away in the middle of a statement");
    expect(await one()).toEqual(ONE);
  });

  it("without a connection left says so, and what would help; and answers once one is free", async () => {
    const held: mysql.Connection[] = [];
    try {
      await driver.close();
      for (;;) {
        const uri = urlAs("reader");
        const connection = await mysql.createConnection({ uri }).catch(() => undefined);
        if (connection === undefined) break;
        held.push(connection);
      }
      const error = await rejectsWith("engine-unavailable", openMysqlDriver({ url: urlAs("reader") }));
      expect(error.message).toContain("has no connection left");
      expect(error.hint).toContain("max_connections");
      const opening = openMysqlDriver({ url: urlAs("reader"), connectMilliseconds: 1500 });
      await held.pop()?.end();
      driver = await opening;
      expect(await one()).toEqual(ONE);
    } finally {
      await Promise.all(held.map((each) => each.end()));
    }
  }, 60_000);

  it("is not waited for where the user has used up its hour", async () => {
    await (await mysql.createConnection({ uri: urlAs("hourly") })).end();
    const error = await rejectsWith("engine-unavailable", openMysqlDriver({ url: urlAs("hourly") }));
    expect(error.message).toContain("has had its share");
    expect(error.hint).toContain("MAX_CONNECTIONS_PER_HOUR");
  });
});

describe("A MySQL server that takes no connection", () => {
  const address = readMysqlUrl("mysql://ann@db.example/shop");

  it.each([
    [1129, "blocks this machine", "FLUSH HOSTS"],
    [1053, "is starting or shutting down", "when it runs"],
    [1040, "has no connection left", "max_connections"],
  ])("says why, and never as whom: %s", (errno, message, hint) => {
    const error = mysqlConnectFailure({ errno, message: "Host 'ann.example' and so on" }, address);
    expect(error).toMatchObject({ code: "engine-unavailable" });
    expect(error.message).toContain(message);
    expect(error.hint).toContain(hint);
    expect(error.message).not.toContain("ann");
  });
});

if (missing !== undefined) it.skip(`MariaDB servers that go away: ${missing}`);
