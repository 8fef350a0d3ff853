import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createDatabaseEnvironment } from "../../../src/environments/database/create-database-environment.ts";
import { openSqliteDriver } from "../../../src/environments/database/drivers/sqlite/sqlite-driver.ts";
import { spiderBenchmark } from "../../../src/evaluation/benchmarks/spider/spider-benchmark.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { answeredWith } from "../scores/sql/answered-with.ts";
import { put, putShips } from "./ship-data.ts";

const folder = temporaryFolder();
const QUERY = "SELECT id, name FROM ship ORDER BY length";
put(folder, "dev.json", [
  { db_id: "planes", question: "?", query: "SELECT 1" },
  { db_id: "ships", question: "Ships by length?", query: QUERY },
  { db_id: "ships", question: "Ships?", query: "SELECT name FROM ship" },
]);
putShips(folder, "database/ships/ships.sqlite");

describe("Spider's data", () => {
  it("become tasks called by their place in the file", async () => {
    const set = await spiderBenchmark.load({ folder, cacheFolder: folder });
    expect(set.tasks.map(({ id, gold }) => [id, gold])).toEqual([
      ["1", { sql: QUERY }],
      ["2", { sql: "SELECT name FROM ship" }],
    ]);
    expect(set.places).toEqual({ ships: { targets: [join(folder, "database/ships/ships.sqlite")] } });
    expect(set.notes).toEqual([
      "1 of 3 questions were left out: their database is not in the folder (planes).",
    ]);
  });

  it("are scored as Spider does: columns in any order, rows in the gold's", async () => {
    const set = await spiderBenchmark.load({ folder, cacheFolder: folder });
    const environment = await createDatabaseEnvironment({
      id: "db",
      driver: await openSqliteDriver({ path: set.places.ships?.targets[0] ?? "" }),
      cacheFolder: folder,
      indexMode: "memory",
    });
    const context = {
      environments: [environment],
      signal: new AbortController().signal,
      milliseconds: 30_000,
    };
    const [sorted] = set.tasks;
    if (sorted === undefined) throw new TypeError("There is a task.");
    const scores = async (sql: string) =>
      (await set.score({ task: sorted, run: answeredWith(sql, "").run }, context)).scores;
    expect(await scores("SELECT name, id FROM ship ORDER BY length")).toEqual({ ex: 1, va: 1 });
    expect(await scores("SELECT id, name FROM ship ORDER BY length, id DESC")).toEqual({
      ex: 0,

      va: 1,
    });
    await environment.close();
  });

  it("are refused with what to do where an option or a file does not fit", async () => {
    const load = (options: object) => spiderBenchmark.load({ folder, cacheFolder: folder, ...options });
    await expect(load({ split: "test" })).rejects.toMatchObject({ code: "usage" });
    await expect(load({ dialect: "mysql" })).rejects.toMatchObject({ code: "usage" });
    await expect(load({ folder: join(folder, "database") })).rejects.toMatchObject({
      code: "target-not-found",
      hint: "Give the folder that has dev.json and database/.",
    });
  });
});
