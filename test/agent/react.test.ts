import { describe, expect, it } from "vitest";
import type { Script, ScriptedReply } from "../../src/agent/policies/scripted-policy.ts";
import type { PolicyRequest } from "../../src/agent/policy-request.ts";
import { runTask } from "../../src/agent/run-loop.ts";
import { react } from "../../src/agent/strategies/react.ts";
import { fileTreeEnvironment } from "../support/file-tree-environment.ts";
import { chooseFile, enterFolder, FILES, findText, runOptions, take } from "../support/run-fixture.ts";

/** Runs the replies and gives what the policy was asked each time. */
async function requestsOf(
  replies: readonly ScriptedReply[],
  steps = 15,
  more: Parameters<typeof runOptions>[1] = {},
) {
  const requests: PolicyRequest[] = [];
  const script: Script = (request) => {
    requests.push(request);
    return replies[requests.length - 1] ?? { unanswerable: { reason: "no more replies", words: [] } };
  };
  const result = await runTask(runOptions(script, { limits: { steps }, ...more }));
  return { requests, result };
}

describe("react", () => {
  it("answers from what was built step by step", async () => {
    const { result } = await requestsOf([
      { thought: "Where is salt?", actions: [findText("salt")] },
      { actions: [enterFolder("notes/")] },
      { actions: [chooseFile("notes/bread.txt")] },
      { claim: { claim: {} }, assumptions: ["Notes are the files under notes/."] },
    ]);
    expect(result.outcome).toMatchObject({
      type: "answered",
      answer: { text: "notes/bread.txt" },
      evidence: [{ environment: "files", preview: ["notes/bread.txt"] }],
      assumptions: ["Notes are the files under notes/."],
    });
    expect(result.events.map(({ type }) => type)).toEqual([
      "run-started",
      "workspace-opened",
      ...["policy-replied", "action-observed"],
      ...["policy-replied", "action-observed"],
      ...["policy-replied", "action-observed"],
      ...["policy-replied", "claim-accepted"],
      "run-finished",
    ]);
  });

  it("hands in an answer that came with its actions when they go through", async () => {
    const { requests, result } = await requestsOf([
      { actions: [enterFolder("notes/"), chooseFile("notes/bread.txt")], claim: { claim: {} } },
    ]);
    expect(requests).toHaveLength(1);
    expect(result.outcome).toMatchObject({ type: "answered", answer: { text: "notes/bread.txt" } });
  });

  it("does not hand in an answer whose actions fail, says so, and shows it with its assumptions", async () => {
    const assumptions = ["Cake is meant."];
    const { requests } = await requestsOf([
      { actions: [enterFolder("notes/"), chooseFile("notes/cake.txt")], claim: { claim: {} }, assumptions },
    ]);
    const step = requests[1]?.transcript.find(({ type }) => type === "step");
    expect(step).toMatchObject({ actions: [{}, {}], claim: {}, assumptions });
    expect(requests[1]?.transcript.at(-2)).toMatchObject({ type: "result", failed: true });
    expect(requests[1]?.transcript.at(-1)).toMatchObject({
      type: "feedback",
      text: expect.stringContaining("not handed in"),
    });
  });

  describe("a check that shows another reading of the question", () => {
    const files = fileTreeEnvironment(FILES);
    const note = { code: "could-also-mean", message: "each file once", suggestions: [] } as const;
    const showing = {
      ...files,
      act: async (...call: Parameters<typeof files.act>) => {
        const { observation, ...rest } = await files.act(...call);
        return { ...rest, observation: observation && { ...observation, notes: [note] } } as Awaited<
          ReturnType<typeof files.act>
        >;
      },
    };
    const replies = [
      { actions: [enterFolder("notes/"), chooseFile("notes/bread.txt")], claim: { claim: {} } },
      { claim: { claim: {} }, assumptions: ["Every file counts."] },
    ];

    it("holds back an answer that came with it, once, since whoever wrote it has not seen that", async () => {
      const { requests, result } = await requestsOf(replies, 15, { environments: [showing] });
      expect(requests).toHaveLength(2);
      expect(requests[1]?.transcript.at(-1)).toMatchObject({
        text: expect.stringContaining("not handed in yet"),
      });
      expect(result.outcome).toMatchObject({ type: "answered", assumptions: ["Every file counts."] });
    });

    it("holds nothing back where nobody may be asked", async () => {
      const more = { environments: [showing], strategy: react({ asking: false }) };
      const { requests, result } = await requestsOf(replies, 15, more);
      expect(requests).toHaveLength(1);
      expect(result.outcome).toMatchObject({ type: "answered" });
    });
  });

  it("takes the answer and no action when both come in the last step", async () => {
    const { result } = await requestsOf(
      [
        { actions: [enterFolder("notes/"), chooseFile("notes/bread.txt")] },
        { actions: [chooseFile("notes/soup.txt")], claim: { claim: {} } },
      ],
      2,
    );
    expect(result.outcome).toMatchObject({ type: "answered", answer: { text: "notes/bread.txt" } });
  });

  it("shows a failed action with its suggestions and lets the policy try again", async () => {
    const { requests, result } = await requestsOf([
      { actions: [enterFolder("note/")] },
      { actions: [enterFolder("notes/")] },
    ]);
    expect(requests[1]?.transcript.at(-1)).toMatchObject({
      type: "result",
      failed: true,
      failure: "engine-refused",
    });
    expect(requests[1]?.transcript.at(-1)).toMatchObject({ text: expect.stringContaining("try: notes/") });
    expect(requests[2]?.transcript.at(-1)).toMatchObject({ type: "result", failed: false });
    expect(result.outcome.type).toBe("unanswerable");
  });

  it("tells an unusable reply what was wrong with it, and keeps what was written", async () => {
    const { requests } = await requestsOf([
      { problem: { kind: "malformed-action", message: "The bracket is not closed." }, raw: "find_text(" },
    ]);
    expect(requests[1]?.transcript).toMatchObject([
      { type: "step", raw: "find_text(" },
      { type: "feedback", text: expect.stringContaining("The bracket is not closed.") },
    ]);
  });

  it("tells why an answer was refused, and goes on", async () => {
    const { requests, result } = await requestsOf([
      { claim: { claim: { text: "everything" } } },
      { actions: [enterFolder("notes/")] },
      { actions: [chooseFile("notes/soup.txt")] },
      { claim: { claim: {} } },
    ]);
    expect(requests[1]?.transcript).toMatchObject([
      { type: "step", claim: { text: "everything" } },
      { type: "feedback", text: expect.stringContaining("everything was not chosen") },
    ]);
    expect(result.outcome.type).toBe("answered");
  });

  it("takes several actions of one step in their order, each result under its own id", async () => {
    const { requests } = await requestsOf([
      { actions: [findText("salt"), enterFolder("notes/"), findText("salt")] },
    ]);
    const results = requests[1]?.transcript.filter((item) => item.type === "result") ?? [];
    expect(results.map(({ id }) => id)).toEqual(["act-1-1", "act-1-2", "act-1-3"]);
    expect(results[0]?.text).toContain("letters/anna.txt");
    expect(results[2]?.text).not.toContain("letters/anna.txt");
  });

  it("says one step before the limit that an answer is due, and only then", async () => {
    const { requests, result } = await requestsOf(
      [{ actions: [findText("a")] }, { actions: [findText("b")] }, { actions: [findText("c")] }],
      3,
    );
    expect(requests.map(({ mustConclude }) => mustConclude)).toEqual([false, false, true]);
    expect(requests[2]?.transcript.at(-1)).toMatchObject({ type: "feedback" });
    expect(requests[1]?.transcript.some(({ type }) => type === "feedback")).toBe(false);
    expect(result.outcome).toMatchObject({ type: "stopped", reason: "steps" });
    expect(result.events.filter(({ type }) => type === "action-observed")).toHaveLength(2);
  });

  it("changes its advice when the same call fails the same way again", async () => {
    const wrong = take("choose_file", { file: "notes/bread.txt" });
    const { requests } = await requestsOf([{ actions: [wrong] }, { actions: [wrong] }]);
    const first = requests[1]?.transcript.at(-1);
    const second = requests[2]?.transcript.at(-1);
    expect(first).toMatchObject({ text: "error prerequisite-missing: First enter_folder." });
    expect(second).toMatchObject({ text: expect.stringContaining("already failed") });
  });

  it("notes that a call was made before with the same result", async () => {
    const { requests } = await requestsOf([
      { actions: [findText("salt")] },
      { actions: [findText("leek")] },
      { actions: [findText("salt")] },
    ]);
    expect(requests[3]?.transcript.at(-1)).toMatchObject({
      text: expect.stringMatching(/note: .*same call/),
    });
    expect(requests[2]?.transcript.at(-1)).toMatchObject({ text: expect.not.stringMatching(/note:/) });
  });
});
