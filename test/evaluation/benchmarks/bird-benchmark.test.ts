import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createDatabaseEnvironment } from "../../../src/environments/database/create-database-environment.ts";
import { openSqliteDriver } from "../../../src/environments/database/drivers/sqlite/sqlite-driver.ts";
import type { LoadOptions } from "../../../src/evaluation/benchmark/benchmark.ts";
import { birdBenchmark } from "../../../src/evaluation/benchmarks/bird/bird-benchmark.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { answeredWith } from "../scores/sql/answered-with.ts";
import { put, putShips } from "./ship-data.ts";

const folder = temporaryFolder();
const SHIP = {
  question_id: 7,
  db_id: "ships",
  question: "How many ships are there?",
  evidence: "",
  SQL: "SELECT COUNT(*) FROM ship",
  difficulty: "simple",
};
const LONG = {
  ...SHIP,
  question_id: 726,
  question: "Which is the longest ship?",
  evidence: " longest refers to MAX(length) ",
  SQL: "SELECT name FROM ship ORDER BY length DESC LIMIT 1",
  difficulty: "moderate",
};
put(folder, "dev.json", [SHIP, LONG, { ...SHIP, question_id: 8, db_id: "planes" }]);
put(folder, "require_content_info.json", { 7: false, 726: true });
putShips(folder, "dev_databases/ships/ships.sqlite");
put(folder, "dev_databases/ships/database_description/ship.csv", "original_column_name\nid\n");
put(folder, "mini_dev_data/mini_dev_postgresql.json", [SHIP, { ...SHIP, question: "Count the ships." }]);
put(folder, "mini_dev_data/mini_dev_sqlite.json", [SHIP]);

const load = (options: Partial<LoadOptions> = {}) =>
  birdBenchmark.load({ folder, cacheFolder: folder, ...options });
const refusal = (options: Partial<LoadOptions>) =>
  load(options).then(
    () => "loaded",
    (error: { code: string; message: string; hint?: string }) =>
      `${error.code}: ${error.message} ${error.hint ?? ""}`,
  );

describe("BIRD's data", () => {
  it("become tasks with gold, knowledge, groups and what was meant", async () => {
    const { tasks, places, checksums } = await load();
    expect(tasks).toEqual([
      {
        id: "7",
        place: "ships",
        question: SHIP.question,
        groups: { difficulty: "simple", content: "no" },
        gold: { sql: SHIP.SQL },
        oracle: { sql: SHIP.SQL },
        intended: { names: ["ship"], values: [] },
      },
      {
        id: "726",
        place: "ships",
        question: LONG.question,
        oracleKnowledge: "longest refers to MAX(length)",
        groups: { difficulty: "moderate" },
        gold: { sql: LONG.SQL },
        oracle: { sql: LONG.SQL },
        intended: {
          names: ["name", "ship", "length"],
          values: [],
          explanations: ["longest refers to MAX(length)"],
        },
      },
    ]);
    expect(places).toEqual({
      ships: {
        targets: [join(folder, "dev_databases/ships/ships.sqlite")],
        descriptionsFolder: join(folder, "dev_databases/ships/database_description"),
      },
    });
    expect(Object.keys(checksums)).toEqual([
      "dev.json",
      "require_content_info.json",
      "dev_databases/ships/ships.sqlite",
    ]);
  });

  it("say what was left out, and which questions have no label", async () => {
    expect((await load()).notes).toEqual([
      "1 of 3 questions were left out: their database is not in the folder (planes).",
      "1 of 2 questions are in no group of content: require_content_info.json has no label for them, or they were worded anew since.",
    ]);
  });

  it("lead to databases of a server, one each or all in one, and tell questions with the same number apart", async () => {
    const split = { split: "mini-dev", dialect: "postgresql" };
    const { tasks, places } = await load({ ...split, server: "postgres://user@host:5433" });
    expect(tasks.map(({ id, groups }) => [id, groups.content])).toEqual([
      ["7", undefined],
      ["7-2", undefined],
    ]);
    expect(places.ships?.targets).toEqual(["postgres://user@host:5433/ships"]);
    const one = await load({ ...split, server: "postgresql://user@host/BIRD" });
    expect(one.places.ships?.targets).toEqual(["postgresql://user@host/BIRD"]);
  });

  it("are refused with what to do where options do not fit", async () => {
    expect(await refusal({ split: "test" })).toContain("usage: BIRD has no split");
    expect(await refusal({ dialect: "mysql" })).toContain("Take the split mini-dev.");
    expect(await refusal({ split: "mini-dev", dialect: "postgresql" })).toContain("needs the address");
    expect(await refusal({ server: "postgres://host" })).toContain("Name the dialect");
    expect(await refusal({ endpoint: "http://host" })).toContain('no option "endpoint"');
    expect(await refusal({ split: "mini-dev", dialect: "mysql", server: "mysql://host" })).toMatch(
      /^target-not-found: There is no .*mini_dev_mysql\.json.* Give the folder that has dev\.json/u,
    );
  });

  it("are refused where a file is not BIRD's, with the place of what is wrong", async () => {
    const other = join(folder, "other");
    put(other, "dev.json", [SHIP, { ...SHIP, SQL: 7 }]);
    expect(await refusal({ folder: other })).toContain(
      "data-invalid: dev.json is no list of BIRD's questions. Entry 2: SQL",
    );
    put(other, "dev.json", "[");
    expect(await refusal({ folder: other })).toContain("data-invalid: dev.json is no JSON.");
    put(other, "dev.json", [{ ...SHIP, db_id: "../ships" }]);
    expect(await refusal({ folder: other })).toContain("Entry 1: db_id");
    put(other, "dev.json", [{ ...SHIP, db_id: "planes" }]);
    expect(await refusal({ folder: other })).toContain(
      "None of the databases of the questions is in the folder.",
    );
    put(other, "dev.json", [SHIP]);
    putShips(other, "dev_databases/ships/ships.sqlite");
    put(other, "require_content_info.json", ["yes"]);
    expect(await refusal({ folder: other })).toContain("is no record of true or false");
  });

  it("are scored with BIRD's measures in the opened place", async () => {
    const set = await load();
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
    const [count] = set.tasks;
    if (count === undefined) throw new TypeError("There is a task.");
    const { run } = answeredWith("SELECT max(id) * 1.0 FROM ship", "");
    expect((await set.score({ task: count, run }, context)).scores).toEqual({
      ex: 1,

      va: 1,
      "soft-f1": 1,
    });
    await environment.close();
  });
});
