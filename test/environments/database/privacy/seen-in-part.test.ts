import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SqlDriver } from "../../../../src/environments/database/driver/sql-driver.ts";
import { SqlEngineError } from "../../../../src/environments/database/driver/sql-engine-error.ts";
import { openPostgresDriver } from "../../../../src/environments/database/drivers/postgres/postgres-driver.ts";
import { restrictDriver } from "../../../../src/environments/database/privacy/restricted-driver.ts";
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

  test("can be named with its schema, and its columns by the table's name", async () => {
    const sql = `SELECT users.name, orders.total FROM ${home}.users JOIN ${home}.orders ON orders.user_id = users.id ORDER BY 2`;
    expect(await ask(driver, sql)).toEqual([
      ["Ada", 10],
      ["Bob", 20],
    ]);
    expect((await complaint(driver, `SELECT users.ssn FROM ${home}.users`)).kind).toBe("unknown-column");
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
  },
);
