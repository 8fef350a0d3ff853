import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { createDatabaseEnvironment } from "../../../../src/environments/database/create-database-environment.ts";
import { openSqliteDriver } from "../../../../src/environments/database/drivers/sqlite/sqlite-driver.ts";
import { smallEnough } from "../../../../src/environments/database/index/index-on-demand.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const folder = temporaryFolder();
const path = join(folder, "towns.sqlite");
const database = new DatabaseSync(path);
database.exec(
  "CREATE TABLE town (name TEXT); INSERT INTO town VALUES ('Grønsund'), ('Aarhus'), ('Clairmont')",
);
database.close();
const never = new AbortController().signal;

const open = async (cache: string) =>
  createDatabaseEnvironment({
    id: "towns",
    driver: await openSqliteDriver({ path }),
    cacheFolder: join(folder, cache),
  });

describe("an index that nobody has built", () => {
  it("is built by the first lookup that needs it", async () => {
    const environment = await open("first");
    const found = await environment.index.findFuzzy("Clairmnt", { limit: 3, signal: never });
    expect(found.matches[0]?.value).toBe("Clairmont");
    expect(found.incomplete).toEqual([]);
    await environment.close();
  });

  it("follows the data without being told", async () => {
    const environment = await open("follows");
    await environment.index.findFuzzy("Clairmnt", { limit: 3, signal: never });
    const writer = new DatabaseSync(path);
    writer.exec("UPDATE town SET name = 'Aarhuus' WHERE name = 'Aarhus'");
    const options = { limit: 3, signal: never };
    expect((await environment.index.findExact("Aarhus", options)).matches).toEqual([]);
    expect((await environment.index.findExact("Aarhuus", options)).matches).toMatchObject([
      { value: "Aarhuus", count: 1 },
    ]);
    writer.exec("UPDATE town SET name = 'Aarhus' WHERE name = 'Aarhuus'");
    writer.close();
    await environment.close();
  });
});

describe("a database whose size is not known, or large", () => {
  const column = { name: "x", declaredType: "TEXT", affinity: "text", nullable: true } as const;
  const table = { name: "t", kind: "table", columns: [column], foreignKeys: [] } as const;

  it("is not read whole without being told to", () => {
    expect(smallEnough({ tables: [table] })).toBe(false);
    expect(smallEnough({ tables: [{ ...table, rowCount: { value: 50_000_000, exact: false } }] })).toBe(
      false,
    );
    expect(smallEnough({ tables: [{ ...table, rowCount: { value: 1000, exact: false } }] })).toBe(true);
  });
});
