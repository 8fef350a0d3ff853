import { describe, expect, it } from "vitest";
import { scriptedPolicy } from "../src/agent/policies/scripted-policy.ts";
import { ask } from "../src/ask.ts";
import type { PreviousRun } from "../src/environment/task.ts";
import { openStore } from "../src/open-store.ts";
import { scriptedModel } from "../src/testing/scripted-model.ts";
import { fileTreeEnvironment } from "./support/file-tree-environment.ts";
import { chooseFile, enterFolder, FILES } from "./support/run-fixture.ts";
import { understandingFiles } from "./support/understanding-files.ts";

const policy = scriptedPolicy([
  { actions: [enterFolder("notes/")] },
  { actions: [chooseFile("notes/soup.txt")] },
  { claim: { claim: {} } },
]);

describe("ask", () => {
  it("needs no more than environments, a question and a policy", async () => {
    const { outcome } = await ask({
      environments: [fileTreeEnvironment(FILES)],
      question: "Which note names leek?",
      policy,
    });
    expect(outcome).toMatchObject({ type: "answered", answer: { text: "notes/soup.txt" } });
  });

  it("hands on what else it is given", async () => {
    const store = await openStore();
    const previous: PreviousRun = { run: "before", question: "Which notes are there?" };
    const seen: string[] = [];
    const { runId, outcome } = await ask({
      environments: [fileTreeEnvironment(FILES)],
      question: "Which of them names leek?",
      oracleKnowledge: "Leek is a vegetable.",
      previous,
      policy,
      store,
      limits: { steps: 2 },
      principal: { id: "anna" },
      onEvent: ({ type }) => seen.push(type),
    });
    expect(outcome).toMatchObject({ type: "stopped", reason: "steps" });
    const [started] = await store.trajectories.read(runId, { id: "anna" });
    expect(started).toMatchObject({
      task: { question: "Which of them names leek?", oracleKnowledge: "Leek is a vegetable.", previous },
    });
    expect(seen.at(-1)).toBe("run-finished");
  });
});

describe("who decides in ask", () => {
  const question = "Which note names leek?";
  const environments = [fileTreeEnvironment(FILES)];

  it("is a model, where one is given, which is told how many replies it has", async () => {
    const model = scriptedModel([
      { calls: [{ name: "enter_folder", arguments: { folder: "notes/" } }] },
      { calls: [{ name: "choose_file", arguments: { file: "notes/soup.txt" } }] },
      { calls: [{ name: "final_answer", arguments: {} }] },
    ]);
    const { outcome, events } = await ask({ environments, question, model, limits: { steps: 7 } });
    expect(outcome).toMatchObject({ type: "answered", answer: { text: "notes/soup.txt" } });
    expect(events[0]).toMatchObject({ policy: "llm:scripted/model" });
    expect(JSON.stringify(model.requests[0]?.prompt)).toContain("You have 7 replies at most.");
  });

  it("are the built-in rules, where neither model nor policy is given", async () => {
    const { outcome, events } = await ask({
      environments: [understandingFiles()],
      question: "files with leek",
    });
    expect(events[0]).toMatchObject({ policy: "built-in" });
    expect(outcome).toMatchObject({ type: "answered" });
  });

  it("cannot be both", async () => {
    const both = { environments, question, policy, model: scriptedModel([]) };
    await expect(ask(both)).rejects.toMatchObject({
      code: "usage",
      hint: expect.stringContaining("llmPolicy"),
    });
  });
});

describe("onEvent", () => {
  it("is waited for before anything is done because of the event", async () => {
    const log: string[] = [];
    const files = fileTreeEnvironment(FILES);
    await ask({
      environments: [
        {
          ...files,
          act: async (...given) => {
            log.push("acts");
            return await files.act(...given);
          },
        },
      ],
      question: "Which note names leek?",
      policy,
      onEvent: async ({ type }) => {
        if (type !== "policy-replied") return;
        await new Promise((resolve) => setTimeout(resolve, 1));
        log.push("told");
      },
    });
    expect(log).toEqual(["told", "acts", "told", "acts", "told"]);
  });
});
