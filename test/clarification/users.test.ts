import { describe, expect, it } from "vitest";
import { simulatedUser } from "../../src/clarification/simulated-user.ts";
import { nobody, scriptedUser } from "../../src/clarification/user-proxy.ts";
import { scriptedModel } from "../../src/testing/scripted-model.ts";
import type { Clarification } from "../../src/trajectory/clarification.ts";

const signal = new AbortController().signal;
const WHICH: Clarification = {
  question: "Which Jennifer do you mean?",
  words: ["Jennifer"],
  kind: "several-meanings",
  readings: [
    { environment: "films", text: "Jennifer Lawrence (born 1990)" },
    { environment: "films", text: "Jennifer Aniston (born 1969)" },
  ],
};
const LEAVE: Clarification = {
  question: "May POST /lists be sent?",
  words: [],
  kind: "missing",
  readings: [],
  permission: {
    environment: "films",
    operation: "POST /lists",
    action: { environment: "films", tool: "call_operation", arguments: {} },
  },
};

describe("a scripted user", () => {
  it("says what was written down for the question, as often as was said", async () => {
    const user = scriptedUser([
      { about: /jennifer/iu, reply: "Lawrence", times: 2 },
      { reply: { type: "declined" } },
    ]);
    const replies = [];
    for (let asked = 0; asked < 4; asked++) replies.push(await user.ask(WHICH, signal));
    expect(replies).toEqual([
      { type: "answered", text: "Lawrence" },
      { type: "answered", text: "Lawrence" },
      { type: "declined" },
      { type: "unavailable" },
    ]);
  });

  it("can look at the question", async () => {
    const user = scriptedUser([
      { reply: ({ readings }) => ({ type: "answered", text: readings[1]?.text ?? "", choice: 1 }) },
    ]);
    expect(await user.ask(WHICH, signal)).toEqual({
      type: "answered",
      text: "Jennifer Aniston (born 1969)",
      choice: 1,
    });
  });
});

describe("a simulated user", () => {
  const simulate = (text: string) => {
    const model = scriptedModel([{ text }]);
    return {
      model,
      user: simulatedUser({ model, question: "Find films with Jennifer", intent: "Jennifer Lawrence" }),
    };
  };

  it("answers from what it has in mind, and sees only what a person would", async () => {
    const { model, user } = simulate('{"answer": "Lawrence, the young one"}');
    expect(await user.ask(WHICH, signal)).toEqual({ type: "answered", text: "Lawrence, the young one" });
    const prompt = JSON.stringify(model.requests[0]?.prompt);
    for (const part of [
      "Find films with Jennifer",
      "Jennifer Lawrence",
      WHICH.question,
      "Jennifer Aniston (born 1969)",
    ]) {
      expect(prompt).toContain(part);
    }
  });

  it.each([
    ["does not know", '{"answer": null}'],
    ["says nothing", '{"answer": " "}'],
    ["cannot be understood", "Well, you know, the one from that film."],
  ])("declines where it %s", async (_, text) => {
    expect(await simulate(text).user.ask(WHICH, signal)).toEqual({ type: "declined" });
  });

  it("never gives leave for an effect, and is not asked for it", async () => {
    const { model, user } = simulate('{"answer": "yes"}');
    expect(await user.ask(LEAVE, signal)).toEqual({ type: "declined" });
    expect(model.requests).toEqual([]);
  });
});

it("nobody is nobody", async () => {
  expect(await nobody.ask(WHICH, signal)).toEqual({ type: "unavailable" });
});
