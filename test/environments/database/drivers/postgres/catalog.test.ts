import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SqlDriver } from "../../../../../src/environments/database/driver/sql-driver.ts";
import { openPostgresDriver } from "../../../../../src/environments/database/drivers/postgres/postgres-driver.ts";
import type { TableSchema } from "../../../../../src/environments/database/schema/database-schema.ts";
import { renderTables } from "../../../../../src/environments/database/schema/render-schema.ts";
import { rejectsWith } from "../../../../../src/testing/test-runner.ts";
import {
  postgresIsMissing,
  type ScratchDatabase,
  scratchPostgresDatabase,
} from "../../../../support/postgres.ts";
import { refusalOf, statementOptions } from "../sql-driver-queries.ts";

const missing = await postgresIsMissing();
const never = new AbortController().signal;

describe.skipIf(missing !== undefined)(`PostgreSQL's catalog ${missing ?? ""}`, () => {
  let scratch: ScratchDatabase;
  let driver: SqlDriver;
  let tables: readonly TableSchema[];

  beforeAll(async () => {
    scratch = await scratchPostgresDatabase();
    await scratch.execute(`
      CREATE EXTENSION hstore; CREATE EXTENSION citext; CREATE EXTENSION postgres_fdw;
      CREATE SCHEMA sales; CREATE SCHEMA "Mixed Case";
      CREATE TYPE address AS (street text, "Zip Code" text);
      CREATE DOMAIN code AS varchar(8); CREATE DOMAIN short_code AS code;
      CREATE TABLE item (
        id int PRIMARY KEY GENERATED ALWAYS AS IDENTITY, tags text[], data jsonb, list json, at daterange,
        addr address, attrs hstore, mail citext, c short_code, price numeric, total numeric GENERATED ALWAYS AS (price * 2) STORED);
      INSERT INTO item (tags, data, list, at, price)
        VALUES ('{a,b}', '{"k": 1, "other": 2}', '[{"x": 1}]', '[2024-01-01,2024-02-01)', 2), ('{}', '{"k": 1}', '[]', NULL, 3);
      CREATE TABLE sales.item (id int, note text);
      CREATE TABLE "Mixed Case"."Order Line" ("Id" int PRIMARY KEY, "Unit Price" numeric);
      CREATE TABLE event (at date NOT NULL, what text) PARTITION BY RANGE (at);
      CREATE TABLE event_2024 PARTITION OF event FOR VALUES FROM ('2024-01-01') TO ('2025-01-01') PARTITION BY LIST (what);
      CREATE TABLE sales.event_2024_a PARTITION OF event_2024 FOR VALUES IN ('a');
      CREATE TABLE base (id int); CREATE TABLE derived (more text) INHERITS (base);
      CREATE MATERIALIZED VIEW empty_view AS SELECT * FROM item WITH NO DATA;
      CREATE SERVER elsewhere FOREIGN DATA WRAPPER postgres_fdw;
      CREATE FOREIGN TABLE far (id int) SERVER elsewhere`);
    driver = await openPostgresDriver({ url: scratch.url, allowForeign: ["far"] });
    ({ tables } = await driver.introspect(never));
  });
  afterAll(async () => {
    await driver?.close();
    await scratch?.drop();
  });

  const table = (name: string) => tables.find((each) => each.name === name);
  const note = (name: string) => table("item")?.columns.find((column) => column.name === name)?.note;
  const shown = (of: SqlDriver, all: readonly TableSchema[]) =>
    renderTables({ tables: all }, "full", { driver: of });

  it("shows a partitioned table once, and names all that holds its rows", () => {
    expect(table("event")?.partitions).toEqual([
      { name: "event_2024" },
      { schema: "sales", name: "event_2024_a" },
    ]);
    expect(tables.map(({ name }) => name)).not.toContain("event_2024");
    expect(shown(driver, tables)).toContain("event (2 partitions):");
  });

  it("estimates a partitioned table by those partitions that were analysed", async () => {
    await scratch.execute(`INSERT INTO event VALUES ('2024-05-06', 'a'), ('2024-05-07', 'a'); ANALYZE sales.event_2024_a;
      CREATE TABLE event_2025 PARTITION OF event FOR VALUES FROM ('2025-01-01') TO ('2026-01-01')`);
    const found = (await driver.introspect(never)).tables.find(({ name }) => name === "event");
    expect(found?.rowCount).toEqual({ value: 2, exact: false });
    await scratch.execute("DROP TABLE event_2025");
  });

  it("says which tables a table shows the rows of", () => {
    expect(table("base")).toMatchObject({
      inheritors: [{ name: "derived" }],
      note: "shows the rows of derived, too",
    });
    expect(table("derived")?.inheritors).toBeUndefined();
  });

  it("says that a view has no rows yet, and what to do where it is asked all the same", async () => {
    expect(table("empty_view")).toMatchObject({
      kind: "view",
      note: "not populated: cannot be read until it is refreshed",
    });
    const sql = "SELECT * FROM empty_view";
    expect((await refusalOf(driver.query(sql, [], statementOptions()), sql)).advice).toMatch(
      /owner refreshes/u,
    );
  });

  it("says how the values of arrays, JSON, ranges, composites and domains are read", () => {
    expect(note("tags")).toBe("'x' = ANY (tags) tests for an element, unnest(tags) gives them as rows");
    expect(note("data")).toContain("data->>'key' gives a text, -> a part");
    expect(note("list")).toContain("json_array_elements(list)");
    expect(note("at")).toContain("at @> value");
    expect(note("addr")).toBe(`composite; write (addr).street; fields street, "Zip Code"`);
    expect(note("attrs")).toContain("attrs -> 'key'");
    expect(note("c")).toBe("character varying(8)");
    expect(note("total")).toBe("computed: (price * (2)::numeric)");
    expect(table("far")?.note).toBe("on another server (elsewhere)");
    const affinities = table("item")?.columns.map(({ name, affinity }) => [name, affinity]);
    expect(affinities).toEqual(
      expect.arrayContaining([
        ["tags", "other"],
        ["addr", "other"],
        ["attrs", "other"],
        ["mail", "text"],
        ["c", "text"],
      ]),
    );
  });

  it.each([
    ["SELECT * FROM item WHERE tags = 'a'", /ANY \(column\)/u],
    ["SELECT * FROM item WHERE tags LIKE '%a%'", /ANY \(column\)/u],
    ["SELECT * FROM item WHERE data = 'x'", /->>'key'/u],
    ["SELECT * FROM item WHERE data LIKE '%x%'", /->>'key'/u],
    ["SELECT * FROM item WHERE at = '2024-01-01'", /@> value/u],
    ["SELECT * FROM item WHERE at > DATE '2024-01-01'", /@> value/u],
  ])("says what to write in place of %s", async (sql, advice) => {
    const facts = await refusalOf(driver.query(sql, [], statementOptions()), sql);
    expect(facts.kind).toBe("type-mismatch");
    expect(facts.advice).toMatch(advice);
  });

  it("takes only the schemas that the address names, without a prefix for those", async () => {
    const chosen = await openPostgresDriver({
      url: `${scratch.url}?schemas=sales,Mixed%20Case`,
    });
    try {
      const found = (await chosen.introspect(never)).tables;
      expect(found.map(({ schema, name }) => [schema, name])).toEqual([
        [undefined, "item"],
        [undefined, "Order Line"],
      ]);
      const { rows } = await chosen.query(
        `SELECT (SELECT count(*) FROM item), (SELECT count(*) FROM public.item), (SELECT count(*) FROM "Order Line")`,
        [],
        statementOptions(),
      );
      expect(rows).toEqual([[0, 2, 0]]);
      expect(chosen.target.key).not.toBe(driver.target.key);
    } finally {
      await chosen.close();
    }
  });

  it("names the schemas that there are for one that there is not", async () => {
    const error = await rejectsWith(
      "target-not-found",
      openPostgresDriver({ url: scratch.url, schemas: ["nope"] }),
    );
    expect(error.hint).toBe("It may use Mixed Case, public, sales.");
  });
});

if (missing !== undefined) it.skip(`PostgreSQL catalog: ${missing}`);
