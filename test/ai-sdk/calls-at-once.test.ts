import { generateText, isStepCount } from "ai";
import { describe, expect, it } from "vitest";
import { taskOf } from "../../src/ai-sdk/task-tools.ts";
import type { Environment } from "../../src/environment/environment.ts";
import { scriptedModel } from "../../src/testing/scripted-model.ts";
import { fileTreeEnvironment } from "../support/file-tree-environment.ts";
import { FILES } from "../support/run-fixture.ts";
import { callTool, fileTools } from "./tools-fixture.ts";

const CHOOSE_ALL = [
  { name: "enter_folder", arguments: { folder: "notes/" } },
  { name: "choose_file", arguments: { file: "notes/bread.txt" } },
  { name: "find_text", arguments: { text: "leek" } },
  { name: "choose_file", arguments: { file: "notes/soup.txt" } },
];

/** The file tree, in which each action ends when it is told to; `log` has what began and ended. */
function heldFiles() {
  const files = fileTreeEnvironment(FILES);
  const log: string[] = [];
  const waiting: (() => void)[] = [];
  const environment: Environment = {
    ...files,
    act: async (workspace, action, context) => {
      const what = `${action.tool} ${Object.values(action.arguments)[0]}`;
      log.push(`begins ${what}`);
      await new Promise<void>((resolve) => waiting.push(resolve));
      log.push(`ends ${what}`);
      return await files.act(workspace, action, context);
    },
  };
  const settle = () => new Promise((resolve) => setTimeout(resolve, 5));
  return {
    environment,
    log,
    settle,
    async releaseAll() {
      for (let round = 0; round < 10; round++) {
        for (const release of waiting.splice(0)) release();
        await settle();
      }
    },
  };
}

describe("calls of one step", () => {
  it("write one after the other, in the order of the model, and reads see what stood before them", async () => {
    const tools = fileTools();
    const { steps } = await generateText({
      model: scriptedModel([{ calls: CHOOSE_ALL }, { text: "done" }]),
      prompt: "?",
      tools,
      stopWhen: isStepCount(3),
    });
    const texts = steps[0]?.toolResults.map(
      ({ output }) => (output as { observation: { text: string } }).observation.text,
    );
    expect(texts).toEqual(["notes/", "notes/bread.txt", "notes/soup.txt", "notes/soup.txt"]);
    expect(await taskOf(tools).conclude()).toMatchObject({
      answer: { text: "notes/bread.txt, notes/soup.txt" },
    });
  });

  it("read side by side, and a write waits for the reads before it", async () => {
    const { environment, log, settle, releaseAll } = heldFiles();
    const tools = fileTools({}, environment);
    const calls = [
      callTool(tools, "find_text", { text: "salt" }),
      callTool(tools, "find_text", { text: "leek" }),
      callTool(tools, "enter_folder", { folder: "notes/" }),
      callTool(tools, "find_text", { text: "dear" }),
    ];
    await settle();
    expect(log).toEqual(["begins find_text salt", "begins find_text leek"]);
    await releaseAll();
    await Promise.all(calls);
    expect(log.slice(2)).toEqual([
      "ends find_text salt",
      "ends find_text leek",
      "begins enter_folder notes/",
      "ends enter_folder notes/",
      "begins find_text dear",
      "ends find_text dear",
    ]);
  });
});

describe("a call that is cancelled", () => {
  it("throws FuxiError cancelled, and what waited behind it goes on", async () => {
    const { environment, log, settle, releaseAll } = heldFiles();
    const tools = fileTools({}, environment);
    const [first, second] = [new AbortController(), new AbortController()];
    const calls = [
      callTool(tools, "enter_folder", { folder: "notes/" }, { signal: first.signal }),
      callTool(tools, "choose_file", { file: "notes/bread.txt" }, { signal: second.signal }),
      callTool(tools, "enter_folder", { folder: "letters/" }),
    ];
    const outcomes = Promise.allSettled(calls);
    await settle();
    second.abort();
    first.abort();
    await settle();
    expect(log).toEqual(["begins enter_folder notes/", "begins enter_folder letters/"]);
    await releaseAll();
    expect(await outcomes).toMatchObject([
      { status: "rejected", reason: { name: "FuxiError", code: "cancelled" } },
      { status: "rejected", reason: { name: "FuxiError", code: "cancelled" } },
      { status: "fulfilled", value: { observation: { text: "letters/" } } },
    ]);
    const [workspace] = await taskOf(tools).workspaces();
    expect(workspace).toMatchObject({ version: 1, state: { folder: "letters/" } });
  });

  it("by a time limit for calls of tools, is a failure that the model can mend", async () => {
    const { environment } = heldFiles();
    const { steps } = await generateText({
      model: scriptedModel([{ calls: CHOOSE_ALL.slice(0, 1) }, { text: "done" }]),
      prompt: "?",
      tools: fileTools({}, environment),
      timeout: { toolMs: 20 },
      stopWhen: isStepCount(3),
    });
    expect(steps[0]?.toolResults[0]?.output).toMatchObject({
      failure: { code: "time-limit", message: expect.stringContaining("Ask for less at once.") },
    });
  });

  it("does not spoil the workspaces for the others where they were being opened", async () => {
    const files = fileTreeEnvironment(FILES);
    let opened = 0;
    const open = Promise.withResolvers<void>();
    const tools = fileTools(
      {},
      {
        ...files,
        openWorkspace: async (task, context) => {
          opened += 1;
          await open.promise;
          return await files.openWorkspace(task, context);
        },
      },
    );
    const hasty = new AbortController();
    const cancelled = callTool(tools, "find_text", { text: "salt" }, { signal: hasty.signal });
    const patient = callTool(tools, "find_text", { text: "leek" });
    hasty.abort();
    await expect(cancelled).rejects.toMatchObject({ code: "cancelled" });
    open.resolve();
    expect(await patient).toMatchObject({ observation: { text: "notes/soup.txt" } });
    expect(opened).toBe(1);
  });
});

describe("what the model cannot mend", () => {
  it("is thrown, and arrives as tool-error in the step", async () => {
    const files = fileTreeEnvironment(FILES);
    const broken: Environment = {
      ...files,
      act: async () => {
        throw new TypeError("x is not a function");
      },
    };
    const { steps } = await generateText({
      model: scriptedModel([{ calls: CHOOSE_ALL.slice(0, 1) }, { text: "done" }]),
      prompt: "?",
      tools: fileTools({}, broken),
      stopWhen: isStepCount(3),
    });
    expect(steps[0]?.content.at(-1)).toMatchObject({
      type: "tool-error",
      error: { name: "FuxiError", code: "internal", message: "TypeError: x is not a function" },
    });
  });
});
