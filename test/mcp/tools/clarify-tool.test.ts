import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openEnvironments } from "../../../src/config/open-environments.ts";
import type { Environment } from "../../../src/environment/environment.ts";
import { finding, reading } from "../../clarification/gate-fixture.ts";
import { fileTreeEnvironment } from "../../support/file-tree-environment.ts";
import { memoryGlossary } from "../../support/stores.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { answering, callerOf, clarifyOver, questionOf, resultOf } from "./clarify-fixture.ts";

const QUESTION = "Who directed Homecoming?";
const FIRST = "The Little Teacher: Homecoming";
const SECOND = "The Letter of the Dream: Homecoming";
const WISH = { words: "Homecoming", question: "Which film do you mean by Homecoming?" };

const folder = temporaryFolder();
let cinema: readonly Environment[];
beforeAll(async () => {
  cinema = await openEnvironments(["sample:cinema"], {
    folders: { cache: folder, data: folder },
    env: {},
    signal: new AbortController().signal,
    onWarning: () => {},
  });
}, 120_000);
afterAll(() => Promise.all(cinema.map((environment) => environment.close())));

/** A task about the sample database whose question has been put to the person. */
async function putToPerson(caller = callerOf(), server = clarifyOver({ environments: cinema })) {
  const workspace = await server.open(QUESTION, caller);
  const input = { workspace, ...WISH };
  const question = questionOf(await server.tool.call(input, caller));
  return { ...server, caller, workspace, input, question };
}

describe("words that mean several things in a real database", () => {
  it("are put to the person with what they may mean there as choices", async () => {
    const { question, content, workspace, caller } = await putToPerson();
    expect(question.question).toEqual({
      message: WISH.question,
      choices: expect.arrayContaining([expect.stringContaining(FIRST), expect.stringContaining(SECOND)]),
      ownWords: true,
    });
    // Nothing is changed by asking: the call is made again from the start.
    expect(await content(workspace, caller)).toEqual({
      task: { question: QUESTION },
      workspaces: expect.anything(),
      targets: { cinema: expect.any(String) },
    });
  });

  it("mean from then on what the person chose, in the very row that was chosen", async () => {
    const { tool, input, caller, question, content, workspace } = await putToPerson();
    const chosen = question.question.choices.find((text) => text.includes(SECOND)) ?? "";
    const reply = await tool.call(input, caller, answering(question, { answer: chosen }));
    const { data, text } = resultOf(tool, reply);
    expect(data).toMatchObject({ status: "settled", meaning: chosen, workspace: expect.any(String) });
    expect(data["workspace"]).not.toBe(workspace);
    expect(text).toContain(`settled: "Homecoming" means: ${SECOND}`);
    expect(text).toContain(`workspace: ${data["workspace"]}`);
    expect(await content(workspace, caller)).toMatchObject({
      task: {
        question: QUESTION,
        settled: [{ words: "Homecoming", meaning: SECOND, environment: "cinema", token: expect.anything() }],
      },
      asked: [{ words: ["Homecoming"], question: WISH.question, reply: chosen }],
    });
  });

  it("are not asked about a second time, in other words neither", async () => {
    const { tool, input, caller, question } = await putToPerson();
    await tool.call(input, caller, answering(question, { answer: question.question.choices[0] ?? "" }));
    for (const again of [WISH.question, "What is Homecoming?"]) {
      const { data } = resultOf(tool, await tool.call({ ...input, question: again }, caller));
      expect(data["status"]).toBe("clear");
      expect(data["text"]).toContain("the person said");
    }
  });

  it("may mean something else, in the person's own words", async () => {
    const { tool, input, caller, question, content, workspace } = await putToPerson();
    const round = answering(question, {
      answer: question.question.choices[0] ?? "",
      other: "neither, the play",
    });
    const { data } = resultOf(tool, await tool.call(input, caller, round));
    expect(data).toMatchObject({ status: "settled", meaning: "neither, the play" });
    expect((await content(workspace, caller))?.task?.settled).toEqual([
      { words: "Homecoming", meaning: "neither, the play" },
    ]);
  });

  it("stay open where the person does not want to say, and are not asked about again", async () => {
    const { tool, input, caller, question, content, workspace } = await putToPerson();
    const { data } = resultOf(tool, await tool.call(input, caller, answering(question, "decline")));
    expect(data).toMatchObject({ status: "declined", text: expect.stringContaining("likeliest meaning") });
    expect(await content(workspace, caller)).toMatchObject({
      task: { question: QUESTION },
      asked: [{ question: WISH.question, reply: "", declined: true }],
    });
    const again = resultOf(tool, await tool.call(input, caller));
    expect(again.data).toMatchObject({
      status: "clear",
      text: expect.stringContaining("did not want to say"),
    });
  });

  it("are settled once where the client hands the same answer in twice", async () => {
    const { tool, input, caller, question, content, workspace } = await putToPerson();
    const round = answering(question, { answer: question.question.choices[0] ?? "" });
    const [first, second] = await Promise.all([
      tool.call(input, caller, round),
      tool.call(input, caller, round),
    ]);
    expect(resultOf(tool, second).data).toEqual(resultOf(tool, first).data);
    expect((await content(workspace, caller))?.asked).toHaveLength(1);
  });
});

describe("a question that need not be asked", () => {
  it.each([
    ["for an id", { question: "What is the id of the film?" }, "not ids"],
    [
      "about something that is not there",
      { words: "Xyzzq", question: "What is Xyzzq?" },
      "Nothing here is called",
    ],
  ])("is answered at once, with how to go on: %s", async (_, wish, guidance) => {
    const caller = callerOf();
    const { tool, open } = clarifyOver({ environments: cinema });
    const workspace = await open("Who directed Xyzzq?", caller);
    const { data } = resultOf(tool, await tool.call({ workspace, ...wish }, caller));
    expect(data).toMatchObject({ status: "clear", text: expect.stringContaining(guidance) });
  });
});

describe("something that is missing in the question", () => {
  it("is asked for without words, with what the agent expects as choices", async () => {
    const caller = callerOf();
    const { tool, open, content } = clarifyOver({ environments: cinema });
    const workspace = await open("How many films were made that year?", caller);
    const input = { workspace, question: "Which year do you mean?", options: ["2019", "2020"] };
    const question = questionOf(await tool.call(input, caller));
    expect(question.question.choices).toEqual(["2019", "2020"]);
    const { data } = resultOf(tool, await tool.call(input, caller, answering(question, { answer: "2020" })));
    expect(data).toMatchObject({ status: "settled", meaning: "2020" });
    expect(data["text"]).toBe('Asked "Which year do you mean?", the person said: 2020');
    expect((await content(workspace, caller))?.task?.settled).toMatchObject([
      { words: "Which year do you mean?", meaning: "2020" },
    ]);
  });
});

describe("a client that cannot ask its user", () => {
  const relaying = callerOf({ elicits: false });

  async function relayed() {
    const server = clarifyOver({ environments: cinema });
    const workspace = await server.open(QUESTION, relaying);
    const input = { workspace, ...WISH };
    const { data, text } = resultOf(server.tool, await server.tool.call(input, relaying));
    return { ...server, workspace, input, data, text };
  }

  it("gets question and readings to hand on, numbered from 1", async () => {
    const { data, text, workspace } = await relayed();
    const readings = data["readings"] as readonly string[];
    expect(data).toMatchObject({ status: "ask-the-person", question: WISH.question, workspace });
    expect(readings.length).toBeGreaterThan(1);
    const numbered = readings.map((reading, at) => `${at + 1}. ${reading}`).join("\n");
    expect(text).toContain(`${WISH.question}\n${numbered}\n`);
    expect(text).toContain("call clarify again with the same arguments and `answer`");
  });

  it.each([
    ["the number of a reading", (_: readonly string[]) => "2"],
    ["a number that is no text", () => 2],
    ["the reading in its own words", (readings: readonly string[]) => readings[1] ?? ""],
  ])("brings the answer back through the same tool: %s", async (_, answer) => {
    const { tool, input, data, content, workspace } = await relayed();
    const readings = data["readings"] as readonly string[];
    const reply = await tool.call({ ...input, answer: answer(readings) }, relaying);
    expect(resultOf(tool, reply).data).toMatchObject({ status: "settled", meaning: readings[1] });
    expect((await content(workspace, relaying))?.task?.settled).toMatchObject([
      { words: "Homecoming", environment: "cinema" },
    ]);
  });

  it("has the number read beside the readings that it was shown, whatever is found by then", async () => {
    const shown = [reading("film Fargo", "same", 1), reading("series Fargo", "same", 1)];
    const found: Record<string, typeof shown> = { Fargo: shown };
    const { tool, open } = clarifyOver({ environments: [finding(found)] });
    const workspace = await open("Who made Fargo?", relaying);
    const input = { workspace, words: "Fargo", question: "Which Fargo?" };
    const { data } = resultOf(tool, await tool.call(input, relaying));
    expect(data["readings"]).toEqual(["film Fargo", "series Fargo"]);
    found["Fargo"] = [reading("town of Fargo", "same", 1), ...shown];
    const other = callerOf({ elicits: false, principal: { id: "ben" } });
    expect(await tool.call({ ...input, answer: "2" }, other)).toMatchObject({
      failure: { code: "unknown-workspace" },
    });
    const elsewhere = { ...input, workspace: await open("Who made Fargo?", relaying), answer: "2" };
    expect(resultOf(tool, await tool.call(elsewhere, relaying)).data["meaning"]).toBe("film Fargo");
    const again = { ...input, question: " Which  Fargo? ", answer: "2" };
    expect(resultOf(tool, await tool.call(again, relaying)).data["meaning"]).toBe("series Fargo");
    expect(resultOf(tool, await tool.call(again, relaying)).data["status"]).toBe("clear");
  });
});

describe("several environments and workspaces", () => {
  it("say where a reading is, where two environments call it the same", async () => {
    const films = [reading("film Fargo", "same", 1, { replacement: "Fargo" })];
    const caller = callerOf();
    const { tool, open, content } = clarifyOver({
      environments: [finding({ Fargo: films }, "films"), finding({ Fargo: films }, "archive")],
    });
    const workspace = await open("Who made Fargo?", caller);
    const input = { workspace, words: "Fargo", question: "Which Fargo?" };
    const question = questionOf(await tool.call(input, caller));
    expect(question.question.choices).toEqual(["film Fargo (films)", "film Fargo (archive)"]);
    await tool.call(input, caller, answering(question, { answer: "film Fargo (archive)" }));
    expect((await content(workspace, caller))?.task?.settled).toMatchObject([{ environment: "archive" }]);
  });

  it("let nothing of one person's task be seen or settled by another", async () => {
    const { tool, input, question, content, workspace, caller } = await putToPerson();
    const other = callerOf({ principal: { id: "ben" } });
    const unknown = { type: "failure", failure: { code: "unknown-workspace" } };
    expect(await tool.call(input, other)).toMatchObject(unknown);
    const round = answering(question, { answer: question.question.choices[0] ?? "" });
    expect(await tool.call(input, other, round)).toMatchObject(unknown);
    expect(await content(workspace, caller)).not.toHaveProperty("asked");
  });

  it("ask anew where what the client brings back is of no question", async () => {
    const { tool, input, caller } = await putToPerson();
    const round = { answer: { type: "answered", text: "x" }, state: { leave: "of another kind" } } as const;
    expect(questionOf(await tool.call(input, caller, round)).question.message).toBe(WISH.question);
  });
});

describe("an answer that is to be kept", () => {
  async function answered(remember: "always" | "once", environments = cinema) {
    const glossary = memoryGlossary();
    const server = await putToPerson(callerOf(), clarifyOver({ environments, glossary }));
    const { tool, input, caller, question } = server;
    const answer = question.question.choices.find((text) => text.includes(SECOND)) ?? "";
    await tool.call(input, caller, answering(question, { answer, remember }));
    return { ...server, entries: await glossary.list("cinema", caller.principal), glossary };
  }

  it("is offered to the person, and kept for the environment it was found in", async () => {
    const { question, entries, glossary } = await answered("always");
    expect(question.question.offersToRemember).toBe(true);
    expect(entries).toMatchObject([{ words: "Homecoming", meaning: SECOND, environment: "cinema" }]);
    expect(await glossary.list("cinema", { id: "ben" })).toEqual([]);
  });

  it("is not kept unless the person says so", async () => {
    expect((await answered("once")).entries).toEqual([]);
  });
});

describe("arguments", () => {
  const { tool } = clarifyOver({ environments: [fileTreeEnvironment({ "a/b.txt": "c" })] });
  const caller = callerOf();

  it.each<[string, object, string]>([
    ["no workspace", { question: "Which?" }, 'lacks its argument "workspace"'],
    ["a blank workspace", { workspace: " ", question: "Which?" }, 'lacks its argument "workspace"'],
    ["no question", { workspace: "x" }, 'lacks its argument "question"'],
    ["one that it does not have", { workspace: "x", question: "Which?", term: "a" }, 'no argument "term"'],
    ["a list as words", { workspace: "x", question: "Which?", words: ["a"] }, 'Argument "words"'],
    ["a question that is too long", { workspace: "x", question: "a".repeat(1001) }, "1000 are taken"],
    [
      "an answer that is too long",
      { workspace: "x", question: "Which?", answer: "a".repeat(2001) },
      "2000 are taken",
    ],
    ["too many options", { workspace: "x", question: "Which?", options: [..."abcdefghi"] }, "at most 8"],
  ])("are refused with what to do: %s", async (_, given, message) => {
    expect(await tool.call(given as never, caller)).toMatchObject({
      type: "failure",
      failure: { code: "invalid-arguments", message: expect.stringContaining(message) },
    });
  });
});

it("takes at most 230 tokens of a client's context", () => {
  const { tool } = clarifyOver({ environments: [] });
  expect(countTokens(JSON.stringify(tool.definition))).toBeLessThanOrEqual(230);
});
