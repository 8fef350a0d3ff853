import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SqlDriver } from "../../../../src/environments/database/driver/sql-driver.ts";
import { openMysqlDriver } from "../../../../src/environments/database/drivers/mysql/mysql-driver.ts";
import { openSqliteDriver } from "../../../../src/environments/database/drivers/sqlite/sqlite-driver.ts";
import { restrictDriver } from "../../../../src/environments/database/privacy/restricted-driver.ts";
import { mariadbIsMissing, type ScratchMariadb, scratchMariadb } from "../../../support/mariadb.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const signal = new AbortController().signal;
const text = "varchar(20)";
/** Everybody's pay is in another order than the keys are, and in an index. */
const STATEMENTS: readonly string[] = [
  `CREATE TABLE staff (id integer PRIMARY KEY, name ${text}, city ${text}, ssn ${text} UNIQUE, pay integer)`,
  "INSERT INTO staff VALUES (1, 'Ada', 'x', 's3', 300), (2, 'Bob', 'x', 's1', 100), (3, 'Cy', 'x', 's2', 200), (4, 'Di', 'y', 's4', 50)",
  "CREATE INDEX staff_pay ON staff (pay)",
  "CREATE TABLE teams (id integer PRIMARY KEY, name varchar(20), city varchar(20), pay integer)",
  "INSERT INTO teams SELECT id, name, city, pay FROM staff",
  "CREATE INDEX teams_city_pay ON teams (city, pay)",
  "CREATE TABLE both_hidden (id integer PRIMARY KEY, a integer, b integer)",
  "INSERT INTO both_hidden VALUES (1, 3, 1), (2, 1, 3), (3, 2, 2)",
  "CREATE INDEX both_a ON both_hidden (a)",
  "CREATE INDEX both_b ON both_hidden (b)",
];
const POLICY = { deny: ["staff.ssn", "both_hidden.a", "both_hidden.b"], mask: ["*.pay"] };

const noMariadb = await mariadbIsMissing();
interface Place {
  readonly name: string;
  readonly open: () => Promise<{ readonly driver: SqlDriver; readonly drop: () => Promise<void> }>;
}
const PLACES: readonly Place[] = [
  {
    name: "SQLite",
    async open() {
      const path = join(temporaryFolder(), "staff.sqlite");
      const database = new DatabaseSync(path);
      for (const sql of STATEMENTS) database.exec(sql);
      database.close();
      return { driver: await openSqliteDriver({ path }), drop: async () => {} };
    },
  },
  ...(noMariadb === undefined
    ? [
        {
          name: "MariaDB",
          async open() {
            const database: ScratchMariadb = await scratchMariadb();
            for (const sql of STATEMENTS) await database.execute(sql);
            return { driver: await openMysqlDriver({ url: database.url }), drop: () => database.drop() };
          },
        },
      ]
    : []),
];

describe.each(PLACES)("On $name", ({ open }) => {
  let driver: SqlDriver;
  let drop: () => Promise<void>;
  const before = new Map<string, unknown>();
  const ask = async (sql: string) =>
    (await driver.query(sql, [], { maxRows: 100, milliseconds: 5000, signal })).rows.flat();
  const INVERTED = [
    "SELECT id FROM staff",
    "SELECT s.id FROM (SELECT 1) AS one, staff s",
    "SELECT id FROM both_hidden",
    "SELECT id FROM teams WHERE city = 'x'",
  ];

  beforeAll(async () => {
    ({ driver, drop } = await open());
    for (const sql of INVERTED) before.set(sql, await ask(sql));
    driver = await restrictDriver(driver, POLICY, signal);
  });
  afterAll(() => driver.close().finally(drop));

  test.each(INVERTED)("rows do not come in the order of a hidden column: %s", async (sql) => {
    const sorted = (before.get(sql) as number[]).toSorted();
    expect(before.get(sql)).not.toEqual(sorted);
    expect(await ask(sql)).toEqual(sorted);
  });

  test("an index of what is seen is still there to be looked into", async () => {
    expect(await ask("SELECT name FROM staff WHERE id = 2")).toEqual(["Bob"]);
    expect(await ask("SELECT count(*) FROM staff a JOIN teams b ON b.id = a.id")).toEqual([4]);
    expect(await ask("SELECT pay FROM teams WHERE city = 'y'")).toEqual(["***"]);
  });
});
