import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { sqliteArtifactStore, sqliteWorkspaceStore } from "../support/stores.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const options = { principal: { id: "anna" }, lifetimeSeconds: 600 };

function change(path: string, sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

describe("a store of workspaces in a SQLite file", () => {
  it("keeps them after it was closed, beside the artifacts", async () => {
    const path = join(folder, "shared.store");
    const artifacts = sqliteArtifactStore(path);
    const store = sqliteWorkspaceStore(path);
    const kept = await store.open({ n: 1 }, options);
    await store.close();
    await store.close();
    const reopened = sqliteWorkspaceStore(path);
    expect(await reopened.read(kept.id, options)).toEqual(kept);
    await reopened.close();
    await artifacts.close();
  });

  it("shows one store what another has written, also where it has the version before at hand", async () => {
    const path = join(folder, "two.store");
    const [a, b] = [sqliteWorkspaceStore(path), sqliteWorkspaceStore(path)];
    const { id } = await a.open({ n: 1 }, options);
    expect((await b.read(id, options))?.content).toEqual({ n: 1 });
    await b.write(id, 1, { n: 2 }, options);
    const kept = await a.read(id, options);
    expect(kept).toMatchObject({ version: 2, content: { n: 2 } });
    expect(await a.write(id, 1, { n: 3 }, options)).toEqual({ type: "stale", kept });
    await a.close();
    await b.close();
  });

  it("writes nothing on reading, until a tenth of the lifetime is over", async () => {
    const path = join(folder, "quiet.store");
    let now = Date.parse("2026-01-02T03:04:05Z");
    const store = sqliteWorkspaceStore(path, () => new Date(now));
    const { id } = await store.open({ n: 1 }, options);
    const written = readFileSync(`${path}-wal`).byteLength;
    for (let second = 0; second < 60; second++) {
      now += 1000;
      await store.read(id, options);
    }
    expect(readFileSync(`${path}-wal`).byteLength).toBe(written);
    now += 1000;
    await store.read(id, options);
    expect(readFileSync(`${path}-wal`).byteLength).toBeGreaterThan(written);
    await store.close();
  });

  it("says of content that is no JSON any more that the workspace is damaged, and gives the others", async () => {
    const path = join(folder, "half.store");
    const first = sqliteWorkspaceStore(path);
    const [half, whole] = [await first.open({ n: 1 }, options), await first.open({ n: 2 }, options)];
    await first.close();
    change(path, `UPDATE workspace SET content = '{"n":' WHERE id = '${half.id}'`);
    const store = sqliteWorkspaceStore(path);
    await expect(store.read(half.id, options)).rejects.toMatchObject({ code: "workspace-invalid" });
    expect(await store.read(whole.id, options)).toEqual(whole);
    await store.close();
  });

  it("says that it cannot write where the file refuses, and keeps what was there", async () => {
    const path = join(folder, "full.store");
    const store = sqliteWorkspaceStore(path);
    const { id } = await store.open({ n: 1 }, options);
    change(path, "CREATE TRIGGER fail BEFORE UPDATE ON workspace BEGIN SELECT RAISE(ABORT, 'disk'); END");
    await expect(store.write(id, 1, { n: 2 }, options)).rejects.toMatchObject({ code: "store-unavailable" });
    expect((await store.read(id, options))?.content).toEqual({ n: 1 });
    await store.close();
  });
});
