import { expect, it } from "vitest";
import { fileTreeEnvironment } from "../../support/file-tree-environment.ts";
import { FILES, findText } from "../../support/run-fixture.ts";
import { onlyAction, partsOf, replyTo, seenBy } from "./llm-fixture.ts";

const call = (name: string, args: string | object) => ({
  name,
  arguments: typeof args === "string" ? args : (args as Record<string, string>),
});

it("takes the text for the thought and all calls for actions", async () => {
  const calls = [call("find_text", { text: "salt" }), call("find_text", { text: "water" })];
  const reply = await replyTo([{ text: "I look for both.", calls }], "native");
  expect(reply).toMatchObject({
    thought: "I look for both.",
    actions: [findText("salt"), findText("water")],
  });
});

it("takes a final answer behind calls as one to hand in if they go through", async () => {
  const calls = [
    call("find_text", { text: "salt" }),
    call("final_answer", { assumptions: ["Salt is meant."] }),
  ];
  expect(await replyTo([{ calls }], "native")).toMatchObject({
    actions: [findText("salt")],
    claim: { claim: {} },
    assumptions: ["Salt is meant."],
  });
});

it("leaves out a final answer before calls: it cannot rest on them", async () => {
  const calls = [call("final_answer", {}), call("find_text", { text: "salt" })];
  const reply = await replyTo([{ calls }], "native");
  expect(reply.actions).toEqual([findText("salt")]);
  expect(reply.claim).toBeUndefined();
});

it.each([
  ["single quotes", "{'text': 'salt'}"],
  ["a trailing comma", '{"text": "salt",}'],
  ["JSON inside JSON", '"{\\"text\\": \\"salt\\"}"'],
  ["a code fence", '```json\n{"text": "salt"}\n```'],
])("reads arguments that are no valid JSON but clear: %s", async (_, written) => {
  expect(onlyAction(await replyTo([{ calls: [call("find_text", written)] }], "native"))).toEqual(
    findText("salt"),
  );
});

it.each(['{"text": "salt', "{text: salt and pepper}", "[1, 2", "salt!"])(
  "says what is wrong with arguments that cannot be read: %s",
  async (written) => {
    const reply = await replyTo([{ text: "Now.", calls: [call("find_text", written)] }], "native");
    expect(reply.actions).toEqual([]);
    expect(reply.problem?.kind).toBe("malformed-action");
    expect(reply.problem?.message).toContain("find_text(text)");
    expect(reply.raw).toBe(`Now.\nfind_text(${written})`);
  },
);

it("gives a call that cannot be read a failing result of its own beside others that can", async () => {
  const calls = [call("find_text", { text: "salt" }), call("find_text", '{"text": "wat')];
  const reply = await replyTo([{ calls }], "native");
  expect(reply.actions).toEqual([
    findText("salt"),
    { ...findText(""), arguments: { unreadable: '{"text": "wat' } },
  ]);
});

it("hands on a tool that does not exist, for the loop to refuse", async () => {
  const reply = await replyTo([{ calls: [call("count_files", { folder: "notes/" })] }], "native");
  expect(onlyAction(reply)).toEqual({
    environment: "files",
    tool: "count_files",
    arguments: { folder: "notes/" },
  });
});

it.each(["functions.find_text", "FindText", "find-text"])("knows a tool that is called %s", async (name) => {
  expect(onlyAction(await replyTo([{ calls: [call(name, { text: "salt" })] }], "native"))).toEqual(
    findText("salt"),
  );
});

it.each([
  ["as a call in words", 'Thought: t\nAction: find_text("salt")'],
  ["as JSON", '{"name": "find_text", "arguments": {"text": "salt"}}'],
  ["between marks", 'Well.\n<tool_call>\n{"name": "find_text", "arguments": {"text": "salt"}}\n</tool_call>'],
])("takes a call that was written %s", async (_, text) => {
  expect(onlyAction(await replyTo([{ text }], "native"))).toEqual(findText("salt"));
});

it("takes the final answer, its environment and what was taken for granted", async () => {
  const given = { answer: "notes/bread.txt", environment: "files", assumptions: ["Notes are files."] };
  expect(await replyTo([{ calls: [call("final_answer", given)] }], "native")).toMatchObject({
    actions: [],
    claim: { claim: { text: "notes/bread.txt" }, environment: "files" },
    assumptions: ["Notes are files."],
  });
});

it.each([{}, { answer: "" }, { answer: "draft" }])("takes %j for handing in the draft", async (given) => {
  expect((await replyTo([{ calls: [call("final_answer", given)] }], "native")).claim).toEqual({ claim: {} });
});

it("takes a final answer in plain words", async () => {
  expect((await replyTo([{ text: "Done. Final Answer: 42" }], "native")).claim).toEqual({
    claim: { text: "42" },
  });
});

it("takes giving up with its reason and the words that match nothing", async () => {
  const reply = await replyTo(
    [{ calls: [call("give_up", { reason: "No prices here.", words: ["price"] })] }],
    "native",
  );
  expect(reply.unanswerable).toEqual({ reason: "No prices here.", words: ["price"] });
});

it.each([
  ["prose without an action", { text: "I could look for salt." }, "no-action"],
  ["an empty reply", { text: "" }, "empty"],
  ["reasoning alone", { reasoning: "Let me see." }, "empty"],
  ["a reply that was cut off", { text: "Final Answer: notes/br", finish: "length" }, "cut-off"],
  ["a call that was cut off", { calls: [call("find_text", '{"text": "sa')], finish: "length" }, "cut-off"],
  ["a reply that was withheld", { text: "", finish: "content-filter" }, "no-action"],
] as const)("advises after %s", async (_, turn, kind) => {
  const reply = await replyTo([turn], "native");
  expect(reply).toMatchObject({
    actions: [],
    problem: { kind, message: expect.stringContaining("final_answer") },
  });
});

it("takes a malformed call that the provider itself refused for an unusable reply", async () => {
  const failure = {
    status: 400,
    message: "Failed to call a function. Please adjust your prompt.",
    code: "tool_use_failed",
  };
  expect((await replyTo([{ failure }], "native")).problem?.kind).toBe("malformed-action");
});

it("puts the environment's id before tool names where there are several, and reads it back", async () => {
  const environments = [fileTreeEnvironment(FILES, "home"), fileTreeEnvironment(FILES, "work")];
  const request = await seenBy("native", { environments });
  expect(request.tools?.map(({ name }) => name)).toEqual([
    "home__find_text",
    "home__enter_folder",
    "home__choose_file",
    "work__find_text",
    "work__enter_folder",
    "work__choose_file",
    "final_answer",
    "give_up",
  ]);
  const reply = await replyTo([{ calls: [call("work__find_text", { text: "salt" })] }], "native", {
    environments,
  });
  expect(onlyAction(reply)).toEqual({ ...findText("salt"), environment: "work" });
});

it("answers every call in the conversation, with ids that every provider takes", async () => {
  const { prompt } = await seenBy("native", {
    transcript: [
      {
        type: "step",
        thought: "I look.",
        actions: [
          { id: "act-1-1", action: findText("salt") },
          { id: "act-1-2", action: findText("x") },
        ],
      },
      { type: "result", id: "act-1-2", action: findText("x"), text: "error", failed: true },
      { type: "step", thought: "", actions: [], raw: "hm" },
      { type: "feedback", text: "Your reply could not be used." },
      { type: "step", thought: "So.", actions: [], claim: { text: "7" } },
      { type: "feedback", text: "Your answer was not accepted." },
    ],
  });
  const roles = prompt.map(({ role }) => role);
  expect(roles).toEqual(["system", "user", "assistant", "tool", "assistant", "user", "assistant", "tool"]);
  const parts = partsOf(prompt);
  const called = parts.filter((part) => part.type === "tool-call").map(({ toolCallId }) => toolCallId);
  const answered = parts.filter((part) => part.type === "tool-result").map(({ toolCallId }) => toolCallId);
  expect(called).toEqual(answered);
  expect(new Set(called).size).toBe(3);
  for (const id of called) expect(id).toMatch(/^[a-z0-9]{9}$/u);
  expect(parts.filter((part) => part.type === "tool-result").map(({ output }) => output)).toEqual([
    { type: "text", value: "(no result arrived)" },
    { type: "error-text", value: "<data>\nerror\n</data>" },
    { type: "text", value: "Your answer was not accepted." },
  ]);
});

it.each(["native", "text"] as const)(
  "shows an answer that was not handed in, its assumptions and why (%s)",
  async (format) => {
    const action = findText("salt");
    const { prompt } = await seenBy(format, {
      transcript: [
        {
          type: "step",
          thought: "Look.",
          actions: [{ id: "act-1", action }],
          claim: {},
          assumptions: ["Salt is meant."],
        },
        { type: "result", id: "act-1", action, text: "none", failed: false },
        { type: "feedback", text: "Not handed in." },
      ],
    });
    const shown = JSON.stringify(prompt.slice(2));
    expect(shown).toMatch(
      format === "native"
        ? /final_answer.*Salt is meant/u
        : /Assumption: Salt is meant.*Final Answer: draft/u,
    );
    expect(shown.match(/Not handed in/gu)).toHaveLength(1);
  },
);
