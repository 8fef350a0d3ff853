import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openPostgresDriver } from "../../../../src/environments/database/drivers/postgres/postgres-driver.ts";
import { restrictDriver } from "../../../../src/environments/database/privacy/restricted-driver.ts";
import {
  postgresIsMissing,
  type ScratchDatabase,
  scratchPostgresDatabase,
} from "../../../support/postgres.ts";

const signal = new AbortController().signal;
const missing = await postgresIsMissing();
const open: (() => Promise<void>)[] = [];

describe.skipIf(missing !== undefined)("On PostgreSQL under a policy, an extension", () => {
  let database: ScratchDatabase;
  beforeEach(async () => {
    database = await scratchPostgresDatabase();
    await database.execute(`
      CREATE EXTENSION citext; CREATE EXTENSION pgcrypto; CREATE EXTENSION tablefunc;
      CREATE TABLE users (id integer PRIMARY KEY, email citext, ssn text); INSERT INTO users VALUES (1, 'ada@example.com', 'CANARY-1');
      CREATE TABLE orders (id integer PRIMARY KEY, note text, total numeric); INSERT INTO orders VALUES (1, 'a-b', 10), (2, 'c-d', 20);`);
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((close) => close()));
    await database.drop();
  });

  async function restricted() {
    const whole = await openPostgresDriver({ url: database.url });
    open.push(() => whole.close());
    const driver = await restrictDriver(whole, { deny: ["users.ssn"], mask: ["users.email"] }, signal);
    const { tables } = await driver.introspect(signal);
    return {
      dialect: driver.dialect,
      tables,
      ask: async (sql: string) =>
        (await driver.query(sql, [], { maxRows: 100, milliseconds: 5000, signal })).rows,
    };
  }

  test("leaves the engine's own functions usable whose names it has, too", async () => {
    const { ask, dialect } = await restricted();
    expect(
      await ask(
        "SELECT max(total), min(total), max(replace(split_part(note, '-', 2), 'd', 'x')) FROM orders",
      ),
    ).toEqual([[20, 10, "x"]]);
    expect(await ask("SELECT max(email) FROM users")).toEqual([["***"]]);
    expect(await ask("SELECT gen_random_uuid() IS NULL")).toEqual([[false]]);
    expect(dialect.functions.has("max")).toBe(true);
  });

  test("leaves a function of the database's own refused that has the name of one of the engine's", async () => {
    await database.execute(
      "CREATE FUNCTION max(a text, b text) RETURNS text LANGUAGE sql AS 'SELECT ssn FROM users LIMIT 1'",
    );
    const { ask } = await restricted();
    await expect(ask("SELECT max(total) FROM orders")).rejects.toThrow("function max does not exist");
    await expect(ask("SELECT max('a', 'b')")).rejects.toThrow("function max does not exist");
  });

  test("brings no function along that may be called and is not the engine's", async () => {
    const { ask } = await restricted();
    await expect(ask("SELECT digest('x', 'md5')")).rejects.toThrow("function digest does not exist");
    await expect(ask("SELECT ('x'::text).dearmor")).rejects.toThrow("function dearmor does not exist");
    await expect(ask("SELECT * FROM normal_rand(1, 1, 1)")).rejects.toThrow(
      "function normal_rand does not exist",
    );
  });

  test("hides no column or view that calls one of its functions in C, whatever that is called in its library", async () => {
    await database.execute(`
      CREATE TABLE files (id integer PRIMARY KEY, body text, sum text GENERATED ALWAYS AS (encode(digest(body, 'md5'), 'hex')) STORED);
      INSERT INTO files (id, body) VALUES (1, 'x'); CREATE VIEW sums AS SELECT id, encode(digest(body, 'md5'), 'hex') AS sum FROM files;`);
    const { ask } = await restricted();
    expect(await ask("SELECT f.sum = s.sum FROM files f JOIN sums s USING (id)")).toEqual([[true]]);
  });

  test("and a function whose search path ends with pg_temp hide nothing that calls them", async () => {
    await database.execute(`
      CREATE FUNCTION doubled(n numeric) RETURNS numeric LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS 'SELECT n * 2';
      CREATE TABLE prices (id integer, net numeric, double numeric GENERATED ALWAYS AS (doubled(net)) STORED); INSERT INTO prices (id, net) VALUES (1, 3);
      CREATE VIEW doubles AS SELECT doubled(total) AS double FROM orders;`);
    const { ask } = await restricted();
    expect(await ask("SELECT double FROM prices UNION ALL SELECT double FROM doubles ORDER BY 1")).toEqual([
      [6],
      [20],
      [40],
    ]);
  });
});
