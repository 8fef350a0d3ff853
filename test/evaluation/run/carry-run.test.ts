import { describe, expect, it } from "vitest";
import { runTask } from "../../../src/agent/run-loop.ts";
import { carryRun } from "../../../src/evaluation/run/carry-run.ts";
import { runHeld } from "../../../src/store/run-record.ts";
import { memoryTrajectoryStore } from "../../../src/store/trajectories.ts";
import { rejectsWith } from "../../../src/testing/test-runner.ts";
import type { TrajectoryStore } from "../../../src/trajectory/trajectory-store.ts";
import { chooseFile, enterFolder, runOptions } from "../../support/run-fixture.ts";

const SCRIPT = [
  { actions: [enterFolder("notes/")] },
  { actions: [chooseFile("notes/bread.txt")] },
  { claim: { claim: {} } },
];
const RUN = "carried";

/** A run that a killed process has left behind, in a store whose holds are refused by turns. */
async function leftBehind(isHeld: (ask: number) => boolean) {
  const whole = memoryTrajectoryStore();
  const { events, outcome } = await runTask(runOptions(SCRIPT, { store: whole, runId: RUN }));
  expect(outcome).toMatchObject({ type: "answered" });
  const kept = memoryTrajectoryStore();
  let asks = 0;
  const store: TrajectoryStore = {
    ...kept,
    async hold(id) {
      if (isHeld(++asks)) throw runHeld(id, 1);
      return { signal: new AbortController().signal, release: async () => {} };
    },
  };
  const options = { ...runOptions(SCRIPT, { store }), runId: RUN, signal: new AbortController().signal };
  await kept.create({ id: RUN, principal: options.principal });
  await kept.append(RUN, options.principal, events.slice(0, 2));
  return { options, asks: () => asks };
}

describe("a run that another process may hold", () => {
  it("is gone on with where the hold ended just after it was in the way", async () => {
    const { options } = await leftBehind((ask) => ask === 1);
    expect((await carryRun(options)).outcome).toMatchObject({ type: "answered" });
  });

  it("is waited for while it is held", async () => {
    const { options, asks } = await leftBehind((ask) => ask <= 3);
    expect((await carryRun(options)).outcome).toMatchObject({ type: "answered" });
    expect(asks()).toBeGreaterThan(3);
  });

  it("is refused where it is free, and is refused again", async () => {
    const { options, asks } = await leftBehind((ask) => ask % 2 === 1);
    await rejectsWith("run-not-resumable", carryRun(options));
    expect(asks()).toBe(4);
  });
});
