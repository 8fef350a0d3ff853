import { afterEach, describe, expect, it } from "vitest";
import { builtInPolicy } from "../../../src/agent/policies/built-in-policy.ts";
import { llmPolicy } from "../../../src/agent/policies/llm-policy.ts";
import { runTask } from "../../../src/agent/run-loop.ts";
import { decoupled } from "../../../src/agent/strategies/decoupled.ts";
import { dfsdt } from "../../../src/agent/strategies/dfsdt.ts";
import { react } from "../../../src/agent/strategies/react.ts";
import type { Heuristics } from "../../../src/environment/capabilities.ts";
import { createModel } from "../../../src/model/providers/create-model.ts";
import {
  type ScriptedOpenAiServer,
  type ServerTurn,
  startScriptedOpenAiServer,
} from "../../../src/testing/scripted-openai-server.ts";
import type { ClarificationReply } from "../../../src/trajectory/clarification.ts";
import { runOptions } from "../../support/run-fixture.ts";
import { BREAD_PLAN, understood } from "../../support/understanding-files.ts";
import { askableFiles, NOTES, person, QUESTION, says, WISH } from "../asking-fixture.ts";

let server: ScriptedOpenAiServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function run(format: "native" | "text", script: readonly ServerTurn[], reply: ClarificationReply) {
  server = await startScriptedOpenAiServer(script);
  const model = await createModel({ name: "m", baseUrl: server.url, environment: {} });
  const policy = llmPolicy({ model, format, firstDelayMilliseconds: 1 });
  const task = { question: QUESTION };
  return await runTask(runOptions([], { policy, task, environments: [askableFiles()], ...person(reply) }));
}

const sent = (at: number) => JSON.stringify(server?.requests[at]?.body);

const TURNS = {
  native: [
    { text: "Two notes.", calls: [{ name: "ask_user", arguments: JSON.stringify(WISH) }] },
    { calls: [{ name: "enter_folder", arguments: { folder: "notes/" } }] },
    { calls: [{ name: "choose_file", arguments: { file: "notes/soup.txt" } }] },
    { calls: [{ name: "final_answer", arguments: { assumptions: ["Soup is a note."] } }] },
  ],
  text: [
    { text: `Thought: Two notes.\nAsk User: ${WISH.question}\nWords: notes` },
    { text: 'Action: enter_folder("notes/")' },
    { text: 'Action: choose_file("notes/soup.txt")' },
    { text: "Assumption: Soup is a note.\nFinal Answer: draft" },
  ],
} as const satisfies Record<string, readonly ServerTurn[]>;

describe.each(["native", "text"] as const)("a model that asks in the %s format", (format) => {
  it("reads the answer and goes on with it", async () => {
    const { outcome } = await run(format, TURNS[format], says("notes/soup.txt"));
    expect(sent(0)).toMatch(/ask_user|Ask User/u);
    expect(sent(1)).toContain("The person answers: the file notes/soup.txt");
    // Said once: the beginning of the conversation stays as it was.
    expect(sent(1)).not.toContain(String.raw`\"notes\" means:`);
    expect(outcome).toMatchObject({ type: "answered", assumptions: ["Soup is a note."] });
  });

  it("is told that the person does not want to say", async () => {
    await run(format, TURNS[format], { type: "declined" });
    expect(sent(1)).toContain("does not want to say");
  });
});

/** Unclear until somebody says which notes are meant. */
const heuristics: Heuristics = {
  interpret: async ({ settled = [] }) =>
    settled.some(({ words }) => words === "notes")
      ? understood(BREAD_PLAN)
      : {
          understood: false,
          reason: "Two notes are meant.",
          words: ["notes"],
          unclear: { kind: "several-meanings", question: WISH.question, readings: NOTES },
        },
};

describe.each([
  ["react", react],
  ["dfsdt", dfsdt],
  ["decoupled", decoupled],
] as const)("the built-in policy in %s", (_, strategy) => {
  const options = (reply: ClarificationReply, asking = true) => {
    const files = askableFiles();
    const environment = { ...files, capabilities: { ...files.capabilities, heuristics } };
    const policy = builtInPolicy();
    const { asked, userProxy } = person(reply);
    return {
      asked,
      run: runOptions([], { policy, userProxy, environments: [environment], strategy: strategy({ asking }) }),
    };
  };

  it("asks and then follows the plan", async () => {
    const { asked, run } = options({ type: "answered", text: "the first", choice: 0 });
    const { outcome } = await runTask(run);
    expect(asked).toMatchObject([
      { words: ["notes"], readings: NOTES.map(({ text }) => ({ text, environment: "files" })) },
    ]);
    expect(outcome).toMatchObject({ type: "answered", answer: { text: "notes/bread.txt" } });
  });

  it.each([
    ["declined", true],
    ["off", false],
  ] as const)("says what it did not understand where asking is %s", async (_, asking) => {
    const { run } = options({ type: "declined" }, asking);
    expect((await runTask(run)).outcome).toEqual({
      type: "unanswerable",
      reason: "Two notes are meant. A model understands more: add --model.",
      words: ["notes"],
    });
  });
});
