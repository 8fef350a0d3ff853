import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { artifactStore } from "../../../src/store/artifacts.ts";
import { openPostgresStore } from "../../../src/store/postgres.ts";
import { trajectoryStore } from "../../../src/store/trajectories.ts";
import { workspaceStore } from "../../../src/store/workspaces.ts";
import { type Pgbouncer, pgbouncerIsMissing, startPgbouncer } from "../../support/pgbouncer.ts";
import { postgresIsMissing } from "../../support/postgres.ts";
import { scratchStores } from "../../support/shared-store.ts";
import { sampleTrajectory } from "../trajectory-store-conformance.ts";

const missing = pgbouncerIsMissing() ?? (await postgresIsMissing());
const principal = { id: "anna" };
const keep = { principal, lifetimeSeconds: 600 };

describe.skipIf(missing !== undefined)(`a shared store behind PgBouncer ${missing ?? ""}`, () => {
  const { begin, end, url } = scratchStores();
  let pooler: Pgbouncer;
  beforeAll(async () => {
    await begin();
    pooler = await startPgbouncer(url(), 2);
  });
  afterAll(async () => {
    await pooler?.stop();
    await end();
  });

  it("works where each transaction gets another connection, with more machines than connections", async () => {
    const machines = await Promise.all(
      Array.from({ length: 5 }, () => openPostgresStore({ url: pooler.url })),
    );
    await Promise.all(
      machines.map(async (store, index) => {
        const [runs, workspaces] = [trajectoryStore(store), workspaceStore(store)];
        const artifacts = artifactStore(store);
        const id = String(index);
        const events = sampleTrajectory("how many?");
        await runs.create({ id, principal });
        const hold = await runs.hold?.(id, principal);
        for (const event of events) await runs.append(id, principal, [event]);
        await hold?.release();
        expect(await runs.read(id, principal)).toEqual(events);
        const opened = await workspaces.open({ n: 0 }, keep);
        const writes = [1, 2, 3].map((n) => workspaces.write(opened.id, 1, { n }, keep));
        expect((await Promise.all(writes)).map(({ type }) => type).sort()).toEqual([
          "stale",
          "stale",
          "written",
        ]);
        const content = new Uint8Array(5_000_000).fill(index);
        const { sha256 } = await artifacts.put(content, { ...keep, mediaType: "text/plain" });
        expect(Buffer.compare(await artifacts.get(sha256, principal), content)).toBe(0);
        for (const each of [runs, workspaces, artifacts]) await each.close();
      }),
    );
  }, 60_000);
});
