import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SqlDriver } from "../../../../src/environments/database/driver/sql-driver.ts";
import { SqlEngineError } from "../../../../src/environments/database/driver/sql-engine-error.ts";
import { openMysqlDriver } from "../../../../src/environments/database/drivers/mysql/mysql-driver.ts";
import { openPostgresDriver } from "../../../../src/environments/database/drivers/postgres/postgres-driver.ts";
import { restrictDriver } from "../../../../src/environments/database/privacy/restricted-driver.ts";
import { mariadbIsMissing, type ScratchMariadb, scratchMariadb } from "../../../support/mariadb.ts";
import {
  postgresIsMissing,
  type ScratchDatabase,
  scratchPostgresDatabase,
} from "../../../support/postgres.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { engines, opened, policyFor } from "./engines.ts";

const signal = new AbortController().signal;

async function ask(driver: SqlDriver, sql: string) {
  const { rows } = await driver.query(sql, [], { maxRows: 100, milliseconds: 5000, signal });
  return rows;
}

async function complaint(driver: SqlDriver, sql: string) {
  const error: unknown = await ask(driver, sql).catch((e: unknown) => e);
  if (!(error instanceof SqlEngineError)) throw new Error(`no complaint: ${JSON.stringify(error)}`);
  return error.facts;
}

describe.each(engines)("On $name, a table that is seen in part", (engine) => {
  const { name, home } = engine;
  let driver: SqlDriver;
  let done: () => Promise<void>;
  beforeAll(async () => {
    const at = await opened(engine, temporaryFolder());
    done = at.done;
    driver = await restrictDriver(at.driver, policyFor(name), signal);
  });
  afterAll(() => done());

  test("can be named with its schema before its columns, as any other", async () => {
    const names = [["Ada"], ["Bob"], ["Cy"]];
    expect(await ask(driver, `SELECT ${home}.users.name FROM ${home}.users ORDER BY 1`)).toEqual(names);
    expect(await ask(driver, `SELECT ${home}.users.name FROM users ORDER BY ${home}.users.name`)).toEqual(
      names,
    );
    expect(
      await ask(
        driver,
        `SELECT u.name, ${home}.orders.total FROM users u JOIN ${home}.orders ON ${home}.orders.user_id = u.id ORDER BY 2`,
      ),
    ).toEqual([
      ["Ada", 10],
      ["Bob", 20],
    ]);
    expect(await ask(driver, `SELECT ${home}.users.email FROM users WHERE ${home}.users.id = 1`)).toEqual([
      ["***"],
    ]);
    expect((await complaint(driver, `SELECT ${home}.users.ssn FROM ${home}.users`)).kind).toBe(
      "unknown-column",
    );
  });

  test("is never taken for something else of its name, in which the column would be looked for without the schema", async () => {
    const inner = `SELECT 7 AS id`;
    const meant = `SELECT name FROM ${home}.users WHERE EXISTS (WITH users AS (${inner}) SELECT 1 FROM users WHERE ${home}.users.id = 7)`;
    const rows = await ask(driver, meant).catch((error: unknown) => error);
    if (!(rows instanceof SqlEngineError)) expect(rows).toEqual([]);
  });

  test("can be narrowed by a CTE that is called like it", async () => {
    expect(
      await ask(
        driver,
        `WITH users AS (SELECT id, name, email FROM ${home}.users WHERE age > 10) SELECT name, email FROM users ORDER BY id`,
      ),
    ).toEqual([
      ["Ada", "***"],
      ["Bob", null],
    ]);
    expect(
      (await complaint(driver, `WITH users AS (SELECT * FROM ${home}.users) SELECT ssn FROM users`)).kind,
    ).toBe("unknown-column");
  });
});

const ROW_NAMES: Readonly<Record<string, string>> = {
  SQLite: "rowid",
  PostgreSQL: "ctid",
  DuckDB: "rowid",
  "data files": "rowid",
};
describe.each(engines.filter(({ name }) => ROW_NAMES[name] !== undefined))(
  "On $name, the rows of a table that is seen in part",
  (engine) => {
    test("have no number of the engine's own, and the key is told that is to be used instead", async () => {
      const row = ROW_NAMES[engine.name] ?? "";
      const { driver: whole, done } = await opened(engine, temporaryFolder());
      const driver = await restrictDriver(whole, policyFor(engine.name), signal);
      const statements = [
        `SELECT ${row}, name FROM users`,
        `SELECT name FROM users u WHERE u.${row} IS NULL`,
      ];
      if (engine.name === "SQLite")
        statements.push('SELECT "rowid" FROM users', 'SELECT 1 FROM users WHERE "ROWID" = 1');
      for (const sql of statements) {
        const { kind, advice } = await complaint(driver, sql);
        expect([kind, advice?.toLowerCase()]).toEqual([
          "unknown-column",
          expect.stringContaining(`of users only a part can be read, without ${row}`),
        ]);
        if (engine.name !== "data files") expect(advice).toContain("its key is id.");
      }
      expect(await ask(driver, `SELECT id AS "${row}" FROM users ORDER BY 1`)).toEqual([[1], [2], [3]]);
      await done();
    });
  },
);

describe("On SQLite, a table that is seen in part", () => {
  test("is read without the index that a statement names", async () => {
    const engine = engines.find(({ name }) => name === "SQLite");
    if (engine === undefined) return;
    const { driver: whole, done } = await opened(engine, temporaryFolder());
    const driver = await restrictDriver(whole, policyFor("SQLite"), signal);
    expect(
      await ask(driver, "SELECT u.name FROM users AS u INDEXED BY sqlite_autoindex_users_1 WHERE u.id = 2"),
    ).toEqual([["Bob"]]);
    await done();
  });
});

const noPostgres = await postgresIsMissing();
describe.skipIf(noPostgres !== undefined)(
  `On PostgreSQL, the key of a table that is seen in part ${noPostgres ?? ""}`,
  () => {
    let database: ScratchDatabase;
    let driver: SqlDriver;
    beforeAll(async () => {
      database = await scratchPostgresDatabase();
      await database.execute(`
      CREATE TABLE app_user (id integer PRIMARY KEY, name text, mail text, born json, pin text);
      INSERT INTO app_user VALUES (1, 'Ada', 'a@x', '{}', 'p'), (2, 'Bob', NULL, NULL, 'q'), (3, 'Ada', 'c@x', '[]', 'r');`);
      driver = await restrictDriver(
        await openPostgresDriver({ url: database.url }),
        { deny: ["*.pin"], mask: ["app_user.mail"] },
        signal,
      );
    });
    afterAll(async () => {
      await driver?.close();
      await database?.drop();
    });

    test("stands for no other columns in GROUP BY, which have to be named there", async () => {
      expect((await complaint(driver, "SELECT u.name FROM app_user u GROUP BY u.id")).kind).toBe(
        "aggregate-misuse",
      );
      expect(
        await ask(
          driver,
          "SELECT u.name, u.mail FROM app_user u GROUP BY u.id, u.name, u.mail ORDER BY u.id",
        ),
      ).toEqual([
        ["Ada", "***"],
        ["Bob", null],
        ["Ada", "***"],
      ]);
    });

    test("goes without TABLESAMPLE, and it is said what takes as many rows", async () => {
      const { advice } = await complaint(driver, "SELECT name FROM app_user TABLESAMPLE BERNOULLI (10)");
      expect(advice).toContain("WHERE random() < 0.01");
      expect(await ask(driver, "SELECT count(*)::int FROM app_user WHERE random() < 2")).toEqual([[3]]);
    });
  },
);

const noMariadb = await mariadbIsMissing();
describe.skipIf(noMariadb !== undefined)(
  `On MariaDB, a table that is seen in part ${noMariadb ?? ""}`,
  () => {
    let database: ScratchMariadb;
    let driver: SqlDriver;
    beforeAll(async () => {
      database = await scratchMariadb();
      await database.execute(
        "CREATE TABLE guest (id int PRIMARY KEY, town varchar(20), pin varchar(20), KEY by_town (town), KEY by_pin (pin))",
      );
      await database.execute("INSERT INTO guest VALUES (1, 'Oslo', 'p'), (2, 'Rome', 'q')");
      driver = await restrictDriver(
        await openMysqlDriver({ url: database.url }),
        { deny: ["guest.pin"] },
        signal,
      );
    });
    afterAll(async () => {
      await driver?.close();
      await database?.drop();
    });

    test.each([
      "SELECT g.id FROM guest g USE INDEX (by_town) WHERE g.town = 'Oslo'",
      "SELECT id FROM guest FORCE INDEX (by_town, PRIMARY) WHERE town = 'Oslo'",
      "SELECT id FROM guest USE INDEX FOR JOIN (by_town) IGNORE INDEX FOR ORDER BY (PRIMARY) WHERE town = 'Oslo'",
      "SELECT g.id FROM guest AS g IGNORE KEY (by_town) JOIN guest h USE INDEX () ON h.id = g.id WHERE g.town = 'Oslo'",
    ])("is read without the index that a statement names: %s", async (sql) => {
      expect(await ask(driver, sql)).toEqual([[1]]);
    });

    test("does not tell by a hint whether there is an index on what is hidden", async () => {
      const rows = async (name: string) =>
        ask(driver, `SELECT id FROM guest USE INDEX (${name}) ORDER BY id`);
      expect(await rows("by_pin")).toEqual(await rows("by_nothing"));
    });
  },
);
