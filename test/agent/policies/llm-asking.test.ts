import { describe, expect, it } from "vitest";
import { llmPolicy } from "../../../src/agent/policies/llm-policy.ts";
import type { TranscriptItem } from "../../../src/agent/policy-request.ts";
import { scriptedModel } from "../../../src/testing/scripted-model.ts";
import { fileTreeEnvironment } from "../../support/file-tree-environment.ts";
import { FILES, findText } from "../../support/run-fixture.ts";
import { onlyAction, partsOf, policyContext, replyTo, seenBy } from "./llm-fixture.ts";

const WISH = {
  question: "Which Jennifer do you mean?",
  words: ["Jennifer"],
  kind: "several-meanings" as const,
};
const call = (given: object) => ({ name: "ask_user", arguments: given as Record<string, string> });

describe("ask_user as a tool call", () => {
  it("is offered last, where the person may be asked", async () => {
    const { tools } = await seenBy("native", { mayAsk: true });
    expect(tools?.map(({ name }) => name).slice(-3)).toEqual(["final_answer", "give_up", "ask_user"]);
    expect(JSON.stringify(tools?.at(-1))).not.toContain("unsupported");
  });

  it.each([undefined, false])("is not offered otherwise, nor spoken of (%s)", async (mayAsk) => {
    const request = await seenBy("native", mayAsk === undefined ? {} : { mayAsk });
    expect(JSON.stringify(request)).not.toContain("ask_user");
  });

  it("is a wish", async () => {
    const reply = await replyTo(
      [{ text: "Two are called so.", calls: [call({ ...WISH, options: ["Lawrence", "Aniston"] })] }],
      "native",
    );
    expect(reply).toMatchObject({
      thought: "Two are called so.",
      actions: [],
      wish: { ...WISH, options: ["Lawrence", "Aniston"] },
    });
    expect(reply).not.toHaveProperty("claim");
  });

  it.each([
    [
      "a single text for the words",
      { question: "Who?", words: "Jennifer" },
      { words: ["Jennifer"], kind: "several-meanings" },
    ],
    ["no words", { question: "Which year?" }, { words: [], kind: "missing" }],
    ["a kind that nothing is asked for", { question: "Who?", kind: "unsupported" }, { kind: "unsupported" }],
    ["options in one text", { question: "Who?", options: "1. A\n2. B\n3. Other" }, { options: ["A", "B"] }],
    ["words twice", { question: "Who?", words: ["x", " x ", ""] }, { words: ["x"] }],
  ])("is read with %s", async (_, given, wish) => {
    expect((await replyTo([{ calls: [call(given)] }], "native")).wish).toMatchObject(wish);
  });

  it.each([{}, { question: " " }])("needs a question: %j", async (given) => {
    const reply = await replyTo([{ calls: [call(given)] }], "native");
    expect(reply.wish).toBeUndefined();
    expect(reply.problem).toMatchObject({
      kind: "malformed-action",
      message: expect.stringContaining("ask_user"),
    });
  });

  it("waits until the calls beside it have been carried out", async () => {
    const calls = [{ name: "find_text", arguments: { text: "salt" } }, call(WISH)];
    const reply = await replyTo([{ calls }], "native");
    expect(onlyAction(reply)).toEqual(findText("salt"));
    expect(reply.wish).toBeUndefined();
  });
});

describe("asking in words", () => {
  it.each([
    ["its own lines", "Ask User: Which Jennifer do you mean?\nWords: Jennifer\nOptions: Lawrence | Aniston"],
    [
      "bold labels",
      '**Ask User:** Which Jennifer do you mean?\n**Words:** "Jennifer"\n**Options:** Lawrence; Aniston',
    ],
    [
      "a call",
      'Action: ask_user(question="Which Jennifer do you mean?", words=["Jennifer"], options=["Lawrence", "Aniston"])',
    ],
    [
      "a bare call",
      'ask_user(question="Which Jennifer do you mean?", words=["Jennifer"], options=["Lawrence", "Aniston"])',
    ],
    [
      "JSON",
      '{"name": "ask_user", "arguments": {"question": "Which Jennifer do you mean?", "words": ["Jennifer"], "options": ["Lawrence", "Aniston"]}}',
    ],
  ])("is a wish as %s", async (_, written) => {
    const reply = await replyTo([{ text: `Thought: Two are called so.\n${written}` }], "text");
    expect(reply).toMatchObject({
      thought: expect.stringContaining("Two are called so."),
      actions: [],
      wish: { ...WISH, options: ["Lawrence", "Aniston"] },
    });
  });

  it.each(['Action: ask_user("Which year?")', "Ask_User: Which year?", 'Ask User: "Which year?"'])(
    "needs no more than the question: %s",
    async (text) => {
      expect((await replyTo([{ text }], "text")).wish).toEqual({
        question: "Which year?",
        words: [],
        kind: "missing",
      });
    },
  );

  it("is not seen in prose that speaks of asking", async () => {
    const reply = await replyTo(
      [{ text: 'Thought: I could ask the user, but look first.\nAction: find_text("salt")' }],
      "text",
    );
    expect(onlyAction(reply)).toEqual(findText("salt"));
    expect(reply.wish).toBeUndefined();
  });

  it("is told of a call without a question what is missing", async () => {
    expect((await replyTo([{ text: "Ask User:\nWords: Jennifer" }], "text")).problem?.message).toContain(
      "empty",
    );
  });

  it("is spoken of where the person may be asked only", async () => {
    const system = async (mayAsk: boolean) => JSON.stringify((await seenBy("text", { mayAsk })).prompt[0]);
    expect(await system(true)).toContain("Ask User: one short question");
    expect(await system(false)).not.toContain("Ask User");
  });

  it("takes what was assumed from a line of its own, before or behind the answer", async () => {
    for (const text of [
      "Thought: Done.\nAssumption: Bread is meant.\nFinal Answer: draft",
      "Thought: Done.\nFinal Answer: draft\nAssumptions:\n- Bread is meant.",
    ]) {
      expect(await replyTo([{ text }], "text")).toMatchObject({
        claim: { claim: {} },
        assumptions: ["Bread is meant."],
      });
    }
  });
});

describe("a thought alone", () => {
  const thoughtOf = async (text: string, mayAsk = true) => {
    const model = scriptedModel([{ text }]);
    const request = { kind: "thought" as const, transcript: [], mustConclude: false, mayAsk };
    const reply = await llmPolicy({ model, format: "text" }).reply(request, policyContext());
    return { reply, system: JSON.stringify(model.requests[0]?.prompt[0]) };
  };

  it("may be a wish", async () => {
    const { reply, system } = await thoughtOf(
      "Thought: Two are called so.\nAsk User: Which Jennifer do you mean?\nWords: Jennifer",
    );
    expect(reply).toMatchObject({ thought: "Two are called so.", wish: WISH });
    expect(system).toContain("Ask User");
  });
});

const STEP: TranscriptItem = { type: "step", thought: "Two are called so.", actions: [], wish: WISH };
const question: TranscriptItem = { type: "question", text: WISH.question };

describe.each([
  ["answered", [STEP, question, { type: "answer", text: "Lawrence" }], "The person answers: Lawrence"],
  ["declined", [STEP, question, { type: "feedback", text: "Go on." }], "Go on."],
  ["refuted", [STEP, { type: "feedback", text: "Not put." }], "Not put."],
] as const)("a question in the conversation, %s", (_, transcript, said) => {
  const later: readonly TranscriptItem[] = [
    ...transcript,
    { type: "step", thought: "So.", actions: [{ id: "a", action: findText("x") }] },
    { type: "result", id: "a", action: findText("x"), text: "none", failed: false },
  ];

  it("is a call with its result", async () => {
    const { prompt } = await seenBy("native", { transcript: later, mayAsk: true });
    expect(prompt.map(({ role }) => role)).toEqual([
      "system",
      "user",
      "assistant",
      "tool",
      "assistant",
      "tool",
    ]);
    const parts = partsOf(prompt);
    const calls = parts.filter((part) => part.type === "tool-call");
    const results = parts.filter((part) => part.type === "tool-result");
    expect(calls[0]).toMatchObject({ toolName: "ask_user", input: WISH });
    expect(results[0]).toMatchObject({ toolName: "ask_user", output: { type: "text", value: said } });
    expect(results.map(({ toolCallId }) => toolCallId)).toEqual(calls.map(({ toolCallId }) => toolCallId));
    expect(new Set(calls.map(({ toolCallId }) => toolCallId)).size).toBe(2);
  });

  it("is told in words, once", async () => {
    const { prompt } = await seenBy("text", { transcript: later, mayAsk: true });
    expect(prompt.map(({ role }) => role)).toEqual([
      "system",
      "user",
      "assistant",
      "user",
      "assistant",
      "user",
    ]);
    expect(prompt[2]?.content).toEqual([
      {
        type: "text",
        text: "Thought: Two are called so.\nAsk User: Which Jennifer do you mean?\nWords: Jennifer",
      },
    ]);
    expect(prompt[3]?.content).toEqual([{ type: "text", text: said }]);
  });
});

it("tells a question without a wish of the policy as words in both forms", async () => {
  const transcript: readonly TranscriptItem[] = [question, { type: "answer", text: "Lawrence" }];
  for (const format of ["native", "text"] as const) {
    const { prompt } = await seenBy(format, { transcript });
    expect(prompt.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user"]);
  }
});

it("shows what the person has said, now and in the run before", async () => {
  const task = {
    question: "And by month?",
    settled: [{ words: "salty", meaning: "with more\nthan 2 g" }],
    previous: {
      run: "r",
      question: "Which notes are his?",
      settled: [{ words: "Who is he?", meaning: "Ben" }],
    },
  };
  const text = JSON.stringify((await seenBy("native", { task })).prompt[1]);
  expect(text).toContain(
    String.raw`Said by the person, to be relied on:\n- \"salty\" means: with more than 2 g`,
  );
  expect(text).toContain(
    String.raw`Said by the person then, to be relied on:\n- Asked \"Who is he?\", the person said: Ben`,
  );
});

it("keeps the name of asking for asking", async () => {
  const files = fileTreeEnvironment(FILES);
  const [first] = files.tools;
  const named = { ...files, tools: first === undefined ? [] : [{ ...first, name: "ask_user" }] };
  const { tools } = await seenBy("native", { environments: [named], mayAsk: true });
  expect(tools?.map(({ name }) => name)).toEqual(["ask_user_2", "final_answer", "give_up", "ask_user"]);
  const reply = await replyTo([{ calls: [call(WISH)] }], "native", { environments: [named] });
  expect(reply.wish).toEqual(WISH);
});
