import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPostgresStore } from "../../../src/store/postgres.ts";
import { trajectoryStore } from "../../../src/store/trajectories.ts";
import type { RunEvent } from "../../../src/trajectory/run-event.ts";
import { cuttingProxy } from "../../support/cutting-proxy.ts";
import { postgresIsMissing } from "../../support/postgres.ts";
import { PRINCIPAL } from "../../support/run-fixture.ts";
import { scratchStores } from "../../support/shared-store.ts";
import { sampleTrajectory } from "../trajectory-store-conformance.ts";

const missing = await postgresIsMissing();
const principal = PRINCIPAL;
const events = sampleTrajectory("how many?");
const next = (seq: number): readonly RunEvent[] => [{ ...(events[1] as RunEvent), seq }];

describe.skipIf(missing !== undefined)(`a run in a shared store ${missing ?? ""}`, () => {
  const { begin, end, url, database } = scratchStores();
  beforeAll(begin);
  afterAll(end);

  /** Store objects on one store, as of several machines. */
  const machines = async (count: number, holdMilliseconds = 60_000) => {
    const address = url();
    const stores = await Promise.all(
      Array.from({ length: count }, () => openPostgresStore({ url: address, poolSize: 2 })),
    );
    const runs = stores.map((store) => trajectoryStore(store, { holdMilliseconds }));
    const schema = stores[0]?.schema;
    const expire = () => database().execute(`UPDATE ${schema}.run SET held_until = 0`);
    const close = () => Promise.all(runs.map((store) => store.close()));
    return { a: runs[0] as (typeof runs)[0], b: runs[1] as (typeof runs)[0], runs, expire, close, schema };
  };

  it("has no gap and no event twice, however many machines write to it at once", async () => {
    const { runs, a, close } = await machines(4);
    await a.create({ id: "r", principal });
    const won = await Promise.all(
      runs.map(async (store) => {
        let wins = 0;
        for (let seq = 1; seq <= 60; seq++) {
          try {
            await store.append("r", principal, next(seq));
            wins++;
          } catch (error) {
            expect(error).toMatchObject({ code: "store-conflict" });
          }
        }
        return wins;
      }),
    );
    expect(won.reduce((sum, wins) => sum + wins, 0)).toBe(60);
    expect((await a.read("r", principal)).map(({ seq }) => seq)).toEqual(
      Array.from({ length: 60 }, (_, index) => index + 1),
    );
    expect((await a.summary("r", principal)).events).toBe(60);
    await close();
  });

  it("is written to by nobody but who holds it, until it is let go", async () => {
    const { a, b, close } = await machines(2);
    await a.create({ id: "r", principal });
    const hold = await a.hold?.("r", principal);
    await expect(b.hold?.("r", principal)).rejects.toMatchObject({
      code: "run-not-resumable",
      hint: expect.stringMatching(/try again in (?:59|60) s/u),
    });
    await expect(a.hold?.("r", principal)).rejects.toMatchObject({ code: "run-not-resumable" });
    await expect(b.append("r", principal, next(1))).rejects.toMatchObject({ code: "store-conflict" });
    await a.append("r", principal, next(1));
    await hold?.release();
    await b.append("r", principal, next(2));
    await (await b.hold?.("r", principal))?.release();
    expect(await a.read("r", principal)).toHaveLength(2);
    await close();
  });

  it("is somebody else's once a hold is over, and the one before can write no more", async () => {
    const { a, b, expire, close } = await machines(2);
    await a.create({ id: "r", principal });
    await a.hold?.("r", principal);
    await expire();
    const hold = await b.hold?.("r", principal);
    await expect(a.append("r", principal, next(1))).rejects.toMatchObject({ code: "store-conflict" });
    await b.append("r", principal, next(1));
    await hold?.release();
    await expect(a.append("r", principal, next(2))).rejects.toMatchObject({ code: "store-conflict" });
    expect(await b.read("r", principal)).toHaveLength(1);
    await close();
  });

  it("goes on by another machine as if the one before were gone also where nobody holds it any more", async () => {
    const { a, b, expire, close } = await machines(2);
    await a.create({ id: "r", principal });
    await a.hold?.("r", principal);
    await expire();
    await b.append("r", principal, next(1));
    await expect(a.append("r", principal, next(2))).rejects.toMatchObject({ code: "store-conflict" });
    await close();
  });

  it("stays held for as long as its process lives, and no longer after the store was out of reach", async () => {
    const proxy = await cuttingProxy(url());
    const store = await openPostgresStore({ url: proxy.url });
    const runs = trajectoryStore(store, { holdMilliseconds: 600 });
    await runs.create({ id: "r", principal });
    const hold = await runs.hold?.("r", principal);
    await pause(1500);
    expect(hold?.signal.aborted).toBe(false);
    await expect(runs.hold?.("r", principal)).rejects.toMatchObject({ code: "run-not-resumable" });
    await proxy.down();
    const lost = new Promise((resolve) => hold?.signal.addEventListener("abort", resolve));
    await lost;
    await proxy.up();
    await (await runs.hold?.("r", principal))?.release();
    await hold?.release();
    await runs.close();
    await proxy.close();
  });

  it("keeps texts that PostgreSQL has no place for, and ids that look alike apart", async () => {
    const { a, close } = await machines(1);
    const ids = [
      "r",
      "r\0",
      "r%0000",
      "\ud800",
      "\udbff",
      "�",
      "ä",
      "a\u0308",
      "x".repeat(5000),
      `${"x".repeat(5000)}y`,
      "%",
      "",
      "__proto__",
    ];
    const odd = (id: string): RunEvent =>
      ({
        ...(events[1] as RunEvent),
        seq: 1,
        role: `${id} \0 \ud800 \udc00 ${"😀"} ${"\u0001".repeat(50)}`,
      }) as RunEvent;
    for (const id of ids) {
      for (const who of ids) await a.create({ id, principal: { id: who }, reopen: `\0${id}` });
      await a.append(id, { id }, [odd(id)]);
    }
    for (const id of ids) {
      expect(await a.read(id, { id })).toEqual([odd(id)]);
      const list = await a.list({ principal: { id }, limit: 99 });
      expect(list.map((run) => run.id)).toEqual([...ids].reverse());
      expect(list.find((run) => run.id === id)).toMatchObject({ events: 1, reopen: `\0${id}` });
    }
    await close();
  });
});
