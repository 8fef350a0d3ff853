import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SqlDriver } from "../../../../src/environments/database/driver/sql-driver.ts";
import { openPostgresDriver } from "../../../../src/environments/database/drivers/postgres/postgres-driver.ts";
import { openValueIndex } from "../../../../src/environments/database/index/open-value-index.ts";
import {
  postgresIsMissing,
  type ScratchDatabase,
  scratchPostgresDatabase,
} from "../../../support/postgres.ts";

const missing = await postgresIsMissing();
const signal = new AbortController().signal;

describe.skipIf(missing !== undefined)(`small tables of a server ${missing ?? ""}`, () => {
  let scratch: ScratchDatabase;
  let driver: SqlDriver;
  const asked: string[] = [];

  beforeAll(async () => {
    scratch = await scratchPostgresDatabase();
    await scratch.execute(`
      CREATE TABLE port (id int PRIMARY KEY, name text, opened date, depth numeric(6, 2), memo text);
      INSERT INTO port SELECT i, CASE WHEN i % 2 = 0 THEN 'Odense' ELSE 'Århus' END, date '2020-01-01' + i, i / 4.0,
        repeat('a long memo on the harbour ', 8) FROM generate_series(1, 40) i;
      INSERT INTO port VALUES (41, NULL, NULL, NULL, NULL);
      CREATE TABLE crowd (id int, nick text);
      INSERT INTO crowd SELECT i, 'nick ' || i FROM generate_series(1, 1500) i;
      ANALYZE;`);
    const opened = await openPostgresDriver({ url: scratch.url });
    driver = new Proxy(opened, {
      get(target, name) {
        if (name === "query") {
          return (...given: Parameters<SqlDriver["query"]>) => {
            asked.push(given[0]);
            return target.query(...given);
          };
        }
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  });
  afterAll(async () => {
    await driver?.close();
    await scratch?.drop();
  });

  it("are read with one statement, but for long texts; larger ones column by column; and all values are found", async () => {
    const schema = await driver.introspect(signal);
    const index = openValueIndex({ driver, schema, cacheFolder: "", mode: "memory" });
    await index.buildTables(new Set(schema.tables), signal);
    const of = (table: string) =>
      asked.filter((sql) => new RegExp(`FROM (?:public\\.)?${table}\\b`, "u").test(sql));
    expect(of("port").filter((sql) => sql.includes("name"))).toHaveLength(1);
    expect(of("port").filter((sql) => sql.includes("depth"))).toHaveLength(1);
    expect(of("port").filter((sql) => sql.includes("memo")).length).toBeGreaterThan(1);
    expect(of("crowd").some((sql) => sql.includes("id, nick"))).toBe(false);
    const found = async (value: string) => (await index.findFuzzy(value, { limit: 1, signal })).matches[0];
    expect(await found("Arhus")).toMatchObject({ value: "Århus", count: 20 });
    expect(await found("nick 1499")).toMatchObject({ value: "nick 1499", count: 1 });
    expect(await found("2020-01-11")).toMatchObject({ value: "2020-01-11" });
    expect(
      (await index.findExact("2.5", { limit: 2, signal })).matches.map(({ column }) => column.column),
    ).toContain("depth");
    await index.close();
  });
});
