import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SqlDriver } from "../../../../src/environments/database/driver/sql-driver.ts";
import { openPostgresDriver } from "../../../../src/environments/database/drivers/postgres/postgres-driver.ts";
import { postgresFunctions } from "../../../../src/environments/database/drivers/postgres/postgres-privacy.ts";
import { rejectsWith } from "../../../../src/testing/test-runner.ts";
import {
  postgresIsMissing,
  type ScratchDatabase,
  scratchPostgresDatabase,
} from "../../../support/postgres.ts";
import { ENDLESS, refusalOf, statementOptions } from "./sql-driver-queries.ts";

const missing = await postgresIsMissing();
const never = new AbortController().signal;

describe.skipIf(missing !== undefined)(`PostgreSQL's own ways ${missing ?? ""}`, () => {
  let scratch: ScratchDatabase;
  let driver: SqlDriver;

  beforeAll(async () => {
    scratch = await scratchPostgresDatabase();
    await scratch.execute(`
      CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy');
      CREATE DOMAIN amount AS numeric(12, 2);
      CREATE TABLE person (id int PRIMARY KEY, feels mood, owes amount, tags text[], data jsonb, since timestamptz);
      COMMENT ON TABLE person IS 'People';
      COMMENT ON COLUMN person.owes IS 'In euros';
      CREATE SCHEMA archive;
      CREATE TABLE archive.letter (id int PRIMARY KEY, person_id int REFERENCES person, secret text);
      CREATE TABLE event (at date NOT NULL, what text) PARTITION BY RANGE (at);
      CREATE TABLE event_2024 PARTITION OF event FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
      CREATE MATERIALIZED VIEW moods AS SELECT feels, count(*) AS people FROM person GROUP BY 1;
      CREATE FUNCTION twice(n int) RETURNS int LANGUAGE SQL IMMUTABLE AS 'SELECT n * 2';
      INSERT INTO person VALUES (1, 'ok', 12.50, '{a,b}', '{"k": 1}', '2024-03-05 12:00+00');
      INSERT INTO event VALUES ('2024-05-06', 'x');
      ANALYZE`);
    driver = await openPostgresDriver({ url: scratch.url });
  });
  afterAll(async () => {
    await driver?.close();
    await scratch?.drop();
  });

  it("gives the rows before a text longer than JavaScript's longest, and goes on", async () => {
    const sql = "SELECT n, repeat('x', n * 200000000) FROM (VALUES (0), (3)) AS v(n)";
    const { columns, rows, truncatedBy } = await driver.query(sql, [], statementOptions());
    expect([columns.map(({ name }) => name), rows, truncatedBy]).toEqual([
      ["n", "repeat"],
      [[0, ""]],
      "bytes",
    ]);
    expect((await driver.query("SELECT 1", [], statementOptions())).rows).toEqual([[1]]);
  });

  it("has the server stop a result that it reads no further", async () => {
    const running = async () =>
      (
        await scratch.execute(
          "SELECT count(*)::int AS n FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%endless wide%' AND pid <> pg_backend_pid()",
        )
      ).rows[0].n;
    const sql = ENDLESS.replace("count(*)", "i, repeat('x', 1000) AS \"endless wide\"");
    const bounds = statementOptions({ maxRows: 1_000_000, maxBytes: 50_000 });
    const results = await Promise.all(Array.from({ length: 6 }, () => driver.query(sql, [], bounds)));
    expect(results.map(({ truncatedBy }) => truncatedBy)).toEqual(Array(6).fill("bytes"));
    await expect.poll(running, { timeout: 10_000 }).toBe(0);
    expect((await driver.query("SELECT 1", [], statementOptions())).rows).toEqual([[1]]);
  });

  it("reads enumerations, domains, comments, other schemas, partitioned tables and materialised views", async () => {
    const { tables } = await driver.introspect(never);
    const facts = tables.map(({ schema, name, kind }) => [schema, name, kind]);
    expect(facts).toEqual([
      [undefined, "person", "table"],
      [undefined, "event", "table"],
      [undefined, "moods", "view"],
      ["archive", "letter", "table"],
    ]);
    const [person, event, , letter] = tables;
    expect(person?.comment).toBe("People");
    expect(person?.columns.map(({ declaredType, affinity }) => [declaredType, affinity])).toEqual([
      ["integer", "integer"],
      ["mood", "text"],
      ["amount", "decimal"],
      ["text[]", "other"],
      ["jsonb", "json"],
      ["timestamp with time zone", "datetime"],
    ]);
    expect(person?.columns[1]?.enumValues).toEqual(["sad", "ok", "happy"]);
    expect(person?.columns[2]?.comment).toBe("In euros");
    expect(event?.rowCount).toEqual({ value: 1, exact: false });
    expect(letter?.foreignKeys).toEqual([
      { columns: ["person_id"], referencedTable: "person", referencedColumns: ["id"] },
    ]);
  });

  it("gives what has no JavaScript type as the server prints it", async () => {
    const { rows, columns } = await driver.query("SELECT * FROM person", [], statementOptions());
    expect(rows[0]?.slice(0, 5)).toEqual([1, "ok", 12.5, "{a,b}", '{"k": 1}']);
    expect(columns.map(({ type }) => type)).toEqual(
      ["integer", "mood", "amount", "text[]", "jsonb", "timestamp with time zone"].map((type) =>
        type === "amount" ? "numeric" : type,
      ),
    );
    const numbers =
      "SELECT 1.50, 0.1 + 0.2, 1.0 / 3, 12345678901234567890, 'NaN'::float8, true, DATE '2024-03-05'";
    expect((await driver.query(numbers, [], statementOptions())).rows).toEqual([
      [1.5, 0.3, "0.33333333333333333333", 12345678901234567890n, Number.NaN, true, "2024-03-05"],
    ]);
  });

  it("opens a database in which somebody has locked a table", async () => {
    await scratch.execute("BEGIN; CREATE TABLE IF NOT EXISTS held (id int); LOCK TABLE held");
    const bystander = await openPostgresDriver({ url: scratch.url });
    try {
      await scratch.execute("COMMIT; BEGIN; LOCK TABLE held");
      const { tables } = await bystander.introspect(never);
      expect(tables.find(({ name }) => name === "held")?.columns).toHaveLength(1);
    } finally {
      await scratch.execute("ROLLBACK; DROP TABLE held");
      await bystander.close();
    }
  });

  it("knows the functions that the database adds", () => {
    expect(driver.dialect.functions.get("twice")).toBe("scalar");
  });

  it("lists only functions that the server or its grammar has", async () => {
    const special = new Set(
      `array_append array_prepend array_cat cast coalesce current_catalog current_date current_role current_time current_timestamp
       current_user extract float4 float8 greatest grouping int2 int4 int8 least localtime localtimestamp nullif
       overlay position row session_user treat trim user xmlelement xmlforest xmltable any_value`.split(
        /\s+/u,
      ),
    );
    const { rows } = await scratch.execute("SELECT DISTINCT proname FROM pg_proc");
    const known = new Set(rows.map(({ proname }) => proname));
    expect([...postgresFunctions.keys()].filter((name) => !known.has(name) && !special.has(name))).toEqual(
      [],
    );
  });

  it("says that a parameter has no value, and goes on with the same connection", async () => {
    const sql = "SELECT $1::int";
    expect((await refusalOf(driver.query(sql, [], statementOptions()), sql)).engineMessage).toContain("bind");
    expect((await driver.query(sql, [5], statementOptions())).rows).toEqual([[5]]);
  });

  it("names the table that is missing of a qualified column, and takes a missing equality for a matter of types", async () => {
    const qualified = "SELECT p.id FROM person";
    expect(await refusalOf(driver.compile(qualified, never), qualified)).toMatchObject({
      kind: "unknown-table",
      identifier: "p",
    });
    const json = "SELECT DISTINCT data::json FROM person";
    expect((await refusalOf(driver.compile(json, never), json)).kind).toBe("type-mismatch");
  });

  it.each(["pg_hba_file_rules", "pg_catalog.pg_file_settings", "pg_shadow", '"pg_authid"'])(
    "does not show the server's own files and passwords: %s",
    async (view) => {
      const sql = `SELECT * FROM person WHERE EXISTS (SELECT FROM ${view})`;
      expect((await refusalOf(driver.query(sql, [], statementOptions()), sql)).kind).toBe("not-read-only");
    },
  );

  it.each([
    ["target-not-found", { port: "1" }],
    ["target-not-found", { pathname: "/no_such_database" }],
    ["target-not-found", { hostname: "no-such-host.invalid" }],
    ["target-denied", { username: "no_such_role" }],
  ] as const)(
    "says in plain words why it cannot connect, without credentials: %s %o",
    async (code, change) => {
      const { href } = Object.assign(new URL(scratch.url), { password: "open-sesame", ...change });
      const error = await rejectsWith(code, openPostgresDriver({ url: href }));
      const told = JSON.stringify([error.message, error.hint, String(error.stack), String(error.cause)]);
      expect(told).not.toContain("sesame");
      expect(error.message).not.toContain("no_such_role");
    },
  );

  it("refuses a quoted name of another case, and takes it as it is declared", () => {
    const { dialect } = driver;
    expect(dialect.sameIdentifier("Person", "person")).toBe(true);
    expect(dialect.sameIdentifier('"Person"', "person")).toBe(false);
    expect(dialect.sameIdentifier('"Person"', "Person")).toBe(true);
    expect(dialect.identifier("Person")).toBe('"Person"');
  });
});

if (missing !== undefined) it.skip(`PostgreSQL driver: ${missing}`);
