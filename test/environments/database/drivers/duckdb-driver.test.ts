import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EngineErrorKind } from "../../../../src/environments/database/driver/sql-engine-error.ts";
import {
  type DuckdbDriver,
  openDuckdbDriver,
} from "../../../../src/environments/database/drivers/duckdb/duckdb-driver.ts";
import { asDuckdbOwner } from "../../../support/duckdb-owner.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { refusalOf, singleValue, statementOptions } from "./sql-driver-queries.ts";

const folder = temporaryFolder();
const never = new AbortController().signal;
const at = (name: string) => join(folder, name);

/** A statement, what is wrong with it, and the name that is told. */
const FAULTS: readonly (readonly [sql: string, kind: EngineErrorKind, identifier?: string])[] = [
  ["SELECT * FROM nosuch.item", "unknown-table", "nosuch.item"],
  ["SELECT i.nosuch FROM item i", "unknown-column", "i.nosuch"],
  ["SELECT x.id FROM item i", "unknown-column", "x.id"],
  ["SELECT * EXCLUDE (nosuch) FROM item", "unknown-column", "nosuch"],
  ["SELECT id FROM item QUALIFY nosuch = 1", "unknown-column", "nosuch"],
  ["SELECT * FROM item JOIN sales.shop USING (code)", "unknown-column", "code"],
  ["SELECT ({'a': 1}).b", "unknown-column", "b"],
  ["SELECT * FROM nosuch(1)", "unknown-function", "nosuch"],
  ["SELECT lower(code, 1) FROM item", "unknown-function", "lower"],
  ["SELECT year(code) FROM item", "unknown-function", "year"],
  ["SELECT code + 1 FROM item", "type-mismatch"],
  ["SELECT code > 5 FROM item", "type-mismatch"],
  ["SELECT CAST('x' AS INTEGER)", "type-mismatch"],
  ["SELECT 'a' || [1]", "type-mismatch"],
  ["SELECT DATE '2024-13-01'", "type-mismatch"],
  ["SELECT CAST(1 AS nosuchtype)", "type-mismatch"],
  ["SELECT code, count(*) FROM item", "aggregate-misuse", "code"],
  ['SELECT "a code", count(*) FROM (SELECT code AS "a code" FROM item)', "aggregate-misuse", "a code"],
  ["SELECT sum(sum(id)) FROM item", "aggregate-misuse"],
  ["SELECT id FROM item WHERE row_number() OVER () > 1", "aggregate-misuse"],
  ["VALUES (1, 2), (3)", "column-count-mismatch"],
  ["SELECT * FROM item a JOIN item a ON true", "ambiguous-column", "a"],
  ["FROM '/etc/passwd.csv'", "not-read-only"],
  ["SELECT * FROM broken", "unknown-table", "gone"],
];

describe("a DuckDB file", () => {
  const path = at("shop.duckdb");
  let driver: DuckdbDriver;

  beforeAll(async () => {
    await asDuckdbOwner(
      path,
      "CREATE TYPE mood AS ENUM ('sad', 'it''s')",
      `CREATE TABLE item (id INTEGER PRIMARY KEY, m mood, twice INTEGER GENERATED ALWAYS AS (id * 2), code VARCHAR UNIQUE,
        price DECIMAL(10, 2) NOT NULL, tags VARCHAR[], seen TIMESTAMPTZ, doc JSON, big HUGEINT)`,
      "CREATE UNIQUE INDEX item_big ON item (big)",
      "COMMENT ON TABLE item IS 'what is sold'",
      "COMMENT ON COLUMN item.m IS 'how it feels'",
      "CREATE SCHEMA sales",
      "CREATE TABLE sales.region (x INTEGER, y INTEGER, PRIMARY KEY (x, y))",
      "CREATE TABLE sales.shop (x INTEGER, y INTEGER, FOREIGN KEY (x, y) REFERENCES sales.region (x, y))",
      "INSERT INTO sales.region SELECT i, i FROM range(5000) AS t (i)",
      "DELETE FROM sales.region WHERE x > 4",
      "CREATE TABLE gone (z INTEGER)",
      "CREATE VIEW broken AS SELECT * FROM gone",
      "DROP TABLE gone",
      "CREATE MACRO doubled(a) AS a * 2",
    );
    driver = await openDuckdbDriver({ path, memoryBytes: 128 * 2 ** 20 });
  });
  afterAll(() => driver?.close());

  it("tells its schemas, comments, enumerated values and keys, and counts rows that are there", async () => {
    const { tables } = await driver.introspect(never);
    const table = (name: string) => tables.find((each) => each.name === name);
    const item = table("item");
    expect(tables.map(({ schema, name }) => `${schema ?? ""}.${name}`).sort()).toEqual([
      ".broken",
      ".item",
      "sales.region",
      "sales.shop",
    ]);
    expect(item?.comment).toBe("what is sold");
    expect(item?.columns.map(({ name, affinity }) => `${name} ${affinity}`)).toEqual([
      "id integer",
      "m text",
      "twice integer",
      "code text",
      "price decimal",
      "tags other",
      "seen datetime",
      "doc json",
      "big integer",
    ]);
    expect(item?.columns[1]).toMatchObject({ enumValues: ["sad", "it's"], comment: "how it feels" });
    expect(item?.columns.filter(({ unique }) => unique).map(({ name }) => name)).toEqual([
      "id",
      "code",
      "big",
    ]);
    expect(table("shop")?.foreignKeys).toEqual([
      {
        columns: ["x", "y"],
        referencedSchema: "sales",
        referencedTable: "region",
        referencedColumns: ["x", "y"],
      },
    ]);
    expect(table("region")?.rowCount).toEqual({ value: 5, exact: true });
    expect(driver.dialect.functions.get("doubled")).toBe("scalar");
  });

  it("gives every type as a number that is exact, as bytes, or as the text that the engine prints", async () => {
    const query = async (select: string) =>
      (await driver.query(`SELECT ${select} FROM test_all_types()`, [], statementOptions())).rows;
    const readAsText = `COLUMNS(c -> NOT regexp_matches(c, 'array|struct|map') AND c NOT IN ('bool', 'tinyint', 'smallint', 'int', 'bigint', 'hugeint', 'uhugeint', 'utinyint', 'usmallint', 'uint', 'ubigint', 'float', 'double', 'dec_4_1', 'dec_9_4', 'dec_18_6', 'dec38_10', 'blob', 'bignum', 'geometry', 'timestamp_tz'))`;
    expect(await query(readAsText)).toEqual(await query(`CAST(${readAsText} AS VARCHAR)`));
    expect(await query("bigint, hugeint, uhugeint, ubigint, float, double, dec_4_1, dec38_10")).toEqual([
      [
        -9223372036854775808n,
        -170141183460469231731687303715884105728n,
        0,
        0,
        -3.4028235e38,
        -1.7976931348623157e308,
        -999.9,
        "-9999999999999999999999999999.9999999999",
      ],
      [
        9223372036854775807n,
        170141183460469231731687303715884105727n,
        340282366920938463463374607431768211455n,
        18446744073709551615n,
        3.4028235e38,
        1.7976931348623157e308,
        999.9,
        "9999999999999999999999999999.9999999999",
      ],
      Array.from({ length: 8 }, () => null),
    ]);
    const special = "SELECT 'nan'::DOUBLE, '-inf'::FLOAT, 0.1::FLOAT, '\\xAA\\x00'::BLOB, true";
    expect((await driver.query(special, [], statementOptions())).rows).toEqual([
      [Number.NaN, Number.NEGATIVE_INFINITY, 0.1, new Uint8Array([0xaa, 0]), true],
    ]);
  });

  it.each([
    ["['a b', 'it''s', NULL]", "['a b', 'it''s', NULL]"],
    ["{'a': 1.50, 'b c': [1, 2], 'd': {'e': NULL}}", "{'a': 1.50, 'b c': [1, 2], 'd': {'e': NULL}}"],
    ["MAP {'k 1': ['v'], 'a=b': []}", "{'k 1': ['v'], 'a=b': []}"],
    ["[DATE '2024-01-02', NULL]", "[2024-01-02, NULL]"],
    ["union_value(n := 5)", "5"],
    ["'{\"a\": [1]}'::JSON", '{"a": [1]}'],
    ["DATE 'infinity'", "infinity"],
  ])("prints the nested value %s as its client does", async (value, printed) => {
    const { rows } = await driver.query(`SELECT ${value}`, [], statementOptions());
    expect(rows).toEqual([[printed]]);
  });

  for (const [sql, kind, identifier] of FAULTS) {
    it(`says what is wrong with ${sql}`, async () => {
      const facts = await refusalOf(driver.query(sql, [], statementOptions()), sql);
      const { engineMessage } = facts;
      expect({ kind: facts.kind, identifier: facts.identifier }, engineMessage).toEqual({ kind, identifier });
      expect(engineMessage).not.toContain(folder);
    });
  }

  it("hands no row without names over, of which it has one value only, and says what to do", async () => {
    const { engineMessage } = await refusalOf(
      driver.query("SELECT row(1, 2)", [], statementOptions()),
      "row",
    );
    expect(engineMessage).toMatch(/cast it to VARCHAR/u);
    expect(await singleValue(driver, "SELECT row(1, 2)::VARCHAR")).toBe("(1, 2)");
  });

  it("refuses a statement that needs more memory than it may have, and answers the next one", async () => {
    for (const sql of ["SELECT range(1000000000)", "SELECT list(i) FROM range(2000000000) AS t (i)"]) {
      expect((await refusalOf(driver.query(sql, [], statementOptions()), sql)).kind).toBe("too-large");
      expect(await singleValue(driver, "SELECT 1")).toBe(1);
    }
  });

  it("binds numbers to texts and texts to dates as they compare", async () => {
    expect(await singleValue(driver, "SELECT 'abc' = $1", [5])).toBe(false);
    expect(await singleValue(driver, "SELECT DATE '2024-01-02' = $1", ["2024-01-02"])).toBe(true);
    expect(await singleValue(driver, "SELECT $1 + 1", [2n ** 70n])).toBe(2n ** 70n + 1n);
  });

  it("lets a writer in when nothing was asked for a while, and reads what was written", async () => {
    const polite = await openDuckdbDriver({ path, idleMilliseconds: 20 });
    try {
      expect(await singleValue(polite, "SELECT count(*) FROM sales.shop")).toBe(0);
      await driver.close();
      await asDuckdbOwner(path, "INSERT INTO sales.shop VALUES (1, 1)");
      expect(await singleValue(polite, "SELECT count(*) FROM sales.shop")).toBe(1);
    } finally {
      await polite.close();
      driver = await openDuckdbDriver({ path, memoryBytes: 128 * 2 ** 20 });
    }
  });
});

describe("files that cannot be opened", () => {
  const refused = async (name: string) => {
    try {
      await (await openDuckdbDriver({ path: at(name) })).close();
    } catch (error) {
      const { code, message, hint } = error as { code: string; message: string; hint: string };
      expect(`${message} ${hint}`).not.toContain(folder);
      expect(hint).not.toBe("");
      return `${code}: ${message}`;
    }
    return "opened";
  };

  it("are told from each other", async () => {
    writeFileSync(at("text.duckdb"), "a,b\n1,2\n".repeat(3000));
    writeFileSync(at("empty.duckdb"), "");
    mkdirSync(at("folder.duckdb"));
    new DatabaseSync(at("other.duckdb")).exec("CREATE TABLE t (a)");
    execFileSync(process.execPath, [
      "--input-type=module",
      "-e",
      `import { DuckDBInstance } from "@duckdb/node-api";
      const connection = await (await DuckDBInstance.create(":memory:", { force_mbedtls_unsafe: "true" })).connect();
      await connection.run("ATTACH '${at("secret.duckdb")}' AS secret (ENCRYPTION_KEY 'key')");
      await connection.run("CREATE TABLE secret.t (a INTEGER)");
      await connection.run("DETACH secret");`,
    ]);
    expect(await refused("text.duckdb")).toBe("target-corrupt: text.duckdb is not a DuckDB database.");
    expect(await refused("empty.duckdb")).toBe("target-corrupt: empty.duckdb is not a DuckDB database.");
    expect(await refused("other.duckdb")).toBe("target-corrupt: other.duckdb is not a DuckDB database.");
    expect(await refused("folder.duckdb")).toMatch(/^target-not-supported: folder\.duckdb is a folder/u);
    expect(await refused("secret.duckdb")).toBe("target-denied: secret.duckdb is encrypted.");
  });

  it("include those that another program has open for writing, and are opened when it has ended", async () => {
    await asDuckdbOwner(at("held.duckdb"), "CREATE TABLE t (a INTEGER)");
    const { DuckDBInstance } = await import("@duckdb/node-api");
    const instance = await DuckDBInstance.create(at("held.duckdb"));
    try {
      expect(await refused("held.duckdb")).toBe(
        "target-locked: held.duckdb is open for writing in another process.",
      );
    } finally {
      instance.closeSync();
    }
    expect(await refused("held.duckdb")).toBe("opened");
  });
});

describe("files that views read", () => {
  it("are read where they are named, and no others", async () => {
    await asDuckdbOwner(
      at("views.duckdb"),
      `COPY (SELECT 1 AS a) TO '${at("one.parquet")}'`,
      `COPY (SELECT 2 AS a) TO '${at("two.parquet")}'`,
      `CREATE VIEW one AS FROM '${at("one.parquet")}'`,
      `CREATE VIEW two AS FROM '${at("two.parquet")}'`,
    );
    const driver = await openDuckdbDriver({
      path: at("views.duckdb"),
      readable: [at("one.parquet")],
      name: "both",
    });
    try {
      expect(driver.target.name).toBe("both");
      expect(await singleValue(driver, "SELECT a FROM one")).toBe(1);
      const sql = "SELECT a FROM two";
      expect((await refusalOf(driver.query(sql, [], statementOptions()), sql)).kind).toBe("not-read-only");
      const write = `COPY (SELECT 5 AS a) TO '${at("one.parquet")}'`;
      expect((await refusalOf(driver.query(write, [], statementOptions()), write)).kind).toBe(
        "not-read-only",
      );
      expect(await singleValue(driver, "SELECT a FROM one")).toBe(1);
    } finally {
      await driver.close();
    }
  });
});
