import { generateText, isStepCount, ToolLoopAgent } from "ai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTools } from "../../src/ai-sdk/create-tools.ts";
import { taskOf } from "../../src/ai-sdk/task-tools.ts";
import type { Workspace } from "../../src/environment/workspace.ts";
import type { DatabaseEnvironment } from "../../src/environments/database/create-database-environment.ts";
import { createModel } from "../../src/model/providers/create-model.ts";
import { type ServerTurn, startScriptedOpenAiServer } from "../../src/testing/scripted-openai-server.ts";
import { fileTreeEnvironment } from "../support/file-tree-environment.ts";
import { FILES } from "../support/run-fixture.ts";
import { SHOP_ENGINES, type Shop } from "../support/shop-database.ts";
import { callTool, read } from "./tools-fixture.ts";

let shop: Shop;
let database: DatabaseEnvironment;
beforeAll(async () => {
  shop = (await SHOP_ENGINES[0]?.create()) as Shop;
  database = await shop.open();
});
afterAll(async () => {
  await database.close();
  await shop.drop();
});

const QUESTION = "Which product costs most?";
const SQL = "SELECT title FROM product WHERE price IS NOT NULL ORDER BY price DESC LIMIT 1";
const TURNS: readonly ServerTurn[] = [
  { calls: [{ name: "check_query", arguments: { query: SQL.replace("title", "titel") } }] },
  { calls: [{ name: "check_query", arguments: { query: SQL } }] },
  { text: "The desk." },
];

async function scripted(turns: readonly ServerTurn[]) {
  const server = await startScriptedOpenAiServer(turns);
  return { server, model: await createModel({ name: "scripted", baseUrl: server.url }) };
}

const messagesOf = (request: { readonly body: object } | undefined) =>
  (request?.body as { messages: { role: string; content: string }[] } | undefined)?.messages ?? [];

describe("createTools in an agent of the AI SDK", () => {
  it("works in generateText: a failure teaches, and the answer has its evidence", async () => {
    const { server, model } = await scripted(TURNS);
    await using _ = server;
    const tools = createTools(database, { question: QUESTION });
    const task = taskOf(tools);
    const { text, steps } = await generateText({
      model,
      instructions: await task.instructions(),
      prompt: await task.prompt(),
      tools,
      stopWhen: isStepCount(5),
    });
    expect(text).toBe("The desk.");
    expect(steps[0]?.toolResults[0]).toMatchObject({
      dynamic: true,
      output: { failure: { code: "unknown-column", suggestions: [{ text: "title" }] } },
      toolMetadata: { environment: "shop", tool: "check_query" },
    });
    expect(messagesOf(server.requests[1]).at(-1)).toMatchObject({
      role: "tool",
      content: expect.stringMatching(/^<data>\nerror unknown-column.*try: title.*\n<\/data>$/su),
    });
    expect(messagesOf(server.requests[0])[0]?.content).toContain("product (");
    expect(messagesOf(server.requests[0])[1]?.content).toBe(`Question: ${QUESTION}`);
    expect(await task.conclude()).toMatchObject({
      answer: { text: "Desk", rows: { columns: ["title"], rows: [["Desk"]], total: 1 } },
      evidence: { environment: "shop", sql: expect.stringContaining("ORDER BY price DESC") },
    });
  });

  it("works in a ToolLoopAgent, with tools of one's own beside them", async () => {
    const { server, model } = await scripted(TURNS);
    await using _ = server;
    const own = { select: { inputSchema: { type: "object" } as never } };
    const tools = createTools(database, { reserved: Object.keys(own) });
    const all = { ...tools };
    const agent = new ToolLoopAgent({ model, tools: all, stopWhen: isStepCount(5) });
    expect((await agent.generate({ prompt: QUESTION })).text).toBe("The desk.");
    expect(await taskOf(all).conclude()).toMatchObject({ answer: { text: "Desk" } });
    expect(Object.keys(tools)).toContain("select_2");
    expect(Object.keys(tools)).not.toContain("select");
  });

  it("takes an answer handed in by final_answer, and none that says nothing", async () => {
    const { server, model } = await scripted([
      { calls: [{ name: "final_answer", arguments: {} }] },
      { calls: [{ name: "final_answer", arguments: { answer: SQL } }] },
      { text: "The desk." },
    ]);
    await using _ = server;
    const tools = createTools(database, { finalAnswer: true });
    const task = taskOf(tools);
    const { steps } = await generateText({
      model,
      prompt: QUESTION,
      tools,
      stopWhen: [isStepCount(9), () => task.answer !== undefined],
    });
    expect(steps.map(({ toolResults }) => toolResults[0]?.output)).toMatchObject([
      { failure: { code: "no-answer" } },
      { observation: { text: "Accepted. The answer is: Desk", data: { answer: { text: "Desk" } } } },
    ]);
    expect(task.answer).toMatchObject({ answer: { text: "Desk" }, evidence: { environment: "shop" } });
    // For the program, not for the model.
    expect(task.answer?.evidence.asOf).toEqual(expect.any(String));
    expect(JSON.stringify(steps.map(({ toolResults }) => toolResults))).not.toContain("asOf");
  });
});

describe("the tools of a database", () => {
  it("have the schemas that the environment gives them", async () => {
    const { server, model } = await scripted([{ text: "done" }]);
    await using _ = server;
    await generateText({ model, prompt: "?", tools: createTools(database) });
    const [request] = server.requests;
    const sent = (request?.body["tools"] ?? []) as unknown as {
      function: { name: string; parameters: object };
    }[];
    expect(sent.map((one) => [one.function.name, one.function.parameters])).toEqual(
      database.tools
        .filter(({ onlyBesideOthers }) => !onlyBesideOthers)
        .map(({ name, inputSchema }) => [name, inputSchema]),
    );
  });

  it("answer wrong arguments, even such as are no object, with a failure and not an error", async () => {
    const tools = createTools(database);
    expect(await callTool(tools, "check_query", { sql: SQL })).toMatchObject({
      failure: { code: expect.any(String) },
    });
    expect(await callTool(tools, "check_query", ["?"])).toMatchObject({
      failure: { code: "invalid-arguments" },
    });
  });

  it("render stored outputs in a process that never ran them", async () => {
    const output = await callTool(createTools(database), "check_query", { query: SQL });
    const stored = JSON.parse(JSON.stringify(output));
    expect(await read(createTools(database), "check_query", stored)).toEqual(
      await read(createTools(database), "check_query", output),
    );
    expect(await read(createTools(database), "check_query", output)).toMatchObject({
      type: "text",
      value: expect.stringContaining("Desk"),
    });
  });

  it("go on in another process with the workspaces as they were", async () => {
    const first = createTools(database);
    await callTool(first, "check_query", { query: SQL });
    const workspaces = JSON.parse(JSON.stringify(await taskOf(first).workspaces()));
    const second = createTools(database, { workspaces });
    expect(await taskOf(second).conclude()).toMatchObject({ answer: { text: "Desk" } });
    expect(await taskOf(createTools(database)).conclude()).toMatchObject({ failure: { code: "no-answer" } });
  });

  it("have instructions that are the same every time, and name the tools that there are", async () => {
    const text = await taskOf(createTools(database)).instructions();
    expect(await taskOf(createTools(database, { question: "Another one?" })).instructions()).toBe(text);
    expect(text).toContain("# shop (database)");
    expect(text).not.toContain("final_answer");
    expect(text).not.toContain("ask_user");
    const more = await taskOf(
      createTools(database, { finalAnswer: true, userProxy: { ask: async () => ({ type: "declined" }) } }),
    ).instructions();
    expect(more).toContain("final_answer");
    expect(more).toContain("ask_user");
  });

  it("tell of each action", async () => {
    const seen: unknown[] = [];
    const tools = createTools(database, { onAction: (action) => seen.push(action) });
    await callTool(tools, "check_query", { query: SQL });
    expect(seen).toMatchObject([
      {
        toolCallId: "call-check_query",
        toolName: "check_query",
        action: { environment: "shop", tool: "check_query" },
        observation: { text: expect.any(String) },
        milliseconds: expect.any(Number),
      },
    ]);
  });
});

describe("a tool set that nothing can be made of", () => {
  it("is refused", async () => {
    expect(() => taskOf({})).toThrow("No task belongs to these tools.");
    expect(() => createTools([])).toThrow("at least one environment");
    expect(() => createTools([database, database])).toThrow('Two environments are named "shop".');
    await expect(taskOf(createTools(database)).prompt()).rejects.toThrow("made without a question");
    await expect(taskOf(createTools(database)).conclude({ environment: "store" })).rejects.toMatchObject({
      code: "usage",
      hint: "Name one of shop as environment.",
    });
  });
});

describe("workspaces that are none", () => {
  it.each<readonly [string, unknown]>([
    ["what JSON makes of a promise", {}],
    ["a workspace without a list", { environment: "shop", kind: "database", version: 0, state: {} }],
    ["a list of something else", [null]],
  ])("are refused with how to get them: %s", (_, given) => {
    const workspaces = given as readonly Workspace[];
    expect(() => createTools(database, { workspaces })).toThrow(
      expect.objectContaining({
        code: "usage",
        hint: expect.stringContaining("`await taskOf(tools).workspaces()`"),
      }),
    );
  });
});

describe("the tools of several environments", () => {
  const files = fileTreeEnvironment(FILES);

  it("have their environments in front, and each environment a workspace and an answer of its own", async () => {
    const tools = createTools([database, files], { finalAnswer: true });
    await callTool(tools, "shop__check_query", { query: SQL });
    await callTool(tools, "files__enter_folder", { folder: "notes/" });
    await callTool(tools, "files__choose_file", { file: "notes/soup.txt" });
    const task = taskOf(tools);
    expect(await task.conclude({ environment: "files" })).toMatchObject({
      answer: { text: "notes/soup.txt" },
    });
    expect(await task.conclude({ environment: "shop" })).toMatchObject({ answer: { text: "Desk" } });
    await expect(task.conclude()).rejects.toMatchObject({
      code: "usage",
      hint: "Name one of shop, files as environment.",
    });
    expect((await task.workspaces()).map(({ environment }) => environment)).toEqual(["shop", "files"]);
    expect(await callTool(tools, "final_answer", { answer: "draft" })).toMatchObject({
      failure: { code: "invalid-arguments", suggestions: [{ text: "shop" }, { text: "files" }] },
    });
    expect(await callTool(tools, "final_answer", { environment: "files" })).toMatchObject({
      observation: { text: "Accepted. The answer is: notes/soup.txt" },
    });
  });
});
