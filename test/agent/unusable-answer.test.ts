import { describe, expect, it } from "vitest";
import { scriptedPolicy } from "../../src/agent/policies/scripted-policy.ts";
import { resumeRun, runTask } from "../../src/agent/run-loop.ts";
import type { ResumeRunOptions } from "../../src/agent/run-options.ts";
import type { UserProxy } from "../../src/clarification/user-proxy.ts";
import type { ClarificationReply } from "../../src/trajectory/clarification.ts";
import { runOptions } from "../support/run-fixture.ts";
import { askableFiles, QUESTION, send, WISH } from "./asking-fixture.ts";

const RUN = "waiting";
const WISHES = [{ wish: { ...WISH, words: [...WISH.words] } }];

/** A run that has put its question, and how to go on with it. */
async function waiting({ userProxy, actions }: { userProxy?: UserProxy; actions?: boolean } = {}) {
  const script = actions ? [{ actions: [send("anna")] }] : WISHES;
  const options = runOptions(script, { environments: [askableFiles()], task: { question: QUESTION } });
  const first = await runTask({ ...options, runId: RUN, ...(userProxy ? { userProxy } : {}) });
  const { task, ...rest } = options;
  const policy = scriptedPolicy([{ unanswerable: { reason: "The end.", words: [] } }]);
  const resume = (more: Partial<ResumeRunOptions>) => resumeRun({ ...rest, policy, runId: RUN, ...more });
  const meanings = async (answer: ResumeRunOptions["answer"]) => {
    const { events } = await resume({ ...(answer ? { answer } : {}) });
    return events.flatMap((event) => (event.type === "question-answered" ? [event.reply] : []));
  };
  return { first, resume, meanings, store: options.store, principal: options.principal };
}

type Answer = NonNullable<ResumeRunOptions["answer"]>;

describe("an answer that cannot be one", () => {
  it.each<readonly [string, Answer, string]>([
    ["a place past the last reading", { text: "x", choice: 7 }, "Give choice as 0 to 1, or text alone."],
    ["a place before the first", { text: "x", choice: -1 }, "Give choice as 0 to 1, or text alone."],
    ["half a place", { text: "x", choice: 0.5 }, "Give choice as 0 to 1, or text alone."],
    ["an empty text", { text: "" }, "Give the person's words"],
    ["blanks", { text: " \n" }, "Give the person's words"],
    ["a number that no reading has", { text: "7" }, "Name one from 1 to 2, or answer in words."],
    ["nothing at all", {} as Answer, "Give the person's words"],
  ])("is refused, and the question waits on: %s", async (_, answer, hint) => {
    const { resume, meanings, store, principal } = await waiting();
    const before = await store.read(RUN, principal);
    await expect(resume({ answer })).rejects.toMatchObject({
      code: "usage",
      hint: expect.stringContaining(hint),
    });
    expect(await store.read(RUN, principal)).toEqual(before);
    expect(await meanings({ text: "soup", choice: 1 })).toMatchObject([{ choice: 1 }]);
  });

  it("is a place where leave is asked for", async () => {
    const { resume } = await waiting({ actions: true });
    await expect(resume({ answer: { text: "yes", choice: 3 } })).rejects.toMatchObject({
      code: "usage",
      hint: 'Give text: "yes" or "no".',
    });
  });
});

describe("an answer that is the number of a reading", () => {
  it("chooses it, counted from 1 as a person counts", async () => {
    const { meanings } = await waiting();
    expect(await meanings({ text: "2" })).toEqual([{ type: "answered", text: "notes/soup.txt", choice: 1 }]);
  });
});

describe("a user proxy", () => {
  it.each<readonly [string, unknown, string]>([
    ["chooses what is not there", { type: "answered", text: "x", choice: 9 }, "no reading at place 9"],
    ["says nothing", { type: "answered", text: "" }, "says nothing"],
    ["gives a text that is no reply", "the first", "no reply to a question"],
    ["gives nothing", undefined, "no reply to a question"],
  ])("that %s ends the run as failed, and the question waits on", async (_, reply, message) => {
    const { first, meanings } = await waiting({
      userProxy: { ask: async () => reply as ClarificationReply },
    });
    expect(first.outcome).toMatchObject({
      type: "failed",
      code: "usage",
      message: expect.stringContaining(message),
    });
    expect(await meanings({ text: "soup" })).toMatchObject([{ text: "soup" }]);
  });

  it("that throws is named as what failed: it is no defect of Fuxi", async () => {
    const userProxy: UserProxy = {
      ask: async () => {
        throw new TypeError("form is not\ndefined");
      },
    };
    const { first, meanings } = await waiting({ userProxy });
    expect(first.outcome).toMatchObject({
      type: "failed",
      code: "usage",
      message: "The user proxy failed: TypeError: form is not defined",
      hint: expect.stringMatching(/^Mend its ask/u),
    });
    expect(await meanings({ text: "soup" })).toMatchObject([{ text: "soup" }]);
  });
});
