import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SqlDriver } from "../../../../../src/environments/database/driver/sql-driver.ts";
import { openMysqlDriver } from "../../../../../src/environments/database/drivers/mysql/mysql-driver.ts";
import {
  type MariadbCluster,
  mariadbCluster,
  mariadbClusterIsMissing,
} from "../../../../support/mariadb-cluster.ts";
import { refusalOf, statementOptions } from "../sql-driver-queries.ts";

const missing = mariadbClusterIsMissing();
const MODE = "ANSI_QUOTES,ONLY_FULL_GROUP_BY,PIPES_AS_CONCAT,NO_BACKSLASH_ESCAPES";

describe.skipIf(missing !== undefined)(
  `A MariaDB server with an sql_mode of its own ${missing ?? ""}`,
  () => {
    let cluster: MariadbCluster;
    let driver: SqlDriver;

    beforeAll(async () => {
      // Every session of a server has its sql_mode, those of other tests too.
      cluster = await mariadbCluster([`--sql-mode=${MODE}`]);
      await cluster.execute("CREATE TABLE kinds (id INT PRIMARY KEY, flag INT)");
      await cluster.execute("INSERT INTO kinds VALUES (1, 0)");
      driver = await openMysqlDriver({ url: cluster.url });
    }, 120_000);
    afterAll(async () => {
      await driver?.close();
      await cluster?.remove();
    });

    const rows = async (sql: string) => (await driver.query(sql, [], statementOptions())).rows;
    const kindOf = async (sql: string) =>
      (await refusalOf(driver.query(sql, [], statementOptions()), sql)).kind;

    it("is read by it: what quotes and backslashes mean, and what is joined by two bars", async () => {
      expect(driver.dialect.lexical).toMatchObject({
        doubleQuotesAreStrings: false,
        backslashEscapes: false,
      });
      expect(await rows(`SELECT "id", 'a\\' || 'b' FROM kinds`)).toEqual([[1, "a\\b"]]);
      expect(await rows(`SELECT ${driver.dialect.stringLiteral("it's \\ so")}`)).toEqual([["it's \\ so"]]);
    });

    it("groups by it", async () => {
      expect(driver.dialect.allowsBareColumns).toBe(false);
      expect(await kindOf("SELECT id, count(*) FROM kinds GROUP BY flag")).toBe("aggregate-misuse");
    });

    it("is guarded by it: a text ends where the server says that it does", async () => {
      expect(await kindOf(`SELECT 'a\\' INTO OUTFILE '/tmp/fuxi_attack' -- '`)).toBe("not-read-only");
    });
  },
);

if (missing !== undefined) it.skip(`MariaDB with an sql_mode of its own: ${missing}`);
