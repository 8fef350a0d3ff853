import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SqlDriver } from "../../../../src/environments/database/driver/sql-driver.ts";
import { openPostgresDriver } from "../../../../src/environments/database/drivers/postgres/postgres-driver.ts";
import { lazyIndex, smallTables } from "../../../../src/environments/database/index/index-on-demand.ts";
import { indexEstimate } from "../../../../src/environments/database/index/index-preparation.ts";
import { openValueIndex } from "../../../../src/environments/database/index/open-value-index.ts";
import type { ValueIndex } from "../../../../src/environments/database/index/value-index.ts";
import type { DatabaseSchema } from "../../../../src/environments/database/schema/database-schema.ts";
import { renderMatches } from "../../../../src/environments/database/tools/value-matches.ts";
import {
  postgresIsMissing,
  type ScratchDatabase,
  scratchPostgresDatabase,
} from "../../../support/postgres.ts";

const missing = await postgresIsMissing();
const signal = new AbortController().signal;
const options = { limit: 5, signal };

describe.skipIf(missing !== undefined)(`An index of a server that others write to ${missing ?? ""}`, () => {
  let scratch: ScratchDatabase;
  let driver: SqlDriver;
  let schema: DatabaseSchema;
  /** Statements that read tables, not the catalog. */
  const asked: string[] = [];

  beforeAll(async () => {
    scratch = await scratchPostgresDatabase();
    await scratch.execute(`
      CREATE TABLE town (id int PRIMARY KEY, name text);
      INSERT INTO town VALUES (1, 'Grønsund'), (2, 'Aarhus'), (3, 'Clairmont');
      CREATE TABLE visit (id int PRIMARY KEY, code text, place text, note text);
      INSERT INTO visit SELECT n, 'V' || n, CASE WHEN n % 3 = 0 THEN 'Marseille' ELSE 'Toulouse' END, md5(n::text)
        FROM generate_series(1, 250000) AS n;
      CREATE INDEX ON visit (code);
      CREATE TABLE unseen (what text);
      ANALYZE town; ANALYZE visit`);
    const real = await openPostgresDriver({ url: scratch.url });
    driver = {
      ...real,
      query(sql, parameters, bounds) {
        asked.push(sql);
        return real.query(sql, parameters, bounds);
      },
    };
    schema = await driver.introspect(signal);
  });
  afterAll(async () => {
    await driver?.close();
    await scratch?.drop();
  });

  async function withIndex(work: (index: ValueIndex) => Promise<void>): Promise<void> {
    const index = lazyIndex(openValueIndex({ driver, schema, cacheFolder: "", mode: "memory" }), schema);
    asked.length = 0;
    try {
      await work(index);
    } finally {
      await index.close();
    }
  }
  const scansOfVisit = () => asked.filter((sql) => /FROM visit/u.test(sql) && !/WHERE|LIMIT 1/u.test(sql));

  it("reads small tables only", async () => {
    expect([...smallTables(schema)].map(({ name }) => name)).toEqual(["unseen", "town"]);
    await withIndex(async (index) => {
      const { matches } = await index.findFuzzy("Clairmnt", options);
      expect(matches[0]).toMatchObject({ value: "Clairmont", count: 1 });
      expect(scansOfVisit()).toEqual([]);
    });
  });

  it("finds near values of a large table among those of the server's statistics, and confirms them", () =>
    withIndex(async (index) => {
      const found = await index.findFuzzy("Marseile", options);
      expect(found.matches[0]).toMatchObject({
        column: { table: "visit", column: "place" },
        value: "Marseille",
        countIsEstimate: true,
      });
      expect(renderMatches(found.matches)[0]).toMatch(
        /^visit\.place: 'Marseille' \(about 8\d{4} rows, similar\)$/u,
      );
      expect(found.incomplete).toContainEqual({ table: "visit", column: "note", rows: 250_000 });
      expect(scansOfVisit()).toEqual([]);
    }));

  it("finds an exact value by the server's own index, and a frequent one without counting", () =>
    withIndex(async (index) => {
      expect((await index.findExact("V4711", options)).matches).toMatchObject([{ value: "V4711", count: 1 }]);
      const frequent = await index.findExact("Toulouse", options);
      expect(frequent.matches).toMatchObject([{ value: "Toulouse", countIsEstimate: true }]);
      expect(frequent.incomplete.map(({ column }) => column)).not.toContain("place");
      expect(scansOfVisit()).toEqual([]);
    }));

  it("says what reading all of it would cost before it is done", () => {
    expect(indexEstimate(schema)).toEqual({
      text: "about 250,003 rows of 3 tables to read, some 4 s",
      isLarge: false,
    });
    const tables = schema.tables.map(({ rowCount, ...table }) =>
      table.name === "visit" ? { ...table, rowCount: { value: 40_000_000, exact: false } } : table,
    );
    expect(indexEstimate({ tables })).toEqual({
      text: "at least 40,000,000 rows of 3 tables to read, some 11 min; the size of 2 tables is not known",
      isLarge: true,
    });
  });
});

if (missing !== undefined) it.skip(`PostgreSQL lazy index: ${missing}`);
