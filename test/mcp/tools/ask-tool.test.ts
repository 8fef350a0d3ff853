import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import type { Script } from "../../../src/agent/policies/scripted-policy.ts";
import { FuxiError } from "../../../src/errors/fuxi-error.ts";
import { memoryTrajectoryStore } from "../../../src/store/trajectories.ts";
import { askableFiles, send, WISH } from "../../agent/asking-fixture.ts";
import { fileTreeEnvironment } from "../../support/file-tree-environment.ts";
import { chooseFile, enterFolder, FILES, findText } from "../../support/run-fixture.ts";
import { askOver } from "./ask-fixture.ts";
import { answering, callerOf, questionOf, resultOf } from "./clarify-fixture.ts";

const QUESTION = "Which notes need salt?";
const BREAD: Script = [
  { thought: "Notes are in notes/.", actions: [enterFolder("notes/")] },
  { actions: [chooseFile("notes/bread.txt")] },
  { claim: { claim: {} }, assumptions: ["Salt is meant, not salty."] },
];
const files = () => [fileTreeEnvironment(FILES)];
/** Asks which notes are meant, then chooses the bread. */
const ASKS: Script = [{ wish: WISH }, ...BREAD];
/** Sends a letter before anything else. */
const SENDS: Script = [{ actions: [send("anna")] }, ...BREAD];
const NOTES = ["the file notes/bread.txt", "the file notes/soup.txt"];

describe("a question that is answered", () => {
  it("comes back with what the answer rests on, what was assumed, and what it took", async () => {
    const { tool, ids, tasks } = askOver({ environments: files(), policy: BREAD });
    const input = { question: ` ${QUESTION} `, oracle_knowledge: "salt is a seasoning" };
    const { data, text } = resultOf(tool, await tool.call(input, callerOf()));
    expect(data).toEqual({
      text,
      outcome: "answered",
      answer: { text: "notes/bread.txt" },
      assumptions: ["Salt is meant, not salty."],
      evidence: [{ environment: "files", kind: "file-tree", preview: ["notes/bread.txt"] }],
      usage: { calls: 0 },
    });
    expect(text).toBe("Answer: notes/bread.txt\nAssumed: Salt is meant, not salty.");
    expect(tasks).toEqual([{ question: QUESTION, oracleKnowledge: "salt is a seasoning" }]);
    expect(ids).toHaveLength(1);
  });

  it("tells what is being done meanwhile, with the share of the steps", async () => {
    const { tool } = askOver({
      environments: files(),
      policy: [
        { thought: "A look\nfirst.", actions: [findText("salt"), findText("s".repeat(300))] },
        { actions: [enterFolder("nowhere")] },
        ...(BREAD as []),
      ],
      limits: { steps: 10 },
    });
    const caller = callerOf();
    await tool.call({ question: QUESTION }, caller);
    expect(caller.told.map(({ message }) => message)).toEqual([
      "react with scripted",
      "files.find_text",
      "files.find_text",
      "files.enter_folder failed: engine-refused",
      "files.enter_folder",
      "files.choose_file",
    ]);
    const shares = caller.told.map(({ share }) => share ?? -1);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect([shares[0], shares.at(-1)]).toEqual([0, 0.4]);
  });
});

describe("a run that has something to ask", () => {
  async function asked(caller = callerOf(), policy: Script = ASKS) {
    const server = askOver({ environments: [askableFiles()], policy });
    const input = { question: QUESTION };
    return { ...server, input, caller, question: questionOf(await server.tool.call(input, caller)) };
  }

  it("has it put to the person, and goes on with the answer to the end", async () => {
    const { tool, input, caller, question, ids, eventsOf } = await asked();
    expect(question.question).toEqual({
      message: WISH.question,
      choices: NOTES,
      ownWords: true,
      offersToRemember: true,
    });
    const reply = await tool.call(input, caller, answering(question, { answer: NOTES[0] ?? "" }));
    expect(resultOf(tool, reply).data).toMatchObject({
      outcome: "answered",
      answer: { text: "notes/bread.txt" },
    });
    expect(ids).toHaveLength(1);
    expect((await eventsOf(ids[0] ?? "")).find(({ type }) => type === "question-answered")).toMatchObject({
      reply: { type: "answered", text: "notes/bread.txt", choice: 0 },
    });
  });

  it.each(["7", "1", "the second one", "2020"])(
    "takes the person's own words for what they are, also where they are a number: %s",
    async (words) => {
      const { tool, input, caller, question, ids, eventsOf } = await asked();
      const reply = await tool.call(input, caller, answering(question, { other: words }));
      expect(resultOf(tool, reply).data["outcome"]).toBe("answered");
      const told = (await eventsOf(ids[0] ?? "")).find(({ type }) => type === "question-answered");
      expect(told).toHaveProperty("reply", { type: "answered", text: words });
    },
  );

  it("goes on without an answer where the person declines", async () => {
    const { tool, input, caller, question, ids, eventsOf } = await asked();
    const reply = await tool.call(input, caller, answering(question, "decline"));
    expect(resultOf(tool, reply).data["outcome"]).toBe("answered");
    expect((await eventsOf(ids[0] ?? "")).find(({ type }) => type === "question-answered")).toMatchObject({
      reply: { type: "declined" },
    });
  });

  it("waits on where the person closes the form, with the question for the agent to put", async () => {
    const { tool, input, caller, question, ids, eventsOf } = await asked();
    const closed = resultOf(tool, await tool.call(input, caller, answering(question, "cancel")));
    expect(closed.data).toMatchObject({ outcome: "needs-clarification" });
    expect((await eventsOf(ids[0] ?? "")).some(({ type }) => type === "question-answered")).toBe(false);
    const reply = await tool.call({ resume: ids[0] ?? "", answer: "1" }, caller);
    expect(resultOf(tool, reply).data["outcome"]).toBe("answered");
  });

  it("gives the same answer again where the reply to the person's answer got lost", async () => {
    const { tool, input, caller, question, ids } = await asked();
    const round = answering(question, { answer: NOTES[0] ?? "" });
    const first = resultOf(tool, await tool.call(input, caller, round));
    expect(resultOf(tool, await tool.call(input, caller, round)).data).toEqual(first.data);
    const resumed = await tool.call({ resume: ids[0] ?? "" }, caller);
    expect(resultOf(tool, resumed).data).toEqual(first.data);
  });

  it("takes an answer for the question that it was given to, and for no later one", async () => {
    const { tool, input, caller, question } = await asked(callerOf(), [{ wish: WISH }, ...(SENDS as [])]);
    const round = answering(question, { answer: NOTES[0] ?? "" });
    const leave = questionOf(await tool.call(input, caller, round));
    expect(leave.question.message).toContain("send_file");
    expect(questionOf(await tool.call(input, caller, round)).question).toEqual(leave.question);
    const stale = await tool.call(input, callerOf({ elicits: false }), round);
    expect(stale).toMatchObject({
      type: "failure",
      failure: { message: expect.stringContaining("answered before") },
    });
  });

  it("keeps an answer for later questions where the person says so", async () => {
    const { tool, input, caller, question, glossary, tasks } = await asked();
    await tool.call(input, caller, answering(question, { answer: NOTES[0] ?? "", remember: "always" }));
    expect(await glossary.list("files", caller.principal)).toMatchObject([
      { words: "notes", meaning: "notes/bread.txt" },
    ]);
    await tool.call(input, caller);
    expect(tasks.at(-1)?.settled).toMatchObject([{ words: "notes", meaning: "notes/bread.txt" }]);
  });

  it("is nobody else's to answer", async () => {
    const { tool, input, question } = await asked();
    const other = callerOf({ principal: { id: "ben" } });
    const round = answering(question, { answer: NOTES[0] ?? "" });
    expect(await tool.call(input, other, round)).toMatchObject({
      type: "failure",
      failure: { code: "invalid-arguments", message: expect.stringContaining("There is no run") },
    });
  });
});

describe("a client that cannot ask its user", () => {
  const relaying = callerOf({ elicits: false });
  async function waiting(policy: Script = ASKS) {
    const sent: string[] = [];
    const server = askOver({ environments: [askableFiles((to) => sent.push(to))], policy });
    const { data, text } = resultOf(server.tool, await server.tool.call({ question: QUESTION }, relaying));
    return { ...server, sent, data, text, resume: String(data["resume"]) };
  }

  it("gets the question with its readings, and how to hand in the answer", async () => {
    const { data, text, ids, resume } = await waiting();
    expect(data).toMatchObject({
      outcome: "needs-clarification",
      clarification: { question: WISH.question, words: ["notes"], readings: NOTES },
      resume: ids[0],
    });
    expect(text).toContain(`No answer yet`);
    expect(text).toContain(`${WISH.question}\n1. ${NOTES[0]}\n2. ${NOTES[1]}\n`);
    expect(text).toContain(`call ask with resume: "${resume}" and answer`);
  });

  it.each([
    ["the number of a reading", "2", { text: "notes/soup.txt", choice: 1 }],
    ["own words", "the salty ones", { text: "the salty ones" }],
  ])("hands in %s", async (_, answer, reply) => {
    const { tool, resume, eventsOf } = await waiting();
    const { data } = resultOf(tool, await tool.call({ resume, answer }, relaying));
    expect(data["outcome"]).toBe("answered");
    expect((await eventsOf(resume)).find(({ type }) => type === "question-answered")).toMatchObject({
      reply,
    });
  });

  it("can hand in another answer after one that fits no reading: the run waits on", async () => {
    const { tool, resume, eventsOf } = await waiting();
    expect(await tool.call({ resume, answer: "7" }, relaying)).toMatchObject({
      type: "failure",
      failure: {
        message:
          "There is no reading 7: name one from 1 to 2, or hand on the person's words. The run waits on: call ask again with the same resume.",
        suggestions: [{ text: "1" }, { text: "2" }],
      },
    });
    expect((await eventsOf(resume)).some(({ type }) => type === "question-answered")).toBe(false);
    const { data } = resultOf(tool, await tool.call({ resume, answer: "the second one" }, relaying));
    expect(data["outcome"]).toBe("answered");
  });

  it("has it put to the person by a client that can ask, for the same person", async () => {
    const { tool, resume } = await waiting();
    const question = questionOf(await tool.call({ resume }, callerOf()));
    const reply = await tool.call({ resume }, callerOf(), answering(question, { answer: NOTES[0] ?? "" }));
    expect(resultOf(tool, reply).data["outcome"]).toBe("answered");
  });

  it("cannot give leave for an effect in the person's name, but can go on without", async () => {
    const { tool, sent, data, text, resume } = await waiting(SENDS);
    expect(data).toMatchObject({ outcome: "needs-clarification", clarification: { leave: "send_file" } });
    expect(text).toContain("permission that cannot be given in a call");
    for (const answer of ["yes", "Yes, please!", "ok", "y"]) {
      expect(await tool.call({ resume, answer }, relaying)).toMatchObject({
        type: "failure",
        failure: { code: "permission-needed", message: expect.stringContaining("whoever runs the server") },
      });
    }
    expect(sent).toEqual([]);
    const reply = await tool.call({ resume, answer: "no" }, relaying);
    expect(resultOf(tool, reply).data["outcome"]).toBe("answered");
    expect(sent).toEqual([]);
  });
});

describe("leave for an effect within a run", () => {
  async function leaveAsked() {
    const sent: string[] = [];
    const server = askOver({ environments: [askableFiles((to) => sent.push(to))], policy: SENDS });
    const caller = callerOf();
    const input = { question: QUESTION };
    return { ...server, sent, caller, input, question: questionOf(await server.tool.call(input, caller)) };
  }
  const YES = "Yes, and any further send_file that it takes";

  it("is the person's to give, who sees the action whole", async () => {
    const { tool, sent, caller, input, question } = await leaveAsked();
    expect(question.question).toEqual({
      message: expect.stringContaining('send_file in files, with file = "notes/bread.txt", to = "anna"'),
      choices: ["No", YES],
      ownWords: false,
    });
    const reply = await tool.call(input, caller, answering(question, { answer: YES }));
    expect(resultOf(tool, reply).data["outcome"]).toBe("answered");
    expect(sent).toEqual(["anna"]);
  });

  it.each([[{ answer: "No" }], ["decline"], [{ answer: "yes" }], [{ other: "yes" }]] as const)(
    "is not given by %j",
    async (content) => {
      const { tool, sent, caller, input, question } = await leaveAsked();
      const reply = await tool.call(input, caller, answering(question, content));
      expect(resultOf(tool, reply).data["outcome"]).toBe("answered");
      expect(sent).toEqual([]);
    },
  );

  it("is asked of the person where the agent hands in a yes", async () => {
    const { tool, sent, caller, ids } = await leaveAsked();
    questionOf(await tool.call({ resume: ids[0] ?? "", answer: "yes" }, caller));
    expect(sent).toEqual([]);
  });

  it("is acted on once for an answer that comes twice", async () => {
    const { tool, sent, caller, input, question } = await leaveAsked();
    const round = answering(question, { answer: YES });
    await Promise.allSettled([tool.call(input, caller, round), tool.call(input, caller, round)]);
    expect(sent).toEqual(["anna"]);
  });
});

describe("a run without an answer", () => {
  it("says that none can be given, and why", async () => {
    const unanswerable = { reason: "Letters are not dated.", words: ["dated"] };
    const { tool } = askOver({ environments: files(), policy: [{ unanswerable }] });
    const { data, text } = resultOf(tool, await tool.call({ question: QUESTION }, callerOf()));
    expect(data).toMatchObject({ outcome: "unanswerable", ...unanswerable });
    expect(data).not.toHaveProperty("answer");
    expect(text).toMatch(/^No answer can be given: Letters are not dated/u);
  });

  it("says that it stopped at a limit, which the call itself cannot raise", async () => {
    const { tool, ids } = askOver({ environments: files(), policy: BREAD, limits: { steps: 1 } });
    const { data, text } = resultOf(tool, await tool.call({ question: QUESTION }, callerOf()));
    expect(data).toMatchObject({ outcome: "stopped", reason: "steps" });
    expect(data).not.toHaveProperty("resume");
    expect(text).toMatch(new RegExp(`^Stopped without an answer: .+fuxi resume ${ids[0]}$`, "u"));
    expect(await tool.call({ resume: ids[0] ?? "" }, callerOf())).toMatchObject({
      type: "failure",
      failure: { code: "invalid-arguments", message: expect.stringContaining("cannot be gone on with") },
    });
  });

  it("is an error of the call where it failed, with the code of what failed and how to go on", async () => {
    let down = true;
    const { tool, ids } = askOver({
      environments: files(),
      policy: (request) => {
        if (down) throw new FuxiError("model-unavailable", "The model did not answer.", { hint: "Wait." });
        const steps = request.transcript.filter(({ type }) => type === "step").length;
        return (BREAD as readonly object[])[steps] ?? {};
      },
    });
    const failed = await tool.call({ question: QUESTION }, callerOf()).catch((error: unknown) => error);
    expect(failed).toMatchObject({
      code: "model-unavailable",
      message: "The run failed and has no answer: The model did not answer.",
      hint: `Wait. Then call ask with resume: "${ids[0]}".`,
    });
    down = false;
    const reply = await tool.call({ resume: ids[0] ?? "" }, callerOf());
    expect(resultOf(tool, reply).data["outcome"]).toBe("answered");
  });

  it("ends with the call that is cancelled, and can be gone on with", async () => {
    const cancelling = new AbortController();
    let steps = 0;
    const { tool, ids } = askOver({
      environments: files(),
      policy: (request) => {
        if (++steps === 2) cancelling.abort();
        const taken = request.transcript.filter(({ type }) => type === "step").length;
        return (BREAD as readonly object[])[taken] ?? {};
      },
    });
    const caller = callerOf({ signal: cancelling.signal });
    const { data, text } = resultOf(tool, await tool.call({ question: QUESTION }, caller));
    expect(data).toMatchObject({ outcome: "stopped", reason: "cancelled", resume: ids[0] });
    expect(text).toContain(`call ask with resume: "${ids[0]}"`);
    const reply = await tool.call({ resume: ids[0] ?? "" }, callerOf());
    expect(resultOf(tool, reply).data["outcome"]).toBe("answered");
  });
});

describe("a run that is named to be gone on with", () => {
  it("is not told apart where it never was and where it is another's", async () => {
    const { tool, ids } = askOver({ environments: [askableFiles()], policy: ASKS });
    await tool.call({ question: QUESTION }, callerOf({ elicits: false }));
    const told = async (resume: string) =>
      JSON.stringify(await tool.call({ resume, answer: "1" }, callerOf({ principal: { id: "ben" } })));
    const foreign = await told(ids[0] ?? "");
    expect(foreign).toContain("There is no run");
    expect(foreign.replace(ids[0] ?? "", "")).toBe((await told("never-was")).replace("never-was", ""));
  });

  it("takes no answer where it waits for none", async () => {
    const store = memoryTrajectoryStore();
    const cancelled = AbortSignal.abort();
    const { tool, ids } = askOver({ environments: files(), policy: BREAD, store });
    await tool.call({ question: QUESTION }, callerOf({ signal: cancelled }));
    const reply = await tool.call({ resume: ids[0] ?? "", answer: "1" }, callerOf());
    expect(reply).toMatchObject({
      type: "failure",
      failure: { message: expect.stringContaining("waits for no answer") },
    });
  });
});

describe("arguments", () => {
  const { tool } = askOver({ environments: files(), policy: BREAD });
  it.each<[string, object, string]>([
    ["none", {}, "lacks a question"],
    ["a blank question", { question: " " }, "lacks a question"],
    ["a question and a run", { question: "Which?", resume: "x" }, "or a run to resume"],
    ["an answer without a run", { question: "Which?", answer: "1" }, "belongs to a run"],
    ["one that it does not have", { question: "Which?", model: "big" }, 'no argument "model"'],
    ["a list as question", { question: ["a"] }, 'Argument "question"'],
  ])("are refused with what to do: %s", async (_, given, message) => {
    expect(await tool.call(given as never, callerOf())).toMatchObject({
      type: "failure",
      failure: { code: "invalid-arguments", message: expect.stringContaining(message) },
    });
  });

  it("are refused where a question has no end", async () => {
    expect(await tool.call({ question: "a".repeat(20_001) }, callerOf())).toMatchObject({
      type: "failure",
      failure: { code: "too-large", message: expect.stringContaining("at most 20,000") },
    });
  });
});

describe("the definition", () => {
  it("is small, and says of an environment without effects that nothing is changed", () => {
    const { definition } = askOver({ environments: files(), policy: BREAD }).tool;
    expect(countTokens(JSON.stringify(definition))).toBeLessThanOrEqual(355);
    expect(definition.annotations).toEqual({ readOnlyHint: true, openWorldHint: true });
    const able = askOver({ environments: [askableFiles()], policy: BREAD }).tool;
    expect(able.definition.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true });
  });
});
