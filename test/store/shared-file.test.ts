import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sqliteArtifactStore } from "../../src/store/artifacts.ts";
import { sqliteTrajectoryStore } from "../../src/store/trajectories.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();

describe("a SQLite file of stores", () => {
  it("shares the file with the trajectories, and keeps content after it was closed", async () => {
    const path = join(folder, "shared.store");
    const runs = sqliteTrajectoryStore(path);
    const artifacts = sqliteArtifactStore(path);
    const principal = { id: "anna" };
    await runs.create({ id: "r", principal });
    const options = { principal, mediaType: "text/plain", lifetimeSeconds: 60 };
    const { sha256 } = await artifacts.put(new TextEncoder().encode("rows"), options);
    await artifacts.close();
    const reopened = sqliteArtifactStore(path);
    expect(new TextDecoder().decode(await reopened.get(sha256, principal))).toBe("rows");
    expect(await runs.list({ principal, limit: 9 })).toHaveLength(1);
    await reopened.close();
    await runs.close();
  });
});
