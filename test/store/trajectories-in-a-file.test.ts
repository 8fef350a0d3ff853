import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { sqliteTrajectoryStore } from "../support/stores.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { sampleTrajectory } from "./trajectory-store-conformance.ts";

const folder = temporaryFolder();
const principal = { id: "anna" };
const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

async function storedRun(path: string): Promise<void> {
  const store = sqliteTrajectoryStore(path);
  await store.create({ id: "r", principal });
  await store.append("r", principal, sampleTrajectory("how many?"));
  await store.close();
}

function change(path: string, sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

describe("a trajectory store in a SQLite file", () => {
  it("is private: the file and what SQLite lays beside it 0600, a new folder 0700", async () => {
    const path = join(folder, "new", "deep", "private.store");
    const store = sqliteTrajectoryStore(path);
    await store.create({ id: "r", principal });
    expect(modeOf(join(folder, "new", "deep"))).toBe("700");
    expect([path, `${path}-wal`, `${path}-shm`].map(modeOf)).toEqual(["600", "600", "600"]);
    await store.close();
    chmodSync(path, 0o644);
    await sqliteTrajectoryStore(path).close();
    expect(modeOf(path)).toBe("600");
  });

  it("leaves the rights of a folder alone that was there before", async () => {
    const shared = join(folder, "shared");
    mkdirSync(shared);
    chmodSync(shared, 0o755);
    await sqliteTrajectoryStore(join(shared, "x.store")).close();
    expect(modeOf(shared)).toBe("755");
  });

  it("shows one process what another has written, and refuses the slower one", async () => {
    const path = join(folder, "two.store");
    const [a, b] = [sqliteTrajectoryStore(path), sqliteTrajectoryStore(path)];
    const events = sampleTrajectory("how many?");
    await a.create({ id: "r", principal });
    await a.append("r", principal, events.slice(0, 1));
    await b.append("r", principal, events.slice(1, 2));
    await expect(a.append("r", principal, events.slice(1, 2))).rejects.toMatchObject({
      code: "store-conflict",
    });
    expect(await a.read("r", principal)).toHaveLength(2);
    await a.close();
    await b.close();
  });

  it("says that a file is damaged, whether its beginning or a page of it", async () => {
    const garbage = join(folder, "garbage.store");
    writeFileSync(garbage, "this is no database at all. ".repeat(500));
    expect(() => sqliteTrajectoryStore(garbage)).toThrow(expect.objectContaining({ code: "store-corrupt" }));

    const torn = join(folder, "torn.store");
    await storedRun(torn);
    const bytes = readFileSync(torn);
    writeFileSync(torn, bytes.fill(0xa5, 4096));
    const read = async () => await sqliteTrajectoryStore(torn).read("r", principal);
    await expect(read()).rejects.toMatchObject({ code: "store-corrupt" });
  });

  it.each([
    ["an event that is missing", "DELETE FROM event WHERE seq = 2"],
    ["an event that is no JSON", "UPDATE event SET body = '{\"seq\": 3' WHERE seq = 3"],
    [
      "an event in another's place",
      "UPDATE event SET body = replace(body, '\"seq\":3', '\"seq\":7') WHERE seq = 3",
    ],
  ])("says that the store is damaged at %s", async (_, sql) => {
    const path = join(folder, `${sql.length}.store`);
    await storedRun(path);
    change(path, sql);
    const store = sqliteTrajectoryStore(path);
    await expect(store.read("r", principal)).rejects.toMatchObject({ code: "store-corrupt" });
    await store.close();
  });

  it("touches neither a database of another program nor a store of a newer version", async () => {
    const other = join(folder, "other.sqlite");
    change(other, "CREATE TABLE customer (id INTEGER)");
    expect(() => sqliteTrajectoryStore(other)).toThrow(/not a store of Fuxi/);
    const newer = join(folder, "newer.store");
    await storedRun(newer);
    change(newer, "PRAGMA user_version = 999");
    expect(() => sqliteTrajectoryStore(newer)).toThrow(/newer version/);
  });

  it("says that it cannot be opened where a folder stands in its place", () => {
    expect(() => sqliteTrajectoryStore(folder)).toThrow(
      expect.objectContaining({ code: "store-unavailable" }),
    );
  });

  it("writes all events of a call or none", async () => {
    const path = join(folder, "atomic.store");
    await storedRun(path);
    change(
      path,
      "CREATE TRIGGER fail BEFORE INSERT ON event WHEN NEW.seq = 6 BEGIN SELECT RAISE(ABORT, 'disk'); END",
    );
    const store = sqliteTrajectoryStore(path);
    const more = sampleTrajectory("x")
      .slice(0, 2)
      .map((event, index) => ({ ...event, seq: index + 5 }));
    await expect(store.append("r", principal, more)).rejects.toMatchObject({ code: "store-unavailable" });
    expect(await store.read("r", principal)).toHaveLength(4);
    await store.close();
  });
});
