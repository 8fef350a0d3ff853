import { describe, expect, it } from "vitest";
import { allows, settle } from "../../src/clarification/settle.ts";
import type { Clarification, Reading } from "../../src/trajectory/clarification.ts";

const asking = (words: readonly string[], readings: readonly Reading[]): Clarification => ({
  question: "Which do you mean?",
  kind: "several-meanings",
  words,
  readings,
});
const answered = (text: string, choice?: number) => ({
  type: "answered" as const,
  text,
  ...(choice === undefined ? {} : { choice }),
});
const JENNIFERS = asking(
  ["Jennifer"],
  [
    { environment: "films", text: "person 1", replacement: "Jennifer Lawrence", token: { id: 1 } },
    { environment: "films", text: "person 2", replacement: "Jennifer Aniston" },
  ],
);
const REMAKES = asking(
  ["Twilight"],
  ["Twilight (1998)", "Twilight (2008)"].map((text) => ({
    environment: "films",
    text,
    replacement: "Twilight",
  })),
);

describe("an answer", () => {
  it.each([
    ["the place of a reading", answered("whatever", 0)],
    ["its text", answered(" PERSON 1 ")],
    ["its replacement", answered("jennifer  lawrence")],
  ])("chooses by %s", (_, reply) => {
    expect(settle(JENNIFERS, reply)).toEqual({
      words: "Jennifer",
      meaning: "Jennifer Lawrence",
      environment: "films",
      token: { id: 1 },
    });
  });

  it("in other words is kept as it was written", () => {
    expect(settle(JENNIFERS, answered(" the one of Friends "))).toEqual({
      words: "Jennifer",
      meaning: "the one of Friends",
    });
  });

  it("with a place that is not there is taken by its text", () => {
    expect(settle(JENNIFERS, answered("neither", 7))).toEqual({ words: "Jennifer", meaning: "neither" });
  });

  it("that fits two readings chooses none of them", () => {
    expect(settle(REMAKES, answered("Twilight"))).toEqual({ words: "Twilight", meaning: "Twilight" });
  });

  it("says what tells the reading apart where its replacement does not", () => {
    expect(settle(REMAKES, answered("the new one", 1))).toMatchObject({ meaning: "Twilight (2008)" });
  });

  it("to what was left out belongs to the question", () => {
    expect(settle(asking([], []), answered("2024"))).toEqual({
      words: "Which do you mean?",
      meaning: "2024",
    });
  });
});

describe("leave for an effect", () => {
  it.each(["yes", " Yes. ", "y", "ok", "Yes, please", "allow"])("is given by: %s", (text) => {
    expect(allows(answered(text))).toBe(true);
  });

  it.each(["no", "", "yes, but name it Foo", "yes?", "maybe", "not yes", "I said yes yesterday"])(
    "is not given by: %s",
    (text) => {
      expect(allows(answered(text))).toBe(false);
    },
  );

  it("is given by the first choice only", () => {
    expect([allows(answered("no", 0)), allows(answered("yes", 1))]).toEqual([true, false]);
  });
});
