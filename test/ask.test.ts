import { describe, expect, it } from "vitest";
import { scriptedPolicy } from "../src/agent/policies/scripted-policy.ts";
import { ask } from "../src/ask.ts";
import type { PreviousRun } from "../src/environment/task.ts";
import { memoryTrajectoryStore } from "../src/trajectory-store/memory-trajectory-store.ts";
import { fileTreeEnvironment } from "./support/file-tree-environment.ts";
import { chooseFile, enterFolder, FILES } from "./support/run-fixture.ts";

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
    const store = memoryTrajectoryStore();
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
    const [started] = await store.read(runId, { id: "anna" });
    expect(started).toMatchObject({
      task: { question: "Which of them names leek?", oracleKnowledge: "Leek is a vegetable.", previous },
    });
    expect(seen.at(-1)).toBe("run-finished");
  });
});
