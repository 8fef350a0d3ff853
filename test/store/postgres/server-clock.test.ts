import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { artifactStore } from "../../../src/store/artifacts.ts";
import { glossaryStore } from "../../../src/store/glossary.ts";
import { trajectoryStore } from "../../../src/store/trajectories.ts";
import { workspaceStore } from "../../../src/store/workspaces.ts";
import { postgresIsMissing } from "../../support/postgres.ts";
import { scratchStores } from "../../support/shared-store.ts";

const missing = await postgresIsMissing();
const principal = { id: "anna" };
const keep = { principal, lifetimeSeconds: 600 };

describe.skipIf(missing !== undefined)(`a machine whose clock is wrong ${missing ?? ""}`, () => {
  const { begin, end, open } = scratchStores();
  beforeAll(begin);
  afterAll(end);
  afterEach(() => void vi.useRealTimers());
  const clockAt = (time: string): void => void vi.useFakeTimers({ toFake: ["Date"], now: new Date(time) });

  it("neither forgets what is alive nor keeps what has expired", async () => {
    const store = await open();
    const [workspaces, artifacts] = [workspaceStore(store), artifactStore(store)];
    const put = { ...keep, mediaType: "text/plain" };
    const opened = await workspaces.open({ n: 1 }, keep);
    const { sha256 } = await artifacts.put(new Uint8Array([1]), put);
    clockAt("2099-01-01");
    expect((await workspaces.read(opened.id, keep))?.expires).toBe(opened.expires);
    expect(await artifacts.get(sha256, principal)).toHaveLength(1);
    expect([await workspaces.sweep(), await artifacts.sweep()]).toEqual([0, 0]);
    const early = await workspaces.open({ n: 2 }, { ...keep, lifetimeSeconds: 0 });
    expect(await workspaces.read(early.id, keep)).toBeUndefined();
    expect(await workspaces.write(early.id, 1, {}, keep)).toEqual({ type: "missing" });
    clockAt("1999-01-01");
    expect((await workspaces.read(opened.id, keep))?.content).toEqual({ n: 1 });
    expect(await workspaces.sweep()).toBe(1);
    const { sha256: brief } = await artifacts.put(new Uint8Array([2]), { ...put, lifetimeSeconds: 0 });
    await expect(artifacts.get(brief, principal)).rejects.toMatchObject({ code: "artifact-missing" });
    await workspaces.close();
    await artifacts.close();
  });

  it("holds runs and orders what words mean as the others do", async () => {
    const store = await open();
    const [runs, glossary] = [trajectoryStore(store), glossaryStore(store)];
    await runs.create({ id: "r", principal });
    await runs.hold?.("r", principal);
    await glossary.remember({ environment: "shop", words: "first", meaning: "1" }, principal);
    clockAt("2099-01-01");
    await expect(runs.hold?.("r", principal)).rejects.toMatchObject({ code: "run-not-resumable" });
    clockAt("1999-01-01");
    await glossary.remember({ environment: "shop", words: "second", meaning: "2" }, principal);
    expect((await glossary.list("shop", principal)).map(({ words }) => words)).toEqual(["second", "first"]);
    await runs.close();
    await glossary.close();
  });
});
