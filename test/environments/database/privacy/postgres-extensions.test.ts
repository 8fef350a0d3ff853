import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openPostgresDriver } from "../../../../src/environments/database/drivers/postgres/postgres-driver.ts";
import { restrictDriver } from "../../../../src/environments/database/privacy/restricted-driver.ts";
import {
  postgresIsMissing,
  type ScratchDatabase,
  scratchPostgresDatabase,
} from "../../../support/postgres.ts";
import { POSTGRES_SIGNS } from "./postgres-hostile-queries.ts";

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

describe.skipIf(missing !== undefined)(
  "On PostgreSQL under a policy, a function or operator of the database's own",
  () => {
    let database: ScratchDatabase;
    beforeEach(async () => {
      database = await scratchPostgresDatabase();
      await database.execute(
        "CREATE TABLE users (id integer PRIMARY KEY, name text, ssn text); INSERT INTO users VALUES (1, 'Ada', 'CANARY-1')",
      );
    });
    afterEach(async () => {
      await Promise.all(open.splice(0).map((close) => close()));
      await database.drop();
    });

    async function whole() {
      const driver = await openPostgresDriver({ url: database.url });
      open.push(() => driver.close());
      return driver;
    }
    async function restricted() {
      const driver = await restrictDriver(await whole(), { deny: ["users.ssn"] }, signal);
      const { tables } = await driver.introspect(signal);
      return {
        ask: async (sql: string) =>
          (await driver.query(sql, [], { maxRows: 100, milliseconds: 5000, signal })).rows,
        names: tables.map(({ name }) => name),
      };
    }

    test("that reads what is hidden leaves views and computed columns alone that use a column with the name of a function which reads what is hidden", async () => {
      await database.execute(`
      CREATE FUNCTION total() RETURNS bigint LANGUAGE sql AS 'SELECT count(ssn) FROM users'; CREATE FUNCTION status(a text) RETURNS text LANGUAGE sql AS 'SELECT max(ssn) FROM users';
      CREATE TABLE orders (id integer, status text, total numeric, tax numeric GENERATED ALWAYS AS (total * 0.2) STORED); INSERT INTO orders (id, status, total) VALUES (1, 'paid', 10);
      CREATE VIEW by_status AS SELECT status, sum(total) AS total FROM orders GROUP BY status;
      CREATE VIEW calling AS SELECT id, status('x') AS told FROM orders; CREATE VIEW by_field AS SELECT (o.status).status FROM (SELECT status FROM orders) o;`);
      const { ask, names } = await restricted();
      expect(await ask("SELECT tax, b.total FROM orders JOIN by_status b USING (status)")).toEqual([[2, 10]]);
      expect(names).not.toContain("calling");
      expect(names).not.toContain("by_field");
    });

    test("is no way to an operator of the database's own that has the sign of one of the engine's", async () => {
      await database.execute(`
      CREATE FUNCTION told(a text, b bigint) RETURNS boolean LANGUAGE plpgsql AS $$BEGIN RAISE EXCEPTION 'told %', (SELECT max(ssn) FROM users); END$$;
      ${["=", "<>", "<", "<=", ">", ">="].map((sign) => `CREATE OPERATOR ${sign} (LEFTARG = text, RIGHTARG = bigint, FUNCTION = told);`).join("\n")}
      CREATE FUNCTION by_between() RETURNS boolean LANGUAGE sql AS 'SELECT name BETWEEN 1::bigint AND 2::bigint FROM users';
      CREATE VIEW told_by_between AS SELECT by_between() AS x;`);
      const free = await whole();
      const { ask, names } = await restricted();
      expect(names).toEqual(["users"]);
      const queries = [...POSTGRES_SIGNS, "SELECT * FROM users JOIN (SELECT 1 AS id) n USING (id)"];
      for (const sql of queries) {
        const found: unknown = await free
          .query(sql, [], { maxRows: 100, milliseconds: 5000, signal })
          .catch((error: unknown) => error);
        if (!sql.includes("USING")) expect(String(found), sql).toContain("told CANARY-1");
        await expect(ask(sql), sql).rejects.toThrow(/function (?:=|public\.=|[<>]=?) does not exist/u);
      }
    });
    test("that reads nothing hidden leaves the domains, casts and types alone that call it", async () => {
      await database.execute(`
      CREATE FUNCTION is_short(a text) RETURNS boolean LANGUAGE sql STABLE AS 'SELECT length(a) < 100';
      CREATE DOMAIN short AS text CHECK (is_short(VALUE) AND VALUE <> ''); CREATE TABLE notes (id integer, text short); INSERT INTO notes VALUES (1, 'x');
      CREATE FUNCTION yes(a text) RETURNS boolean LANGUAGE plpgsql STABLE AS $$BEGIN RETURN true; END$$; CREATE CAST (text AS boolean) WITH FUNCTION yes(text) AS IMPLICIT;
      CREATE TYPE mood AS ENUM ('sad', 'glad'); CREATE TABLE days (id integer PRIMARY KEY, mood mood); INSERT INTO days VALUES (1, 'sad')`);
      const { ask } = await restricted();
      expect(await ask("SELECT 'y'::short, text FROM notes")).toEqual([["y", "x"]]);
      expect(await ask("SELECT id, mood = 'sad'::mood FROM days")).toEqual([[1, true]]);
      expect(await ask("SELECT id FROM users WHERE name")).toEqual([[1]]);
    });
  },
);
