import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SqlDriver } from "../../../../../src/environments/database/driver/sql-driver.ts";
import { openMysqlDriver } from "../../../../../src/environments/database/drivers/mysql/mysql-driver.ts";
import { mariadbIsMissing, type ScratchMariadb, scratchMariadb } from "../../../../support/mariadb.ts";

const missing = await mariadbIsMissing();
const never = new AbortController().signal;

describe.skipIf(missing !== undefined)(`What the indexes of MariaDB tell of columns ${missing ?? ""}`, () => {
  let database: ScratchMariadb;
  let reader: SqlDriver;
  const user = `fuxi_${Math.random().toString(36).slice(2, 10)}`;

  beforeAll(async () => {
    database = await scratchMariadb();
    const { name } =
      ((await database.execute("SELECT DATABASE() AS name")) as readonly { readonly name: string }[])[0] ??
      {};
    for (const sql of [
      // All pages are sampled, and only when told: the server's own estimate differs from time to time.
      `CREATE TABLE visit (id INT PRIMARY KEY, code VARCHAR(20), latin VARCHAR(20), note VARCHAR(60), secret VARCHAR(20),
        KEY (code), KEY beginning (note(8)), KEY alike (latin(1))) STATS_PERSISTENT=1 STATS_AUTO_RECALC=0 STATS_SAMPLE_PAGES=10000`,
      "INSERT INTO visit SELECT seq, CONCAT('V', seq), CONCAT('a', seq % 2), MD5(seq), 'hidden' FROM seq_1_to_60000",
      "ANALYZE TABLE visit",
      `CREATE USER ${user}@'%' IDENTIFIED BY 'choose one'`,
      `GRANT SELECT (id, code, latin, note) ON ${name}.visit TO ${user}@'%'`,
    ])
      await database.execute(sql);
    reader = await openMysqlDriver({ url: database.urlWith({ user, password: "choose one" }) });
  }, 60_000);
  afterAll(async () => {
    await reader?.close();
    await database?.execute(`DROP USER ${user}@'%'`);
    await database?.drop();
  });

  it("is whether a value is found without reading the table", async () => {
    const found = (await reader.columnStatistics?.([{ name: "visit" }], never)) ?? [];
    const told = Object.fromEntries(found.map(({ column, indexed }) => [column, indexed]));
    // An index of beginnings counts where they differ; a column that the user may not read is left out.
    expect(told).toEqual({ id: true, code: true, latin: false, note: true });
  });
});

if (missing !== undefined) it.skip(`MariaDB statistics: ${missing}`);
