import assert from "node:assert/strict";
import { NO_USAGE } from "../../src/model/usage.ts";
import { rejectsWith, type TestRunner } from "../../src/testing/test-runner.ts";
import type { RunEvent, RunEventBody } from "../../src/trajectory/run-event.ts";
import type { TrajectoryStore } from "../../src/trajectory/trajectory-store.ts";
import { onEmptyStore } from "./empty-store.ts";

const ANNA = { id: "anna" };
const BEN = { id: "ben" };

type FourEvents = [RunEvent, RunEvent, RunEvent, RunEvent];

/** What every trajectory store must hold to. `open` gives an empty store each time. */
export function trajectoryStoreConformance(runner: TestRunner, open: () => Promise<TrajectoryStore>): void {
  const inStore = onEmptyStore(runner, open);
  const keep = async (store: TrajectoryStore, id: string, events: readonly RunEvent[]): Promise<void> => {
    await store.create({ id, principal: ANNA });
    await store.append(id, ANNA, events);
  };

  inStore("gives events back as they were written, all or from a place on", async (store) => {
    const events = sampleTrajectory("how many?");
    await store.create({ id: "r", principal: ANNA });
    for (const event of events) await store.append("r", ANNA, [event]);
    assert.deepEqual(await store.read("r", ANNA), events);
    assert.deepEqual(await store.read("r", ANNA, { afterSeq: 2 }), events.slice(2));
    assert.deepEqual(await store.read("r", ANNA, { afterSeq: 99 }), []);
  });

  inStore("keeps what was written whatever is done to the objects afterwards", async (store) => {
    const events = sampleTrajectory("how many?");
    const before = structuredClone(events);
    await keep(store, "r", events);
    (events[1] as { role: string }).role = "changed";
    const [read] = await store.read("r", ANNA);
    (read as { role: string }).role = "changed";
    assert.deepEqual(await store.read("r", ANNA), before);
  });

  inStore("refuses a gap, a repetition and a taken place, and writes nothing of it", async (store) => {
    const [first, second, third, fourth] = sampleTrajectory("how many?") as FourEvents;
    await keep(store, "r", [first, second]);
    await rejectsWith("store-conflict", store.append("r", ANNA, [fourth]));
    await rejectsWith("store-conflict", store.append("r", ANNA, [second]));
    await rejectsWith("store-conflict", store.append("r", ANNA, [third, third]));
    assert.equal((await store.read("r", ANNA)).length, 2);
    assert.equal((await store.summary("r", ANNA)).events, 2);
  });

  inStore("lets one of two writers of the same place win", async (store) => {
    const [first, second] = sampleTrajectory("how many?") as [RunEvent, RunEvent];
    await keep(store, "r", [first]);
    const results = await Promise.allSettled([
      store.append("r", ANNA, [second]),
      store.append("r", ANNA, [second]),
    ]);
    assert.deepEqual(results.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
  });

  inStore("sums a run up while it goes on and when it has ended", async (store) => {
    const events = sampleTrajectory("how many?");
    await store.create({ id: "r", principal: ANNA, reopen: "./shop.sqlite" });
    assert.equal((await store.summary("r", ANNA)).events, 0);
    await store.append("r", ANNA, events.slice(0, 3));
    const running = await store.summary("r", ANNA);
    assert.deepEqual(running, {
      id: "r",
      question: "how many?",
      strategy: "react",
      policy: "scripted",
      environments: ["shop"],
      startedAt: events[0]?.at,
      events: 3,
      reopen: "./shop.sqlite",
    });
    await store.append("r", ANNA, events.slice(3));
    assert.deepEqual(await store.summary("r", ANNA), { ...running, events: 4, outcome: "unanswerable" });
  });

  inStore("forgets the outcome of a run that goes on", async (store) => {
    const events = sampleTrajectory("how many?");
    await keep(store, "r", events);
    const [start] = events as [RunEvent];
    const { seq: _, ...frame } = start;
    await store.append("r", ANNA, [
      { ...frame, type: "run-resumed", limits: { steps: 20 }, seq: 5 } as RunEvent,
    ]);
    assert.equal((await store.summary("r", ANNA)).outcome, undefined);
  });

  inStore("lists the newest first, in pages", async (store) => {
    for (const id of ["a", "b", "c", "d"]) await keep(store, id, sampleTrajectory(`question ${id}`));
    const first = await store.list({ principal: ANNA, limit: 3 });
    assert.deepEqual(
      first.map(({ id }) => id),
      ["d", "c", "b"],
    );
    const second = await store.list({ principal: ANNA, limit: 3, before: "b" });
    assert.deepEqual(
      second.map(({ question }) => question),
      ["question a"],
    );
  });

  inStore("deletes a run with its events, and only that one", async (store) => {
    await keep(store, "r", sampleTrajectory("one"));
    await keep(store, "s", sampleTrajectory("two"));
    await store.delete("r", ANNA);
    await rejectsWith("run-not-found", store.read("r", ANNA));
    assert.deepEqual(
      (await store.list({ principal: ANNA, limit: 9 })).map(({ id }) => id),
      ["s"],
    );
    await keep(store, "r", sampleTrajectory("again"));
    assert.equal((await store.read("r", ANNA)).length, 4);
  });

  inStore("does not create a run twice", async (store) => {
    await keep(store, "r", sampleTrajectory("one"));
    await rejectsWith("store-conflict", store.create({ id: "r", principal: ANNA }));
    assert.equal((await store.read("r", ANNA)).length, 4);
  });

  inStore("answers for another principal's run as for one that does not exist", async (store) => {
    const events = sampleTrajectory("secret");
    await keep(store, "theirs", events);
    const calls: ((id: string) => Promise<unknown>)[] = [
      (id) => store.read(id, BEN),
      (id) => store.summary(id, BEN),
      (id) => store.delete(id, BEN),
      (id) => store.append(id, BEN, events),
      (id) => store.list({ principal: BEN, limit: 9, before: id }),
    ];
    for (const call of calls) {
      const foreign = await rejectsWith("run-not-found", call("theirs"));
      const missing = await rejectsWith("run-not-found", call("nobodys"));
      assert.equal(foreign.message.replace("theirs", "…"), missing.message.replace("nobodys", "…"));
    }
    assert.deepEqual(await store.list({ principal: BEN, limit: 9 }), []);
    await store.create({ id: "theirs", principal: BEN });
    assert.deepEqual(await store.read("theirs", BEN), []);
    assert.deepEqual(await store.read("theirs", ANNA), events);
  });
}

/** A short trajectory for tests of stores: begun, opened, replied, finished; with letters of several scripts in it. */
export function sampleTrajectory(
  question: string,
  startedAt = new Date("2026-01-02T03:04:05.678Z"),
): RunEvent[] {
  const bodies: readonly RunEventBody[] = [
    {
      type: "run-started",
      task: { question },
      strategy: "react",
      strategyOptions: {},
      policy: "scripted",
      environments: [{ id: "shop", kind: "database" }],
      limits: { steps: 15 },
    },
    {
      type: "workspace-opened",
      workspace: {
        environment: "shop",
        kind: "database",
        version: 1,
        state: { note: "é 漢字 \u{1F3AC} '\"\\" },
      },
    },
    {
      type: "policy-replied",
      command: "model-1",
      reply: { thought: "", actions: [], unanswerable: { reason: "no", words: [] }, usage: NO_USAGE },
    },
    { type: "run-finished", outcome: { type: "unanswerable", reason: "no", words: [] } },
  ];
  return bodies.map((body, index) => ({
    ...body,
    seq: index + 1,
    parentSeq: index === 0 ? null : index,
    role: "run",
    at: new Date(startedAt.getTime() + index).toISOString(),
  }));
}
