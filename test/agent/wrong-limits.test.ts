import { describe, expect, it } from "vitest";
import { resumeRun, runTask } from "../../src/agent/run-loop.ts";
import { createTools } from "../../src/ai-sdk/create-tools.ts";
import type { ActLimits } from "../../src/environment/act-context.ts";
import type { RunLimits } from "../../src/trajectory/run-event.ts";
import { fileTreeEnvironment } from "../support/file-tree-environment.ts";
import { FILES, findText, runOptions } from "../support/run-fixture.ts";

const END = [{ unanswerable: { reason: "The end.", words: [] } }];

describe("limits that are none", () => {
  it.each<readonly [string, object, string]>([
    ["fewer than no steps", { steps: -1 }, "The limit limits.steps cannot be -1."],
    ["no step", { steps: 0 }, "The limit limits.steps cannot be 0."],
    ["not a number", { steps: Number.NaN }, "The limit limits.steps cannot be NaN."],
    ["endless", { steps: Infinity }, "The limit limits.steps cannot be Infinity."],
    ["a text", { steps: 5, tokens: "many" }, "The limit limits.tokens cannot be many."],
    ["negative time", { steps: 5, milliseconds: -5 }, "The limit limits.milliseconds cannot be -5."],
    ["without steps", { tokens: 1000 }, "The limits of the run have none of steps."],
    ["misspelt", { steps: 5, step: 4 }, "There is no limit limits.step."],
  ])("are refused before the run begins: %s", async (_, limits, message) => {
    const options = runOptions(END, { limits: limits as RunLimits, runId: "r" });
    await expect(runTask(options)).rejects.toMatchObject({ code: "usage", message });
    await expect(options.store.read("r", options.principal)).rejects.toMatchObject({ code: "run-not-found" });
  });

  it("are refused when a run is resumed with them, and it stays as it was", async () => {
    const options = runOptions([{ actions: [findText("salt")] }, ...END], {
      limits: { steps: 1 },
      runId: "r",
    });
    const { events } = await runTask(options);
    const { task: _, ...rest } = options;
    await expect(resumeRun({ ...rest, runId: "r", limits: { steps: -9 } })).rejects.toMatchObject({
      code: "usage",
    });
    expect(await options.store.read("r", options.principal)).toEqual(events);
  });

  it("are refused for actions, in a run and in tools", async () => {
    const actLimits: ActLimits = { rows: -1, characters: 100, milliseconds: 100 };
    await expect(runTask(runOptions(END, { actLimits }))).rejects.toMatchObject({
      code: "usage",
      message: "The limit actLimits.rows cannot be -1.",
      hint: "Give a number from 1 up.",
    });
    expect(() => createTools(fileTreeEnvironment(FILES), { limits: { rows: -1 } })).toThrow(
      "The limit limits.rows cannot be -1.",
    );
  });
});
