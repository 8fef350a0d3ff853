import { describe, expect, it } from "vitest";
import type { ScriptedReply } from "../../src/agent/policies/scripted-policy.ts";
import { resumeRun, runTask } from "../../src/agent/run-loop.ts";
import type { RunTaskOptions } from "../../src/agent/run-options.ts";
import type { Action } from "../../src/environment/action.ts";
import type { Environment } from "../../src/environment/environment.ts";
import type { RunEvent } from "../../src/trajectory/run-event.ts";
import { fileTreeEnvironment } from "../support/file-tree-environment.ts";
import { enterFolder, FILES, findText, take } from "../support/run-fixture.ts";
import { askedScript, decoupledOptions, ruledFiles } from "./decoupled-fixture.ts";

async function run(replies: Readonly<Record<string, ScriptedReply>>, more: Partial<RunTaskOptions> = {}) {
  const { asked, script } = askedScript(replies);
  const result = await runTask(decoupledOptions(script, { runId: "r", ...more }));
  return { asked, ...result };
}

const kinds = (asked: readonly { readonly kind: string }[]) => asked.map(({ kind }) => kind).join(" ");

const BREAD = take("choose_file", { file: "notes/bread.txt" });
const observed = (events: readonly RunEvent[]) =>
  events.flatMap((event) => (event.type === "action-observed" ? [event.action] : []));

/** Acts as the environment, except for one tool, which fails. */
const failingOn = (tool: string, environment: Environment): Environment["act"] => {
  return async (workspace, action, context) =>
    action.tool === tool
      ? { failure: { code: "not-permitted", message: "Locked.", suggestions: [] } }
      : environment.act(workspace, action, context);
};

const WAY = {
  "model-1": { thought: "Notes are in notes/, so I go there." },
  "choice-1": { choice: 1 },
  "model-2": { thought: "Which of them has salt?", assumptions: ["Salt is sodium chloride."] },
  "choice-2": { choice: 2 },
  "slot-2": { written: "salt" },
  "model-3": { thought: "It is the bread." },
  "choice-3": { choice: 0 },
  "model-4": { thought: "Done.", claim: { claim: {} } },
};

describe("decoupled", () => {
  it("asks for a thought, then for one of the permitted actions, and takes it in the main context", async () => {
    const { asked, outcome, events } = await run(WAY);
    expect(outcome).toMatchObject({
      type: "answered",
      answer: { text: "notes/bread.txt" },
      assumptions: ["Salt is sodium chloride."],
    });
    expect(kinds(asked)).toBe("thought choice thought choice slot thought choice thought");
    expect(asked[1]).toMatchObject({
      thought: "Notes are in notes/, so I go there.",
      options: [{ label: "enter_folder(letters/)" }, { label: "enter_folder(notes/)" }, { type: "slot" }],
    });
    expect(asked[4]).toMatchObject({ slot: { tool: "find_text", argument: "text" } });
    expect(asked.at(-1)?.transcript.map((item) => item.type)).toEqual([
      ...["step", "result"],
      ...["step", "result"],
      ...["step", "result"],
    ]);
    expect(asked.at(-1)?.transcript[2]).toMatchObject({
      thought: "Which of them has salt?",
      actions: [{ action: findText("salt") }],
    });
    expect(events.map(({ type }) => type).slice(2, 6)).toEqual([
      "policy-replied",
      "actions-permitted",
      "policy-replied",
      "action-observed",
    ]);
  });

  it("counts a thought and its choice as one step", async () => {
    const { outcome, asked } = await run(WAY, { limits: { steps: 4 } });
    expect(outcome.type).toBe("answered");
    expect(asked.filter(({ kind }) => kind === "thought").map(({ mustConclude }) => mustConclude)).toEqual([
      ...[false, false, false],
      true,
    ]);
  });

  it("looks for no action in the last step, and goes on when the run is resumed with more", async () => {
    const { asked, script } = askedScript({ ...WAY, "model-5": { claim: { claim: {} } } });
    const options = decoupledOptions(script, { runId: "r", limits: { steps: 3 } });
    const { outcome } = await runTask(options);
    expect(outcome).toMatchObject({ type: "stopped", reason: "steps" });
    expect(asked.at(-1)).toMatchObject({ kind: "thought", mustConclude: true });
    const { task: _, ...rest } = options;
    await resumeRun({ ...rest, runId: "r", limits: { steps: 9 } });
    expect(asked.at(-1)).toMatchObject({ kind: "thought", mustConclude: false });
    expect(JSON.stringify(asked.at(-1)?.transcript)).toContain("Nothing was done about your last thought");
  });

  it("tells which tools can work when none is meant, then the options, then lets an action be written", async () => {
    const none = { choice: "none" as const };
    const { asked, outcome } = await run({
      "model-1": { thought: "I burn the letters." },
      "choice-1": none,
      "model-2": { thought: "I burn the notes." },
      "choice-2": none,
      "model-3": { thought: "I go to the notes." },
      "choice-3": none,
      "model-4": { thought: "There.", actions: [enterFolder("notes/")] },
      "model-5": { thought: "I burn the soup." },
      "choice-5": none,
      "model-6": { unanswerable: { reason: "enough", words: [] } },
    });
    expect(outcome).toMatchObject({ type: "unanswerable", reason: "enough" });
    expect(kinds(asked)).toBe("thought choice thought choice thought choice step thought choice thought");
    expect(asked[2]?.transcript).toMatchObject([
      { type: "step", thought: "I burn the letters.", actions: [] },
      {
        type: "feedback",
        text: expect.stringContaining(
          "What can work now: enter_folder (letters/) or (notes/), find_text; first of all enter_folder(letters/)",
        ),
      },
    ]);
    expect(asked[4]?.transcript.at(-1)).toMatchObject({
      text: expect.stringContaining("enter_folder(letters/) | enter_folder(notes/) | find_text(…)"),
    });
    expect(asked[6]?.transcript.at(-1)).toMatchObject({
      text: expect.stringContaining("written out in full"),
    });
    // After an action the counting begins anew.
    expect(asked[9]?.transcript.at(-1)).toMatchObject({
      text: expect.stringMatching(/choose_file \([^()]+\) or \([^()]+\)/u),
    });
  });

  it("counts a place that does not exist, and an argument that was not written, as none", async () => {
    const { asked } = await run({
      "model-1": { thought: "a" },
      "choice-1": { choice: 7 },
      "model-2": { thought: "b" },
      "choice-2": { choice: 2 },
      "slot-2": { choice: "none" },
    });
    expect(kinds(asked)).toBe("thought choice thought choice slot thought");
    expect(asked[2]?.transcript.at(-1)).toMatchObject({ text: expect.stringContaining("What can work now") });
    expect(asked[5]?.transcript.at(-1)).toMatchObject({ text: expect.stringContaining("Among what") });
  });

  it("lets an action be written at once where nothing is permitted, and again where it could not be read", async () => {
    const environments = [{ ...ruledFiles(), permittedActions: async () => [] }];
    const problem = { kind: "malformed-action" as const, message: "No closing bracket." };
    const { asked, events } = await run(
      {
        "model-1": { thought: "I go to the notes." },
        "model-2": { problem, raw: "enter_folder(" },
        "model-3": { actions: [enterFolder("notes/"), findText("salt")] },
      },
      { environments },
    );
    expect(kinds(asked)).toBe("thought step step thought");
    expect(asked[2]?.transcript.at(-1)).toMatchObject({
      text: expect.stringContaining("No closing bracket."),
    });
    expect(events.filter(({ type }) => type === "action-observed")).toHaveLength(2);
  });

  it("tells the failure of a chosen action with its advice, as react does", async () => {
    const environments = [fileTreeEnvironment(FILES)];
    const { asked } = await run(
      { "model-1": { thought: "x" }, "choice-1": { choice: 1 }, "slot-1": { written: "note/" } },
      { environments },
    );
    expect(asked[1]).toMatchObject({
      options: [
        { type: "slot", tool: "find_text" },
        { type: "slot", tool: "enter_folder" },
        { type: "slot", tool: "choose_file" },
      ],
    });
    expect(asked.at(-1)?.transcript.at(-1)).toMatchObject({
      failed: true,
      text: expect.stringContaining("try: notes/"),
    });
  });

  it("asks again for a thought that is empty or could not be used", async () => {
    const { asked } = await run({
      "model-1": { thought: "  " },
      "model-2": { problem: { kind: "cut-off", message: "Too long." }, raw: "I think" },
    });
    expect(kinds(asked)).toBe("thought thought thought");
    expect(asked[1]?.transcript.at(-1)).toMatchObject({ text: expect.stringContaining("neither a thought") });
    expect(asked[2]?.transcript.at(-2)).toMatchObject({ raw: "I think" });
  });

  it("takes an action that a thought holds in full without a choice, if it is permitted or fills a slot", async () => {
    const { asked, outcome, events } = await run({
      "model-1": { thought: "I go.", actions: [enterFolder("notes/")] },
      "model-2": { thought: "Salt?", actions: [findText("salt")] },
      "model-3": { actions: [BREAD], claim: { claim: {} }, assumptions: ["One is enough."] },
    });
    expect(kinds(asked)).toBe("thought thought thought");
    expect(observed(events)).toEqual([enterFolder("notes/"), findText("salt"), BREAD]);
    expect(asked[1]?.transcript).toMatchObject([
      { type: "step", thought: "I go.", actions: [{ action: enterFolder("notes/") }] },
      { type: "result", failed: false },
    ]);
    expect(outcome).toMatchObject({
      type: "answered",
      answer: { text: "notes/bread.txt" },
      assumptions: ["One is enough."],
    });
  });

  it("looks for another action where the one that a thought holds is not permitted, and hands nothing in", async () => {
    const { asked, events } = await run({
      "model-1": { thought: "The bread.", actions: [BREAD], claim: { claim: {} } },
      "choice-1": { choice: 1 },
    });
    expect(kinds(asked)).toBe("thought choice thought");
    expect(asked[1]).toMatchObject({ thought: 'The bread.\nNext: choose_file(file="notes/bread.txt")' });
    expect(observed(events)).toEqual([enterFolder("notes/")]);
    expect(asked[2]?.transcript).toMatchObject([{ type: "step", actions: [{}] }, { type: "result" }]);
  });

  const chain = (...further: readonly Action[]) => ({
    "model-1": {
      thought: "All at once.",
      actions: [enterFolder("notes/"), ...further],
      claim: { claim: {} },
      assumptions: ["One is enough."],
    },
  });

  it("goes on with what written actions made possible, and hands in what comes of it", async () => {
    const { asked, events, outcome } = await run(chain(BREAD, findText("salt")));
    expect(kinds(asked)).toBe("thought");
    expect(observed(events)).toEqual([enterFolder("notes/"), BREAD, findText("salt")]);
    expect(outcome).toMatchObject({
      type: "answered",
      answer: { text: "notes/bread.txt" },
      assumptions: ["One is enough."],
    });
  });

  it("asks for the next thought where the rest is not permitted then either, and hands nothing in", async () => {
    const { asked, events } = await run(chain(take("choose_file", { file: "notes/none.txt" }), BREAD));
    expect(kinds(asked)).toBe("thought thought");
    expect(observed(events)).toEqual([enterFolder("notes/")]);
    expect(asked[1]?.transcript.map(({ type }) => type)).toEqual(["step", "result"]);
  });

  it("leaves the rest where a written action failed", async () => {
    const environment = ruledFiles();
    const environments = [{ ...environment, act: failingOn("enter_folder", environment) }];
    const { asked, events } = await run(chain(BREAD), { environments });
    expect(kinds(asked)).toBe("thought thought");
    expect(observed(events)).toEqual([]);
  });

  it("leaves the rest where the last step has come", async () => {
    const { asked, events } = await run(chain(BREAD), { limits: { steps: 2 } });
    expect(kinds(asked)).toBe("thought thought");
    expect(asked[1]).toMatchObject({ mustConclude: true });
    expect(observed(events)).toEqual([enterFolder("notes/")]);
  });

  it("does not hand in an answer whose call failed or warned", async () => {
    const environments = [fileTreeEnvironment(FILES)];
    const { asked } = await run(
      { "model-1": { thought: "x", actions: [enterFolder("note/")], claim: { claim: {} } } },
      { environments },
    );
    expect(kinds(asked)).toBe("thought thought");
    expect(asked[1]?.transcript.at(-1)).toMatchObject({
      text: expect.stringContaining("Your answer was not handed in"),
    });
  });

  it("permits a written call of an environment without rules if its tool takes the arguments", async () => {
    const environments = [fileTreeEnvironment(FILES)];
    const { asked, events } = await run(
      {
        "model-1": { thought: "x", actions: [take("find_text", { text: "salt", more: "1" })] },
        "choice-1": { choice: "none" },
        "model-2": { thought: "y", actions: [enterFolder("notes/")] },
      },
      { environments },
    );
    expect(kinds(asked)).toBe("thought choice thought thought");
    expect(observed(events)).toEqual([enterFolder("notes/")]);
  });

  it("keeps to what a slot's constraint says of a written argument", async () => {
    const inner = ruledFiles();
    const constraint = { type: "string", enum: ["salt", "leek"] };
    const environments = [
      {
        ...inner,
        permittedActions: async (...args: Parameters<NonNullable<typeof inner.permittedActions>>) =>
          ((await inner.permittedActions?.(...args)) ?? []).map((each) =>
            each.type === "slot" ? { ...each, constraint } : each,
          ),
      },
    ];
    const { asked } = await run(
      {
        "model-1": { thought: "x", actions: [findText("butter")] },
        "choice-1": { choice: "none" },
        "model-2": { thought: "y", actions: [findText("leek")] },
      },
      { environments },
    );
    expect(kinds(asked)).toBe("thought choice thought thought");
  });

  it("takes no written action in the last step", async () => {
    const { asked, outcome } = await run(
      { "model-1": { actions: [enterFolder("notes/")], claim: { claim: {} } } },
      { limits: { steps: 1 } },
    );
    expect(kinds(asked)).toBe("thought");
    expect(outcome).toMatchObject({ type: "stopped", reason: "steps" });
  });

  it("offers what several environments permit, each its share of thirty", async () => {
    const many = {
      ...ruledFiles("big"),
      permittedActions: async () =>
        Array.from({ length: 60 }, (_, at) => ({
          type: "action" as const,
          action: take("find_text", { text: `${at}` }, "big"),
          label: `find_text(${at})`,
        })),
    };
    const { asked } = await run(
      { "model-1": { thought: "x" }, "choice-1": { choice: "none" } },
      { environments: [many, ruledFiles("small")] },
    );
    const [, choice] = asked;
    const of = choice?.kind === "choice" ? choice.options : [];
    expect(of).toHaveLength(30);
    expect(of.slice(0, 27).map(({ label }) => label)).toEqual(
      Array.from({ length: 27 }, (_, at) => `find_text(${at})`),
    );
    expect(of.slice(27)).toMatchObject([
      { action: { environment: "small" } },
      { action: { environment: "small" } },
      { environment: "small" },
    ]);
    expect(asked[2]?.transcript.at(-1)).toMatchObject({
      text: expect.stringContaining(
        "big__find_text (0) or (1) or (2) or 24 more, small__enter_folder (letters/) or (notes/), small__find_text;",
      ),
    });
  });

  it("passes thought, written actions and question on to the rules as hints", async () => {
    const hints: unknown[] = [];
    const inner = ruledFiles();
    const environments = [
      {
        ...inner,
        permittedActions: async (...args: Parameters<NonNullable<typeof inner.permittedActions>>) => {
          hints.push(args[1]);
          return (await inner.permittedActions?.(...args)) ?? [];
        },
      },
    ];
    const task = { question: "Which notes need salt?" };
    await run({ "model-1": { thought: "Where is salt?" } }, { environments });
    expect(hints).toEqual([{ task, thought: "Where is salt?", limit: 30 }]);
    await run({ "model-1": { actions: [findText("salt"), take("find_text", {})] } }, { environments });
    expect(hints[1]).toEqual({
      task,
      thought: 'Next: find_text(text="salt")\nNext: find_text()',
      written: [findText("salt")],
      limit: 30,
    });
  });
});
