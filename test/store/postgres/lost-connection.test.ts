import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { artifactStore } from "../../../src/store/artifacts.ts";
import { openPostgresStore } from "../../../src/store/postgres.ts";
import { trajectoryStore } from "../../../src/store/trajectories.ts";
import { workspaceStore } from "../../../src/store/workspaces.ts";
import { sampleTrajectory } from "../../../src/testing/trajectory-store-conformance.ts";
import { cuttingProxy } from "../../support/cutting-proxy.ts";
import { postgresIsMissing } from "../../support/postgres.ts";
import { scratchStores } from "../../support/shared-store.ts";

const missing = await postgresIsMissing();
const principal = { id: "anna" };
const keep = { principal, lifetimeSeconds: 600 };

describe.skipIf(missing !== undefined)(`a shared store whose server goes away ${missing ?? ""}`, () => {
  const { begin, end, url, database } = scratchStores();
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

  it("writes an event once where the answer was lost, and goes on after it", async () => {
    const { proxy, store, close } = await overProxy();
    const runs = trajectoryStore(store);
    const events = sampleTrajectory("how many?");
    proxy.cutAfter("INSERT INTO");
    await runs.create({ id: "r", principal });
    for (const event of events) {
      proxy.cutAfter("COMMIT\0");
      await runs.append("r", principal, [event]);
    }
    expect(proxy.cuts()).toBe(1 + events.length);
    expect(await runs.read("r", principal)).toEqual(events);
    proxy.cutAfter("DELETE");
    await runs.delete("r", principal);
    await expect(runs.read("r", principal)).rejects.toMatchObject({ code: "run-not-found" });
    await runs.close();
    await close();
  });

  it("tells the slower one of two writers also where the answer to it was lost", async () => {
    const { proxy, store, close } = await overProxy();
    const [first, second] = sampleTrajectory("how many?");
    const [mine, other] = [trajectoryStore(store), trajectoryStore(store)];
    await mine.create({ id: "r", principal });
    await mine.append("r", principal, [first as never]);
    await other.append("r", principal, [second as never]);
    proxy.cutAfter("SET record");
    await expect(mine.append("r", principal, [second as never])).rejects.toMatchObject({
      code: "store-conflict",
    });
    expect(proxy.cuts()).toBe(1);
    expect(await mine.read("r", principal)).toHaveLength(2);
    await mine.close();
    await other.close();
    await close();
  });

  it("knows a write of its own again, and says that it does not know where somebody wrote on it", async () => {
    const { proxy, store, close } = await overProxy();
    const workspaces = workspaceStore(store);
    proxy.cutAfter("COMMIT\0");
    const { id } = await workspaces.open({ n: 1 }, keep);
    proxy.cutAfter("COMMIT\0");
    expect(await workspaces.write(id, 1, { n: 2 }, keep)).toMatchObject({
      type: "written",
      kept: { version: 2, content: { n: 2 } },
    });
    // The other writer is faster than the first attempt's return.
    await database().execute(
      `CREATE FUNCTION ${store.schema}.bump() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN NEW.version := NEW.version + 1; NEW.call := gen_random_uuid(); RETURN NEW; END $$;
       CREATE TRIGGER bump BEFORE UPDATE ON ${store.schema}.workspace FOR EACH ROW
         WHEN (NEW.version = 3) EXECUTE FUNCTION ${store.schema}.bump()`,
    );
    proxy.cutAfter("COMMIT\0");
    await expect(workspaces.write(id, 2, { n: 3 }, keep)).rejects.toMatchObject({
      code: "store-unavailable",
      message: expect.stringMatching(/whether it was done is not known/u),
    });
    expect(proxy.cuts()).toBe(3);
    await workspaces.close();
    await close();
  });

  it("keeps content whole where the connection is cut in the middle of it", async () => {
    const { proxy, store, close } = await overProxy();
    const artifacts = artifactStore(store);
    const content = new Uint8Array(9_000_000).map((_, index) => (index * 7919) >> 3);
    proxy.cutAfter("artifact_part (principal");
    const { sha256 } = await artifacts.put(content, { ...keep, mediaType: "text/plain" });
    proxy.cutAfter("COMMIT\0");
    await artifacts.put(content, { ...keep, mediaType: "text/plain" });
    proxy.cutAfter("AND part =");
    expect(Buffer.compare(await artifacts.get(sha256, principal), content)).toBe(0);
    expect(proxy.cuts()).toBe(3);
    await artifacts.close();
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
