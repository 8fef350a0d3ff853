import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { sqliteArtifactStore } from "../../src/artifact-store/sqlite-artifact-store.ts";
import { sqliteGlossary } from "../../src/glossary-store/sqlite-glossary.ts";
import { MIGRATIONS } from "../../src/store-file/store-file.ts";
import { newRunRecord } from "../../src/trajectory-store/run-record.ts";
import { sqliteTrajectoryStore } from "../../src/trajectory-store/sqlite-trajectory-store.ts";
import { sqliteWorkspaceStore } from "../../src/workspace-store/sqlite-workspace-store.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const principal = { id: "anna" };
/** "Fuxi" in ASCII. */
const APPLICATION_ID = 0x46757869;

/** A store file as the version of that many steps left it, with a run in it. */
function storeOf(steps: number): string {
  const path = join(folder, `${steps}.store`);
  const database = new DatabaseSync(path);
  for (const step of MIGRATIONS.slice(0, steps)) database.exec(step);
  database.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${steps}`);
  const record = JSON.stringify(newRunRecord(new Date("2026-01-02T03:04:05Z")));
  database.prepare("INSERT INTO run (principal, id, record) VALUES (?, ?, ?)").run("anna", "r", record);
  database.close();
  return path;
}

describe("a store file of an earlier version", () => {
  it.each(MIGRATIONS.map((_, index) => [index + 1] as const))(
    "of %i steps opens with what it holds, and holds everything of today",
    async (steps) => {
      const path = storeOf(steps);
      const runs = sqliteTrajectoryStore(path);
      expect((await runs.list({ principal, limit: 9 })).map(({ id }) => id)).toEqual(["r"]);
      const glossary = sqliteGlossary(path);
      await glossary.remember({ environment: "shop", words: "big", meaning: "over 10" }, principal);
      expect(await glossary.list("shop", principal)).toHaveLength(1);
      const artifacts = sqliteArtifactStore(path);
      const kept = { principal, lifetimeSeconds: 60 };
      const { sha256 } = await artifacts.put(new Uint8Array([1]), { ...kept, mediaType: "text/plain" });
      expect((await artifacts.get(sha256, principal)).byteLength).toBe(1);
      const workspaces = sqliteWorkspaceStore(path);
      const { id } = await workspaces.open({ n: 1 }, kept);
      expect((await workspaces.read(id, kept))?.content).toEqual({ n: 1 });
      for (const store of [runs, glossary, artifacts, workspaces]) await store.close();
    },
  );
});
