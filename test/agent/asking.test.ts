import { describe, expect, it } from "vitest";
import type { ScriptedReply } from "../../src/agent/policies/scripted-policy.ts";
import { decoupled } from "../../src/agent/strategies/decoupled.ts";
import { dfsdt } from "../../src/agent/strategies/dfsdt.ts";
import { react } from "../../src/agent/strategies/react.ts";
import { enterFolder } from "../support/run-fixture.ts";
import { person, requestsOf, says, WISH } from "./asking-fixture.ts";

const WISHES: ScriptedReply = { thought: "Two notes there are.", wish: WISH };

describe.each([
  ["react", react, "step"],
  ["decoupled", decoupled, "thought"],
  ["dfsdt", dfsdt, "step"],
] as const)("a wish to ask in %s", (_, strategy, kind) => {
  it("reaches the person with the readings found, and the answer reaches the policy", async () => {
    const { asked, userProxy } = person(says("notes/soup.txt"));
    const { requests, result, types } = await requestsOf([WISHES], { strategy: strategy(), userProxy });
    expect(asked).toMatchObject([{ question: WISH.question, words: ["notes"], readings: [{}, {}] }]);
    expect(types).toContain("wish-weighed");
    expect(requests[1]).toMatchObject({
      kind,
      mayAsk: true,
      transcript: [
        { type: "step", thought: WISHES.thought, wish: WISH },
        { type: "question", text: WISH.question },
        { type: "answer", text: "the file notes/soup.txt" },
      ],
    });
    expect(result.outcome.type).toBe("unanswerable");
  });

  it("is told in place of an answer that it was refuted", async () => {
    const { asked, userProxy } = person();
    const wish = { ...WISH, question: "What is the id of the note?" };
    const { requests } = await requestsOf([{ wish }], { strategy: strategy(), userProxy });
    expect(asked).toEqual([]);
    expect(requests[1]?.transcript).toMatchObject([
      { type: "step" },
      { type: "feedback", text: expect.stringMatching(/not put.*not ids/u) },
    ]);
  });

  it("is told of a person who does not want to say how to go on", async () => {
    const { userProxy } = person({ type: "declined" });
    const { requests } = await requestsOf([WISHES], { strategy: strategy(), userProxy });
    expect(requests[1]?.transcript.map(({ type }) => type)).toEqual(["step", "question", "feedback"]);
    expect(requests[1]?.transcript.at(-1)).toMatchObject({
      text: expect.stringContaining("as an assumption"),
    });
  });

  it("is not put twice", async () => {
    const { asked, userProxy } = person(says("the soup"));
    const { requests } = await requestsOf([WISHES, WISHES], { strategy: strategy(), userProxy });
    expect(asked).toHaveLength(1);
    expect(requests[2]?.transcript.at(-1)).toMatchObject({ text: expect.stringContaining("the soup") });
  });

  it("counts as a step, and is not put in the last one", async () => {
    const { asked, userProxy } = person(says("the soup"));
    const limits = { steps: 2 };
    const again = { wish: { ...WISH, question: "Which soup?", words: [] } };
    const { requests, result } = await requestsOf([WISHES, again], {
      strategy: strategy(),
      userProxy,
      limits,
    });
    expect(requests.map(({ mustConclude }) => mustConclude)).toEqual([false, true]);
    expect(asked).toHaveLength(1);
    expect(result.outcome).toMatchObject({ type: "stopped", reason: "steps" });
  });

  it("is neither offered nor granted where asking is off", async () => {
    const { asked, userProxy } = person(says("the soup"));
    const silent = strategy({ asking: false });
    const { requests, result } = await requestsOf([WISHES], { strategy: silent, userProxy });
    expect(asked).toEqual([]);
    expect(requests[0]).toMatchObject({ mayAsk: false });
    expect(requests[1]?.transcript.at(-1)).toMatchObject({
      text: expect.stringContaining("nobody can be asked"),
    });
    expect(result.events[0]).toMatchObject({ strategyOptions: { asking: false } });
  });

  it("ends the run as needing clarification where nobody is there", async () => {
    const { result } = await requestsOf([WISHES], { strategy: strategy() });
    expect(result.outcome).toMatchObject({
      type: "needs-clarification",
      clarification: { question: WISH.question },
    });
  });
});

it("takes the wish before actions that came with it", async () => {
  const { asked, userProxy } = person(says("the soup"));
  const { types } = await requestsOf([{ wish: WISH, actions: [enterFolder("notes/")] }], { userProxy });
  expect(asked).toHaveLength(1);
  expect(types).not.toContain("action-observed");
});

it("asks for an action written freely as well", async () => {
  const { userProxy } = person(says("the soup"));
  const none: ScriptedReply[] = [{ thought: "All." }, { choice: "none" }];
  const { requests } = await requestsOf([...none, ...none, ...none, { wish: WISH }], {
    strategy: decoupled(),
    userProxy,
  });
  expect(requests[6]?.kind).toBe("step");
  expect(requests[7]).toMatchObject({
    kind: "thought",
    transcript: expect.arrayContaining([{ type: "answer", text: "the soup" }]),
  });
});
