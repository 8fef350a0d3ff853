import { generateText, isStepCount } from "ai";
import { describe, expect, it } from "vitest";
import { createTools } from "../../src/ai-sdk/create-tools.ts";
import type { UserProxy } from "../../src/clarification/user-proxy.ts";
import type { Environment } from "../../src/environment/environment.ts";
import { scriptedModel } from "../../src/testing/scripted-model.ts";
import { askableFiles, person, says, WISH } from "../agent/asking-fixture.ts";
import { callTool, fileTools, read } from "./tools-fixture.ts";

const SEND = { file: "notes/bread.txt", to: "anna" };

function sending() {
  const sent: string[] = [];
  return { sent, environment: askableFiles((to) => sent.push(to)) };
}

describe("an effect outside", () => {
  it("is refused where nobody has allowed it and nobody can be asked", async () => {
    const { sent, environment } = sending();
    const tools = fileTools({}, environment);
    expect(Object.keys(tools)).not.toContain("ask_user");
    expect(await callTool(tools, "send_file", SEND)).toMatchObject({
      failure: { code: "permission-needed" },
    });
    expect(sent).toEqual([]);
  });

  it.each(["send_file", "files send_file"])("is allowed by the option allow: %s", async (effect) => {
    const { sent, environment } = sending();
    const tools = fileTools({ allow: [effect] }, environment);
    expect(await callTool(tools, "send_file", SEND)).toMatchObject({ observation: { text: "sent to anna" } });
    expect(sent).toEqual(["anna"]);
  });

  it("is not allowed by leave for another environment", async () => {
    const { environment, sent } = sending();
    const tools = createTools([environment, { ...askableFiles(), id: "other" }], {
      allow: ["other send_file"],
    });
    expect(await callTool(tools, "files__send_file", SEND)).toMatchObject({
      failure: { code: "permission-needed" },
    });
    expect(sent).toEqual([]);
  });

  it("is put to the person whole, and taken after a yes, which holds for the operation", async () => {
    const { sent, environment } = sending();
    const { asked, userProxy } = person(says("yes"));
    const tools = fileTools({ userProxy }, environment);
    expect(await callTool(tools, "send_file", SEND)).toMatchObject({ observation: { text: "sent to anna" } });
    await callTool(tools, "send_file", { ...SEND, to: "ben" });
    expect(sent).toEqual(["anna", "ben"]);
    expect(asked).toMatchObject([
      { question: expect.stringContaining('to = "anna"'), permission: { operation: "send_file" } },
    ]);
  });

  it("is not taken after a no, which is told to the model and not asked for again", async () => {
    const { sent, environment } = sending();
    const { asked, userProxy } = person(says("no, she has moved"));
    const tools = fileTools({ userProxy }, environment);
    for (let i = 0; i < 2; i++) {
      const output = await callTool(tools, "send_file", SEND);
      expect(await read(tools, "send_file", output)).toMatchObject({
        type: "error-text",
        value: expect.stringContaining("did not allow this"),
      });
    }
    expect(asked).toHaveLength(1);
    expect(sent).toEqual([]);
  });

  it("asks once where the same operation is called several times in one step", async () => {
    const { sent, environment } = sending();
    const { asked, userProxy } = person(says("yes"));
    const tools = fileTools({ userProxy }, environment);
    await Promise.all(["anna", "ben", "cy"].map((to) => callTool(tools, "send_file", { ...SEND, to })));
    expect(asked).toHaveLength(1);
    expect(sent.toSorted()).toEqual(["anna", "ben", "cy"]);
  });

  it("that is broken off is told as unknown, so that it is not simply done again", async () => {
    const files = askableFiles();
    const begun = Promise.withResolvers<void>();
    const environment: Environment = {
      ...files,
      act: async () => {
        begun.resolve();
        return await new Promise(() => undefined);
      },
    };
    const stop = new AbortController();
    const tools = fileTools({ allow: ["send_file"] }, environment);
    const call = callTool(tools, "send_file", SEND, { signal: stop.signal });
    await begun.promise;
    stop.abort();
    expect(await call).toMatchObject({ failure: { code: "effect-unknown" } });
  });
});

describe("ask_user", () => {
  it("asks what the gate lets through, with the readings found, and tells what was meant", async () => {
    const { asked, userProxy } = person({ type: "answered", text: "2", choice: 1 });
    const tools = fileTools({ userProxy, question: "Which notes need salt?" }, askableFiles());
    const output = await callTool(tools, "ask_user", WISH);
    expect(asked).toMatchObject([
      {
        question: WISH.question,
        readings: [{ text: "the file notes/bread.txt" }, { text: "the file notes/soup.txt" }],
      },
    ]);
    expect(output).toMatchObject({
      observation: {
        text: "The person says: the file notes/soup.txt",
        data: { status: "answered", meaning: "the file notes/soup.txt" },
      },
    });
  });

  it("does not ask the same twice, not even in one step", async () => {
    const { asked, userProxy } = person(says("the one about bread"));
    const tools = fileTools({ userProxy, question: "Which notes need salt?" }, askableFiles());
    const [, again] = await Promise.all([
      callTool(tools, "ask_user", WISH),
      callTool(tools, "ask_user", WISH),
    ]);
    expect(asked).toHaveLength(1);
    expect(again).toMatchObject({
      observation: { text: expect.stringContaining("asked before"), data: { status: "not-asked" } },
    });
  });

  it("reads the question from the messages where none was given", async () => {
    const { asked, userProxy } = person(says("bread"));
    await generateText({
      model: scriptedModel([{ calls: [{ name: "ask_user", arguments: WISH }] }, { text: "done" }]),
      prompt: "Which notes need salt?",
      tools: fileTools({ userProxy }, askableFiles()),
      stopWhen: isStepCount(3),
    });
    expect(asked).toMatchObject([{ words: ["notes"] }]);
  });

  it.each([
    ["declined", "does not want to say"],
    ["unavailable", "nobody can be asked"],
  ] as const)("tells the model when the person is %s", async (type, words) => {
    const { userProxy } = person({ type });
    const tools = fileTools({ userProxy, question: "Which notes?" }, askableFiles());
    expect(await callTool(tools, "ask_user", WISH)).toMatchObject({
      observation: { text: expect.stringContaining(words), data: { status: type } },
    });
  });

  it("refuses an empty question", async () => {
    const { userProxy } = person();
    const tools = fileTools({ userProxy }, askableFiles());
    expect(await callTool(tools, "ask_user", { question: " " })).toMatchObject({
      failure: { code: "invalid-arguments" },
    });
  });

  it("is cancelled while a person who does not listen is thinking", async () => {
    const stop = new AbortController();
    const tools = fileTools({ userProxy: { ask: () => new Promise(() => undefined) } }, askableFiles());
    const call = callTool(tools, "ask_user", WISH, { signal: stop.signal });
    setTimeout(() => stop.abort(), 5);
    await expect(call).rejects.toMatchObject({ code: "cancelled" });
  });
});

describe("a user proxy that fails", () => {
  const asking = (ask: UserProxy["ask"]) =>
    callTool(
      fileTools({ userProxy: { ask }, question: "Which notes need salt?" }, askableFiles()),
      "ask_user",
      WISH,
    );

  it("is named as what failed, with its error as the cause", async () => {
    const cause = new TypeError("form is not defined");
    await expect(asking(() => Promise.reject(cause))).rejects.toMatchObject({
      code: "usage",
      message: "The user proxy failed: TypeError: form is not defined",
      cause,
    });
  });

  it("by choosing what is not there has answered nothing", async () => {
    await expect(asking(async () => ({ type: "answered", text: "x", choice: 9 }))).rejects.toMatchObject({
      code: "usage",
      hint: "Give choice as 0 to 1, or text alone.",
    });
  });
});
