import { describe, expect, it } from "vitest";
import { runTask } from "../../../src/agent/run-loop.ts";
import { costOf, costUnder } from "../../../src/evaluation/run/configuration.ts";
import { efficiencyOf } from "../../../src/evaluation/run/run-item.ts";
import { chooseFile, enterFolder, runOptions, take } from "../../support/run-fixture.ts";

const usage = { calls: 1, inputTokens: 100, outputTokens: 10, cachedInputTokens: 60 };

async function eventsOf(script: Parameters<typeof runOptions>[0]) {
  return (await runTask(runOptions(script))).events;
}

describe("the efficiency of a run", () => {
  it("adds up the tokens of all replies, and counts rounds and actions", async () => {
    const events = await eventsOf([
      { actions: [enterFolder("notes/")], usage },
      { actions: [chooseFile("notes/bread.txt")], usage },
      { claim: { claim: {} }, usage },
    ]);
    expect(efficiencyOf(events)).toMatchObject({
      usage: { calls: 3, inputTokens: 300, outputTokens: 30, cachedInputTokens: 180 },
      rounds: 3,
      actions: 2,
      failures: {},
      repaired: 0,
      unusable: 0,
    });
  });

  it("counts a failure as repaired where the next action of its tool goes through", async () => {
    const events = await eventsOf([
      { actions: [chooseFile("nowhere.txt")] },
      { actions: [enterFolder("notes/")] },
      { actions: [chooseFile("notes/bread.txt")] },
      { claim: { claim: {} } },
    ]);
    const { failures, repaired, repairedByCode } = efficiencyOf(events);
    expect(Object.values(failures)).toEqual([1]);
    expect(repaired).toBe(1);
    expect(repairedByCode).toEqual(failures);
  });

  it("does not count what was chosen together with the failed action as its repair", async () => {
    const events = await eventsOf([
      { actions: [chooseFile("nowhere.txt"), chooseFile("notes/bread.txt")] },
      { claim: { claim: {} } },
    ]);
    expect(efficiencyOf(events).repaired).toBe(0);
  });

  it("counts an answer that was refused, and the accepted one as its repair", async () => {
    const events = await eventsOf([
      { actions: [enterFolder("notes/")] },
      { claim: { claim: {} } },
      { actions: [chooseFile("notes/bread.txt")] },
      { claim: { claim: {} } },
    ]);
    const { failures, repaired } = efficiencyOf(events);
    expect([Object.values(failures), repaired]).toEqual([[1], 1]);
  });

  it("counts failures of a tool that does not exist, which nothing repairs", async () => {
    const events = await eventsOf([
      { actions: [enterFolder("notes/")] },
      { actions: [take("no_such_tool", {})] },
      { actions: [chooseFile("notes/bread.txt")] },
      { claim: { claim: {} } },
    ]);
    const { failures, repaired, repairedByCode } = efficiencyOf(events);
    expect([Object.values(failures), repaired, repairedByCode]).toEqual([[1], 0, {}]);
  });

  it("counts replies that were neither an action nor an answer", async () => {
    const problem = { kind: "no-action" as const, message: "Call a tool." };
    const events = await eventsOf([
      { problem },
      { actions: [chooseFile("notes/bread.txt")] },
      { claim: { claim: {} } },
    ]);
    expect(efficiencyOf(events).unusable).toBe(1);
  });
});

describe("what a usage costs", () => {
  const price = { input: 10, output: 100, cachedInput: 1 };

  it("counts cached input at its own price, and as other input where that is not known", () => {
    expect(costOf(usage, price)).toBeCloseTo((40 * 10 + 60 * 1 + 10 * 100) / 1e6, 12);
    expect(costOf(usage, { input: 10, output: 100 })).toBeCloseTo((100 * 10 + 10 * 100) / 1e6, 12);
  });

  it("is not known where a price is not, or the provider told no tokens", () => {
    expect(costUnder({ model: "a/b" }, usage, {})).toBeUndefined();
    expect(costUnder({ model: "a/b" }, { calls: 1 }, { "a/b": price })).toBeUndefined();
  });

  it("is nothing where no model was asked", () => {
    expect(costUnder({}, { calls: 0 }, {})).toBe(0);
  });
});
