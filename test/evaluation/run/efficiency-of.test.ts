import { describe, expect, it } from "vitest";
import { runTask } from "../../../src/agent/run-loop.ts";
import { costOf, costUnder } from "../../../src/evaluation/run/configuration.ts";
import { efficiencyOf } from "../../../src/evaluation/run/run-item.ts";
import { chooseFile, enterFolder, runOptions, take } from "../../support/run-fixture.ts";

const usage = { calls: 1, inputTokens: 100, outputTokens: 10, cachedInputTokens: 60 };

async function eventsOf(script: Parameters<typeof runOptions>[0]) {
  return (await runTask(runOptions(script))).events;
}

const LOOK = { actions: [chooseFile("notes/bread.txt")] };
const ENTER = { actions: [enterFolder("notes/")] };
const ASTRAY = { actions: [chooseFile("nowhere.txt")] };
const NO_TOOL = { actions: [take("no_such_tool", {})] };
const BOTH = { actions: [...ASTRAY.actions, ...LOOK.actions] };
const DONE = { claim: { claim: {} } };
const PROBLEM = { problem: { kind: "no-action" as const, message: "Call a tool." } };

describe("the efficiency of a run", () => {
  it("adds up the tokens of all replies, and counts rounds and actions", async () => {
    const events = await eventsOf([ENTER, LOOK, DONE].map((each) => ({ ...each, usage })));
    expect(efficiencyOf(events)).toMatchObject({
      usage: { calls: 3, inputTokens: 300, outputTokens: 30, cachedInputTokens: 180 },
      ...{ rounds: 3, actions: 2, failures: {}, repaired: 0, unusable: 0 },
    });
  });

  it.each([
    [
      "a failure as repaired where the next action of its tool goes through",
      [ASTRAY, ENTER, LOOK, DONE],
      [1],
      1,
    ],
    ["nothing chosen together with the failed action as its repair", [BOTH, DONE], [2, 1], 0],
    ["an answer that was refused, and the accepted one as its repair", [ENTER, DONE, LOOK, DONE], [1], 1],
    ["failures of a tool that does not exist, which nothing repairs", [ENTER, NO_TOOL, LOOK, DONE], [1], 0],
  ])("counts %s", async (_, script, counts, repairs) => {
    const { failures, repaired, repairedByCode } = efficiencyOf(await eventsOf(script));
    expect([Object.values(failures), repaired]).toEqual([counts, repairs]);
    expect(repairedByCode).toEqual(repairs === 0 ? {} : failures);
  });

  it("counts replies that were neither an action nor an answer", async () => {
    expect(efficiencyOf(await eventsOf([PROBLEM, LOOK, DONE])).unusable).toBe(1);
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
