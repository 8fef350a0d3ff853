import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  createDatabaseEnvironment,
  type DatabaseEnvironment,
} from "../../../src/environments/database/create-database-environment.ts";
import { openSqliteDriver } from "../../../src/environments/database/drivers/sqlite/sqlite-driver.ts";
import { ShopSession } from "../../support/shop-session.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

describe("looking for a value in a column of an indexed database", () => {
  const path = join(temporaryFolder(), "towns.sqlite");
  const asked: string[] = [];
  let environment: DatabaseEnvironment;
  let writer: DatabaseSync;

  beforeAll(async () => {
    writer = new DatabaseSync(path);
    writer.exec(
      "CREATE TABLE town (name TEXT, place TEXT); INSERT INTO town VALUES ('Aarhus', 'A1'), ('York', 'B2')",
    );
    const driver = await openSqliteDriver({ path, poolSize: 1 });
    const query: typeof driver.query = (sql, parameters, bounds) => {
      asked.push(sql);
      return driver.query(sql, parameters, bounds);
    };
    const cacheFolder = temporaryFolder();
    environment = await createDatabaseEnvironment({ id: "towns", driver: { ...driver, query }, cacheFolder });
    await environment.index.ensureBuilt({ signal: new AbortController().signal });
  });
  afterAll(async () => {
    await environment.close();
    writer.close();
  });
  beforeEach(() => {
    asked.length = 0;
  });

  const look = async (value: string) => {
    const session = await ShopSession.open(environment);
    return (await session.act("is_value_in_column", { table: "town", column: "name", value })).data;
  };

  it("asks the engine nothing where the index has the value", async () => {
    expect(await look("York")).toEqual({ found: true, count: 1 });
    expect(asked).toEqual([]);
  });

  it("asks the engine once where the index does not have it, whatever is looked up to help", async () => {
    expect(await look("Yrok")).toMatchObject({ found: false, nearest: [{ value: "York" }, {}] });
    expect(asked).toHaveLength(1);
    asked.length = 0;
    expect(await look("B2")).toMatchObject({ elsewhere: [{ table: "town", column: "place" }] });
    expect(asked).toHaveLength(1);
  });

  it("notices each change of the data, and what is as it was before", async () => {
    for (const [from, to] of [
      ["York", "Jorvik"],
      ["Jorvik", "York"],
      ["York", "Eboracum"],
    ] as const) {
      writer.prepare("UPDATE town SET name = ? WHERE name = ?").run(to, from);
      expect((await look(from)).found).toBe(false);
      expect((await look(to)).found).toBe(true);
      asked.length = 0;
      expect((await look(to)).found).toBe(true);
      expect(asked).toEqual([]);
    }
  });
});
