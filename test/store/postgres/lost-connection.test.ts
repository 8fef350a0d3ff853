import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { artifactStore } from "../../../src/store/artifacts.ts";
import { openPostgresStore } from "../../../src/store/postgres.ts";
import { trajectoryStore } from "../../../src/store/trajectories.ts";
import { workspaceStore } from "../../../src/store/workspaces.ts";
import { cuttingProxy } from "../../support/cutting-proxy.ts";
import { postgresIsMissing } from "../../support/postgres.ts";
import { scratchStores } from "../../support/shared-store.ts";
import { sampleTrajectory } from "../trajectory-store-conformance.ts";

const missing = await postgresIsMissing();
const principal = { id: "anna" };
const keep = { principal, lifetimeSeconds: 600 };

describe.skipIf(missing !== undefined)(`a shared store whose server goes away ${missing ?? ""}`, () => {
  const { begin, end, url } = scratchStores();
  beforeAll(begin);
  afterAll(end);

  const overProxy = async (patienceMilliseconds?: number) => {
    const proxy = await cuttingProxy(url());
    const store = await openPostgresStore({
      url: proxy.url,
      ...(patienceMilliseconds === undefined ? {} : { patienceMilliseconds }),
    });
    const done = store.share();
    return {
      proxy,
      store,
      close: async () => {
        await done();
        await proxy.close();
      },
    };
  };

  it("begins a write anew where the connection is cut before its commit", async () => {
    const { proxy, store, close } = await overProxy();
    const runs = trajectoryStore(store);
    const events = sampleTrajectory("how many?");
    proxy.cutAfter("INSERT INTO");
    await runs.create({ id: "r", principal });
    proxy.cutAfter("SET record");
    await runs.append("r", principal, events);
    expect(await runs.read("r", principal)).toEqual(events);

    const artifacts = artifactStore(store);
    const content = new Uint8Array(9_000_000).map((_, index) => (index * 7919) >> 3);
    proxy.cutAfter("artifact_part (principal");
    const { sha256 } = await artifacts.put(content, { ...keep, mediaType: "text/plain" });
    proxy.cutAfter("AND part =");
    expect(Buffer.compare(await artifacts.get(sha256, principal), content)).toBe(0);
    expect(proxy.cuts()).toBe(4);
    await runs.close();
    await artifacts.close();
    await close();
  });

  it("says that it does not know of a write whose commit got no answer", async () => {
    const { proxy, store, close } = await overProxy();
    const runs = trajectoryStore(store);
    const events = sampleTrajectory("how many?");
    await runs.create({ id: "r", principal });
    proxy.cutAfter("COMMIT\0");
    await expect(runs.append("r", principal, events)).rejects.toMatchObject({
      code: "store-unavailable",
      message: expect.stringMatching(/whether it was done is not known/u),
    });
    expect([0, events.length]).toContain((await runs.read("r", principal)).length);
    await runs.close();
    await close();
  });

  it("waits for a server that restarts, and gives up when its patience is over", async () => {
    const { proxy, store, close } = await overProxy(1500);
    const workspaces = workspaceStore(store);
    const { id } = await workspaces.open({ n: 1 }, keep);
    await proxy.down();
    const reading = workspaces.read(id, keep);
    setTimeout(() => void proxy.up(), 300);
    expect((await reading)?.content).toEqual({ n: 1 });
    await proxy.down();
    await expect(workspaces.read(id, keep)).rejects.toMatchObject({
      code: "store-unavailable",
      message: expect.stringMatching(/does not answer/u),
    });
    await proxy.up();
    expect((await workspaces.read(id, keep))?.content).toEqual({ n: 1 });
    await workspaces.close();
    await close();
  });
});
