import { describe, expect, it } from "vitest";
import { NO_PROGRESS, type Progress, progressAfter, progressWithActions } from "../../src/agent/run-fold.ts";
import {
  firstOf,
  outOfSteps,
  outOfTime,
  outOfTokens,
  repeating,
  withoutAction,
} from "../../src/agent/stop-conditions.ts";
import type { RunEvent } from "../../src/trajectory/run-event.ts";

const progress = (more: Partial<Progress>): Progress => ({ ...NO_PROGRESS, ...more });

/** An event `at` so many milliseconds after the beginning that took `milliseconds`. */
const resumed = (at: number, milliseconds?: number): RunEvent => ({
  type: "run-resumed",
  limits: { steps: 9 },
  seq: 1,
  parentSeq: null,
  role: "run",
  at: new Date(at).toISOString(),
  ...(milliseconds === undefined ? {} : { milliseconds }),
});

describe("stop conditions", () => {
  it("let a run go on below its limits, and do not bound what has no limit", () => {
    const all = firstOf(outOfSteps, outOfTime, outOfTokens, repeating(3), withoutAction(3));
    const usage = { calls: 9, inputTokens: 1e9 };
    expect(all(progress({ steps: 14, milliseconds: 1e9, usage, unusableReplies: 2 }))).toBeUndefined();
  });

  it("stop exactly at the limit, with the first reason that holds", () => {
    const limits = { steps: 3, milliseconds: 1000, tokens: 10 };
    expect(outOfSteps(progress({ limits, steps: 3 }))).toMatchObject({ reason: "steps" });
    expect(outOfTime(progress({ limits, milliseconds: 1000 }))).toMatchObject({ reason: "time" });
    const usage = { calls: 1, inputTokens: 6, outputTokens: 4 };
    expect(outOfTokens(progress({ limits, usage }))).toMatchObject({ reason: "tokens" });
    expect(firstOf(outOfTokens, outOfSteps)(progress({ limits, usage, steps: 3 }))?.reason).toBe("tokens");
  });

  it("count the same set of actions of one role whatever their order, and begin again after another", () => {
    let now = progressWithActions(NO_PROGRESS, "agent", ["a", "b"]);
    now = progressWithActions(now, "planner", ["c"]);
    now = progressWithActions(now, "agent", ["b", "a"]);
    expect(repeating(2)(now)).toMatchObject({ reason: "repetition" });
    now = progressWithActions(now, "agent", ["a"]);
    expect(repeating(2)(now)).toBeUndefined();
  });

  it("count the time that was worked, parallel work once, waiting not at all", () => {
    const events = [resumed(0), resumed(100, 100), resumed(150, 150), resumed(90_000), resumed(90_020, 20)];
    expect(events.reduce(progressAfter, NO_PROGRESS).milliseconds).toBe(170);
  });
});
