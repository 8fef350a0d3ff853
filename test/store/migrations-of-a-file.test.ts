import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { sqliteArtifactStore } from "../../src/store/artifacts.ts";
import { sqliteGlossary } from "../../src/store/glossary.ts";
import { sqliteTrajectoryStore } from "../../src/store/trajectories.ts";
import { sqliteWorkStore } from "../../src/store/work.ts";
import { sqliteWorkspaceStore } from "../../src/store/workspaces.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const principal = { id: "anna" };
const keep = { principal, lifetimeSeconds: 60 };

function storeOf(name: string, change: string): string {
  const path = join(folder, name);
  const database = new DatabaseSync(path);
  database.exec(readFileSync(join(import.meta.dirname, "version-5.sql"), "utf8"));
  database.exec(change);
  database.close();
  return path;
}

describe("a store file of an earlier version", () => {
  it("opens with what it holds, and takes what is written today", async () => {
    const path = storeOf("old.store", "");
    const runs = sqliteTrajectoryStore(path);
    expect(await runs.list({ principal, limit: 9 })).toMatchObject([
      { id: "50%", question: "how many?", events: 1, reopen: "shop.sqlite" },
    ]);
    expect(await runs.read("50%", principal)).toEqual([{ seq: 1 }]);
    await runs.append("50%", principal, [{ seq: 2 } as never]);
    await runs.create({ id: "new", principal });
    expect((await runs.list({ principal, limit: 9 })).map(({ id }) => id)).toEqual(["new", "50%"]);

    const glossary = sqliteGlossary(path);
    await glossary.remember({ environment: "shop", words: "small", meaning: "under 10" }, principal);
    expect(await glossary.list("shop", principal)).toMatchObject([
      { words: "small" },
      { words: "Big", at: "2026-01-02T03:04:05.678Z" },
    ]);
    expect(await glossary.forget("shop", "big", principal)).toBe(true);

    const artifacts = sqliteArtifactStore(path);
    const content = new Uint8Array(9_000_000);
    const sha256 = createHash("sha256").update(content).digest("hex");
    expect(Buffer.compare(await artifacts.get(sha256, principal), content)).toBe(0);
    expect((await artifacts.put(content, { ...keep, mediaType: "text/plain" })).sha256).toBe(sha256);

    const workspaces = sqliteWorkspaceStore(path);
    const kept = await workspaces.read("abcdefghijklmn", keep);
    expect(kept).toMatchObject({ version: 3, content: { n: 1 } });
    expect(await workspaces.write("abcdefghijklmn", 3, { n: 2 }, keep)).toMatchObject({ type: "written" });

    const work = sqliteWorkStore(path);
    expect(await work.list({ principal, limit: 9 })).toMatchObject([{ id: "e", items: 2, finished: 1 }]);
    expect(await work.results("e", principal)).toEqual([{ item: 'first "one"', result: { run: "50%" } }]);
    expect(await work.claim({ id: "e", principal, holder: "x" }, 1000)).toEqual({
      type: "item",
      item: "second",
    });
    for (const store of [runs, glossary, artifacts, workspaces, work]) await store.close();
  });

  it("of which nobody has any more is refused, and left as it is", () => {
    const path = storeOf("older.store", "PRAGMA user_version = 3");
    expect(() => sqliteTrajectoryStore(path)).toThrow(/early version of Fuxi/u);
    const database = new DatabaseSync(path);
    expect(database.prepare("SELECT count(*) AS n FROM run").get()).toEqual({ n: 1 });
    database.close();
  });
});
