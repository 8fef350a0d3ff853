import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openPostgresDriver } from "../../../../src/environments/database/drivers/postgres/postgres-driver.ts";
import type { PrivacyPolicy } from "../../../../src/environments/database/privacy/privacy-policy.ts";
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
const DENY_SSN: PrivacyPolicy = { deny: ["users.ssn"] };
const TELLS = "LANGUAGE plpgsql AS $$BEGIN RAISE EXCEPTION 'told %', (SELECT max(ssn) FROM users); END$$";
const HARMLESS = "LANGUAGE plpgsql AS $$BEGIN RETURN true; END$$";

describe.skipIf(missing !== undefined)("On PostgreSQL, what is called without being named", () => {
  let database: ScratchDatabase;
  beforeEach(async () => {
    database = await scratchPostgresDatabase();
    await database.execute(`
      CREATE TABLE users (id integer PRIMARY KEY, name text, ssn text); INSERT INTO users VALUES (1, 'Ada', 'CANARY-1');
      CREATE FUNCTION knows(a text) RETURNS boolean LANGUAGE sql AS 'SELECT EXISTS (SELECT FROM users WHERE name = a AND ssn <> ''0'')';
      CREATE FUNCTION is_short(a text) RETURNS boolean LANGUAGE sql AS 'SELECT length(a) < 100';`);
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
  async function restricted(policy = DENY_SSN) {
    const driver = await restrictDriver(await whole(), policy, signal);
    const { tables } = await driver.introspect(signal);
    return {
      ask: async (sql: string) =>
        (await driver.query(sql, [], { maxRows: 100, milliseconds: 5000, signal })).rows,
      columns: (name: string) => tables.find((table) => table.name === name)?.columns ?? [],
      names: tables.map(({ name }) => name),
    };
  }

  test("leaves a column of a domain whose CHECK reads what is hidden readable, as the type under it", async () => {
    await database.execute(`
      CREATE DOMAIN person AS varchar(20) CHECK (knows(VALUE)); CREATE DOMAIN author AS person; CREATE DOMAIN letter AS char(3) CHECK (knows(VALUE) OR true);
      CREATE TABLE books (id integer PRIMARY KEY, author author NOT NULL, people person[], letter letter);
      INSERT INTO books VALUES (1, 'Ada', '{Ada}', 'abc');`);
    const { ask, columns } = await restricted();
    expect(await ask("SELECT author, people, letter FROM books WHERE author = 'Ada'")).toEqual([
      ["Ada", "{Ada}", "abc"],
    ]);
    expect(await ask("SELECT count(*) FROM books JOIN users ON users.name = books.author")).toEqual([[1]]);
    expect(columns("books").map(({ name, declaredType }) => [name, declaredType])).toEqual([
      ["id", "integer"],
      ["author", "character varying"],
      ["people", "character varying[]"],
      ["letter", "bpchar"],
    ]);
    await expect(ask("SELECT 'x'::person")).rejects.toThrow('type "person" does not exist');
  });

  test("leaves domains, casts and operators alone whose functions read nothing that is hidden", async () => {
    await database.execute(`
      CREATE DOMAIN short AS text CHECK (is_short(VALUE) AND VALUE <> ''); CREATE TABLE notes (id integer, text short); INSERT INTO notes VALUES (1, 'x');
      CREATE FUNCTION yes(a text) RETURNS boolean ${HARMLESS}; CREATE CAST (text AS boolean) WITH FUNCTION yes(text) AS IMPLICIT;
      CREATE TYPE mood AS ENUM ('sad', 'glad'); CREATE TABLE days (id integer PRIMARY KEY, mood mood); INSERT INTO days VALUES (1, 'sad');
      CREATE INDEX ON notes (lower(text));`);
    const { ask, columns } = await restricted();
    expect(columns("notes")[1]?.declaredType).toBe("short");
    expect(await ask("SELECT 'y'::short, text FROM notes")).toEqual([["y", "x"]]);
    expect(await ask("SELECT id, mood = 'sad'::mood FROM days GROUP BY id")).toEqual([[1, true]]);
    expect(await ask("SELECT id FROM users WHERE name")).toEqual([[1]]);
  });

  test("leaves views and computed columns alone that use a column with the name of a function which reads what is hidden", async () => {
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

  test("refuses an explicit cast to a type of the engine's own, and says why, while its columns are seen", async () => {
    await database.execute(`
      CREATE FUNCTION to_point(a text) RETURNS point ${TELLS}; CREATE CAST (text AS point) WITH FUNCTION to_point(text);
      CREATE TABLE places (id integer PRIMARY KEY, at point); INSERT INTO places VALUES (1, '(1,2)');`);
    const { ask } = await restricted();
    expect(await ask("SELECT at[0], at::text FROM places GROUP BY id")).toEqual([[1, "(1,2)"]]);
    await expect(ask("SELECT name::point FROM users")).rejects.toMatchObject({
      message: "The type point cannot be named here, as a cast to it calls a function of the database.",
      facts: { advice: expect.stringContaining("Leave the cast out") },
    });
  });

  test("hides a column of a type whose implicit cast reads what is hidden, and the type's name", async () => {
    await database.execute(`
      CREATE TYPE mark AS (n integer); CREATE FUNCTION marked(a mark) RETURNS boolean ${TELLS};
      CREATE CAST (mark AS boolean) WITH FUNCTION marked(mark) AS ASSIGNMENT;
      CREATE TABLE marks (id integer, mark mark); INSERT INTO marks VALUES (1, '(1)'); CREATE VIEW of_marks AS SELECT id, mark FROM marks;`);
    const { ask, columns, names } = await restricted();
    expect(columns("marks").map(({ name }) => name)).toEqual(["id"]);
    expect(names).not.toContain("of_marks");
    expect(await ask("SELECT * FROM marks")).toEqual([[1]]);
    await expect(ask("SELECT 1 WHERE '(1)'::mark")).rejects.toThrow('type "mark" does not exist');
  });

  test("shows rows of a table whose type has such a cast as rows without a type", async () => {
    await database.execute(`
      CREATE TABLE parcels (id integer, label text); INSERT INTO parcels VALUES (1, 'x'); CREATE VIEW labels AS SELECT label FROM parcels;
      CREATE FUNCTION parcel_json(a parcels) RETURNS json ${TELLS}; CREATE CAST (parcels AS json) WITH FUNCTION parcel_json(parcels);`);
    const { ask, names } = await restricted();
    expect(await ask("SELECT to_json(p)->>'label' FROM parcels p")).toEqual([["x"]]);
    await expect(ask("SELECT p::json FROM parcels p")).rejects.toThrow("cannot cast type record to json");
    expect(names).toContain("labels");
  });

  test.each([
    [
      "IMPLICIT",
      "CREATE CAST (text AS boolean) WITH FUNCTION told(text) AS IMPLICIT",
      "the cast from text to boolean",
    ],
    [
      "ASSIGNMENT, which WHERE takes",
      "CREATE CAST (text AS boolean) WITH FUNCTION told(text) AS ASSIGNMENT",
      "the cast from text to boolean",
    ],
  ])(
    "refuses to open a database with such a cast between the engine's own types AS %s",
    async (_, sql, what) => {
      await database.execute(`CREATE FUNCTION told(a text) RETURNS boolean ${TELLS}; ${sql}`);
      await expect(restricted()).rejects.toMatchObject({
        code: "configuration-invalid",
        message: expect.stringContaining(what),
        hint: expect.stringContaining("Make the cast explicit"),
      });
      await expect(restricted({ deny: ["users"] })).rejects.toMatchObject({ code: "configuration-invalid" });
    },
  );

  test("refuses to open one whose own order for a type of the engine's own reads what is hidden", async () => {
    await database.execute(`
      CREATE FUNCTION less(a json, b json) RETURNS boolean LANGUAGE sql AS 'SELECT a::text < b::text';
      CREATE FUNCTION compared(a json, b json) RETURNS integer IMMUTABLE ${TELLS};
      CREATE OPERATOR <~~ (LEFTARG = json, RIGHTARG = json, FUNCTION = less);
      CREATE OPERATOR CLASS jsons DEFAULT FOR TYPE json USING btree AS OPERATOR 1 <~~, FUNCTION 1 compared(json, json);`);
    await expect(restricted()).rejects.toThrow("the operator class jsons");
  });

  test("applies to a domain that is made later, when the schema is read again", async () => {
    const driver = await restrictDriver(await whole(), DENY_SSN, signal);
    const ask = async (sql: string) =>
      (await driver.query(sql, [], { maxRows: 100, milliseconds: 5000, signal })).rows;
    await database.execute(`
      CREATE DOMAIN person AS text CHECK (knows(VALUE)); CREATE TABLE books (id integer, author person); INSERT INTO books VALUES (1, 'Ada');`);
    await expect(ask("SELECT 'x'::person")).rejects.toThrow("does not exist");
    await driver.introspect(signal);
    await driver.introspect(signal);
    expect(await ask("SELECT author FROM books")).toEqual([["Ada"]]);
    await expect(ask("SELECT 'x'::person")).rejects.toThrow("does not exist");
  });

  test("is no way to an operator of the database's own that has the sign of one of the engine's", async () => {
    await database.execute(`
      CREATE FUNCTION told(a text, b bigint) RETURNS boolean ${TELLS};
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
});
