import { describe, expect, it } from "vitest";
import type { ScriptedReply } from "../../src/agent/policies/scripted-policy.ts";
import type { PolicyRequest } from "../../src/agent/policy-request.ts";
import type { RunTaskOptions } from "../../src/agent/run-options.ts";
import { type DfsdtOptions, dfsdt } from "../../src/agent/strategies/dfsdt.ts";
import { chooseFile, enterFolder, findText } from "../support/run-fixture.ts";
import { askableFiles, person, requestsOf, says, send, WISH } from "./asking-fixture.ts";

const run = (
  replies: readonly ScriptedReply[],
  options: DfsdtOptions = {},
  more: Partial<RunTaskOptions> = {},
) => requestsOf(replies, { strategy: dfsdt(options), ...more });

const giveUp = (reason: string): ScriptedReply => ({ unanswerable: { reason, words: [] } });
const enter = (folder: string): ScriptedReply => ({ actions: [enterFolder(folder)] });
const choose = (file: string): ScriptedReply => ({ actions: [chooseFile(file)] });
const last = (request: PolicyRequest | undefined) => request?.transcript.at(-1);
const texts = (request: PolicyRequest | undefined) => JSON.stringify(request?.transcript);

describe("a way that the policy gives up", () => {
  it("is left for the place before, with the workspace as it was and a word about what was tried", async () => {
    const { requests, result, types } = await run([
      enter("letters/"),
      giveUp("No letter\nneeds it."),
      enter("notes/"),
      choose("notes/bread.txt"),
      { claim: { claim: {} } },
    ]);
    expect(types).toContain("workspaces-restored");
    expect(requests[2]?.transcript).toEqual([
      {
        type: "feedback",
        text: expect.stringContaining('- enter_folder(folder="letters/"): No letter needs it.'),
      },
    ]);
    // Only the notes are there, and nothing but the present way is told.
    expect(texts(requests[4])).not.toContain('"letters/"}');
    expect(result.outcome).toMatchObject({ type: "answered", answer: { text: "notes/bread.txt" } });
  });

  it("gives back the workspace of that place", async () => {
    const { requests } = await run([
      enter("notes/"),
      choose("notes/bread.txt"),
      giveUp("Not the bread."),
      choose("notes/soup.txt"),
      { claim: { claim: { text: "notes/bread.txt" } } },
    ]);
    expect(last(requests[5])).toMatchObject({
      text: expect.stringContaining("notes/bread.txt was not chosen"),
    });
  });

  it("lets the same be done again on another way without calling it a repetition", async () => {
    const { requests } = await run([
      { actions: [findText("salt")] },
      { actions: [enterFolder("letters/")] },
      giveUp("No."),
      { actions: [enterFolder("letters/")] },
    ]);
    expect(last(requests[4])).toMatchObject({ type: "result", text: "letters/" });
  });

  it("goes back further where all ways of a place were tried, and ends when all of them were", async () => {
    const { requests, result } = await run([
      enter("notes/"),
      choose("notes/bread.txt"),
      giveUp("one"),
      choose("notes/soup.txt"),
      giveUp("two"),
      enter("letters/"),
      giveUp("three"),
    ]);
    expect(texts(requests[3])).toContain("one");
    expect(texts(requests[5])).toContain(
      'enter_folder(folder=\\"notes/\\"), then choose_file(file=\\"notes/soup.txt\\"): two',
    );
    expect(result.outcome).toEqual({ type: "unanswerable", reason: "three", words: [] });
  });

  it("ends the run where a single reply is left", async () => {
    const { result } = await run([enter("notes/"), giveUp("Nothing.")], {}, { limits: { steps: 3 } });
    expect(result.outcome).toMatchObject({ type: "unanswerable", reason: "Nothing." });
  });
});

describe("a dead end", () => {
  it("is two failures in a row; the place before the first is gone back to", async () => {
    const { requests } = await run([enter("notes/"), choose("notes/a"), choose("notes/b")]);
    expect(requests[3]?.transcript).toMatchObject([
      { type: "step" },
      { type: "result", failed: false },
      {
        type: "feedback",
        text: expect.stringMatching(
          /choose_file\(file="notes\/a"\), then choose_file\(file="notes\/b"\): error/u,
        ),
      },
    ]);
  });

  it("is not a failure that was mended", async () => {
    const { types } = await run([
      choose("notes/a"),
      enter("notes/"),
      choose("notes/a"),
      choose("notes/soup.txt"),
      { claim: { claim: {} } },
    ]);
    expect(types).not.toContain("workspaces-restored");
    expect(types.at(-2)).toBe("claim-accepted");
  });

  it("is an answer that was refused twice", async () => {
    const { types } = await run([{ claim: { claim: {} } }, { claim: { claim: {} } }]);
    expect(types.filter((type) => type === "workspaces-restored")).toHaveLength(1);
  });

  it("is a way that grew too long", async () => {
    const { requests, types } = await run([enter("notes/"), { actions: [findText("salt")] }], { depth: 1 });
    expect(types).toContain("workspaces-restored");
    expect(last(requests[2])).toMatchObject({ text: expect.stringContaining("grew too long") });
    expect(requests[2]?.transcript).toHaveLength(3);
  });
});

describe("what had an effect outside", () => {
  const withEffect = (replies: readonly ScriptedReply[], reply = "yes") => {
    const { asked, userProxy } = person(says(reply), says(reply));
    return run(replies, {}, { userProxy, environments: [askableFiles()] }).then((ran) => ({ ...ran, asked }));
  };

  it("is not gone back behind: the policy is told and goes on, or gives up", async () => {
    const { requests, result, types } = await withEffect([
      enter("notes/"),
      { actions: [send("anna")] },
      giveUp("She has moved."),
      giveUp("Really."),
    ]);
    expect(types).not.toContain("workspaces-restored");
    expect(last(requests[3])).toMatchObject({
      text: expect.stringMatching(/She has moved\..*no going back before send_file\(.*"anna"/u),
    });
    expect(requests[3]?.transcript.map(({ type }) => type)).toContain("result");
    expect(result.outcome).toMatchObject({ type: "unanswerable", reason: "Really." });
  });

  it("holds also where it failed outside", async () => {
    const { types } = await withEffect([enter("notes/"), { actions: [send("nobody")] }, giveUp("No.")]);
    expect(types).not.toContain("workspaces-restored");
  });

  it("is none where the person did not allow it", async () => {
    const { requests, types } = await withEffect(
      [enter("notes/"), { actions: [send("anna")] }, giveUp("No.")],
      "no",
    );
    expect(types).toContain("workspaces-restored");
    expect(requests[3]?.transcript.map(({ type }) => type)).toEqual(["step", "result", "feedback"]);
  });

  it("does not stop a policy that fails after it", async () => {
    const { result, types } = await withEffect([
      { actions: [send("anna")] },
      choose("a"),
      choose("b"),
      choose("c"),
      choose("d"),
      enter("notes/"),
      choose("notes/soup.txt"),
      { claim: { claim: {} } },
    ]);
    expect(types.filter((type) => type === "effect-intended")).toHaveLength(2);
    expect(result.outcome.type).toBe("answered");
  });
});

it("keeps what the person said when it goes back, out of the conversation but in the task", async () => {
  const { userProxy } = person(says("notes/soup.txt"));
  const known: unknown[] = [];
  const replies: ScriptedReply[] = [
    enter("notes/"),
    { wish: WISH },
    choose("notes/soup.txt"),
    giveUp("No."),
    giveUp("No."),
  ];
  const { requests } = await requestsOf(replies, {
    strategy: dfsdt(),
    userProxy,
    onEvent: (event) => known.push(event.type),
  });
  expect(requests[4]?.transcript.map(({ type }) => type)).toEqual(["step", "result", "feedback"]);
  expect(known).toContain("question-answered");
});
