import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { sqliteTrajectoryStore } from "../support/stores.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { sampleTrajectory } from "./trajectory-store-conformance.ts";

const folder = temporaryFolder();
const principal = { id: "anna" };

/** A store with one run, changed by SQL. */
async function storeOf(name: string, change: string): Promise<string> {
  const path = join(folder, name);
  const runs = sqliteTrajectoryStore(path);
  await runs.create({ id: "r", principal });
  await runs.close();
  const database = new DatabaseSync(path);
  database.exec(change);
  database.close();
  return path;
}

describe("a store file of an earlier version", () => {
  it("opens with what it holds, and takes what is written today", async () => {
    const text = "text NOT NULL DEFAULT ''";
    const path = await storeOf(
      "old.store",
      `ALTER TABLE run ADD made ${text}; ALTER TABLE event ADD call ${text};
       ALTER TABLE workspace ADD call ${text}; ALTER TABLE work_list ADD made ${text}; PRAGMA user_version = 6`,
    );
    const runs = sqliteTrajectoryStore(path);
    await runs.append("r", principal, sampleTrajectory("how many?"));
    expect(await runs.list({ principal, limit: 9 })).toMatchObject([{ id: "r", events: 4 }]);
    await runs.close();
  });

  it("of which nobody has any more is refused, and left as it is", async () => {
    const path = await storeOf("older.store", "PRAGMA user_version = 5");
    expect(() => sqliteTrajectoryStore(path)).toThrow(/early version of Fuxi/u);
    const database = new DatabaseSync(path);
    expect(database.prepare("SELECT count(*) AS n FROM run").get()).toEqual({ n: 1 });
    database.close();
  });
});
