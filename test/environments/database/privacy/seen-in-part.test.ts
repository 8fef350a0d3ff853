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
      CREATE TABLE visit (id integer PRIMARY KEY, user_id integer, name text);
      CREATE TABLE seat (hall integer, place integer, kind text, pin text, PRIMARY KEY (hall, place));
      CREATE TABLE loose (id integer, name text, pin text);
      INSERT INTO app_user VALUES (1, 'Ada', 'a@x', '{}', 'p'), (2, 'Bob', NULL, NULL, 'q'), (3, 'Ada', 'c@x', '[]', 'r');
      INSERT INTO visit VALUES (1, 1, 'x'), (2, 1, 'y'), (3, 2, 'Bob');
      INSERT INTO seat VALUES (1, 1, 'box', 'p'), (1, 2, 'row', 'q');
      INSERT INTO loose VALUES (1, 'a', 'p'), (1, 'b', 'q');
      CREATE TABLE parent (id integer PRIMARY KEY, name text, pin text); CREATE TABLE child () INHERITS (parent);
      INSERT INTO parent VALUES (1, 'old', 'p'); INSERT INTO child VALUES (1, 'new', 'q');`);
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

    test.each([
      [
        "SELECT u.id, u.name FROM app_user u GROUP BY u.id ORDER BY 1",
        [
          [1, "Ada"],
          [2, "Bob"],
          [3, "Ada"],
        ],
      ],
      [
        "SELECT name, mail FROM app_user GROUP BY id ORDER BY id",
        [
          ["Ada", "***"],
          ["Bob", null],
          ["Ada", "***"],
        ],
      ],
      [
        "SELECT id, name FROM app_user GROUP BY 1 ORDER BY 1",
        [
          [1, "Ada"],
          [2, "Bob"],
          [3, "Ada"],
        ],
      ],
      [
        "SELECT u.id AS who, u.name FROM app_user u GROUP BY who ORDER BY 1",
        [
          [1, "Ada"],
          [2, "Bob"],
          [3, "Ada"],
        ],
      ],
      [
        "SELECT public.app_user.name, count(v.id)::int FROM public.app_user LEFT JOIN visit v ON v.user_id = public.app_user.id GROUP BY public.app_user.id ORDER BY public.app_user.id",
        [
          ["Ada", 2],
          ["Bob", 1],
          ["Ada", 0],
        ],
      ],
      ["SELECT name FROM app_user GROUP BY id HAVING name <> 'Bob' AND count(*) = 1", [["Ada"], ["Ada"]]],
      [
        "SELECT a.name, v.name FROM app_user a JOIN visit v USING (id) GROUP BY a.id, v.id ORDER BY v.id",
        [
          ["Ada", "x"],
          ["Bob", "y"],
          ["Ada", "Bob"],
        ],
      ],
      [
        "SELECT place, kind FROM seat GROUP BY (hall, place) ORDER BY place",
        [
          [1, "box"],
          [2, "row"],
        ],
      ],
      [
        "SELECT u.name FROM app_user u GROUP BY u.id UNION ALL SELECT v.name FROM visit v GROUP BY v.id ORDER BY 1",
        [["Ada"], ["Ada"], ["Bob"], ["Bob"], ["x"], ["y"]],
      ],
      ["WITH few AS (SELECT u.name FROM app_user u GROUP BY u.id) SELECT count(*)::int FROM few", [[3]]],
    ] as const)("stands for the columns that are seen: %s", async (sql, rows) => {
      expect(await ask(driver, sql)).toEqual(rows);
      expect(await driver.compile(sql, signal)).toHaveLength(rows[0].length);
    });

    test.each([
      ["what is grouped by a part of the key", "SELECT kind FROM seat GROUP BY hall"],
      ["a table without a key", "SELECT name FROM loose GROUP BY id"],
      ["a table whose children may repeat a key", "SELECT name FROM parent GROUP BY id"],
      [
        "another column of the key's name",
        "SELECT u.name FROM app_user u JOIN visit v ON true GROUP BY v.id",
      ],
      ["sets of which one is without the key", "SELECT u.name FROM app_user u GROUP BY ROLLUP (u.id)"],
      ["columns under other names", "SELECT u.name FROM app_user AS u(name, id) GROUP BY u.id"],
      [
        "a column of the key's name that another source may have",
        "SELECT u.name FROM (SELECT 1 AS a) s, app_user u FULL JOIN visit v USING (id) GROUP BY id",
      ],
    ])("stands for nothing in %s", async (_, sql) => {
      expect((await complaint(driver, sql)).kind).toBe("aggregate-misuse");
    });

    test("groups what its values tell apart, and no less: a query that the engine takes stays as it is", async () => {
      expect(await ask(driver, "SELECT count(*)::int FROM app_user GROUP BY name ORDER BY 1")).toEqual([
        [1],
        [2],
      ]);
    });

    test("is no help to columns that cannot be grouped by, and it is said what to write", async () => {
      const { advice, identifier, offset } = await complaint(
        driver,
        "SELECT u.born FROM app_user u GROUP BY u.id",
      );
      expect({ identifier, offset }).toEqual({ identifier: "u.born", offset: 7 });
      expect(advice).toContain("write (array_agg(u.born))[1]");
      expect(
        await ask(driver, "SELECT (array_agg(u.born))[1] FROM app_user u WHERE id = 1 GROUP BY u.id"),
      ).toEqual([["{}"]]);
    });

    test("goes without TABLESAMPLE, and it is said what takes as many rows", async () => {
      const { advice } = await complaint(driver, "SELECT name FROM app_user TABLESAMPLE BERNOULLI (10)");
      expect(advice).toContain("WHERE random() < 0.01");
      expect(await ask(driver, "SELECT count(*)::int FROM app_user WHERE random() < 2")).toEqual([[3]]);
    });

    test("leads to no column that is denied", async () => {
      expect((await complaint(driver, "SELECT u.pin FROM app_user u GROUP BY u.id")).kind).toBe(
        "unknown-column",
      );
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
