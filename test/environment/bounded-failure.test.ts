import { describe, expect, it } from "vitest";
import { boundedFailure } from "../../src/environment/bounds.ts";

const failure = {
  code: "unknown-table",
  message: "There is no table.",
  suggestions: [{ text: "film" }],
} as const;

describe("boundedFailure", () => {
  it("leaves a failure of ordinary length as it is", () => {
    expect(boundedFailure(failure)).toEqual(failure);
  });

  it("cuts what repeats a text of any length, and shows that it was cut", () => {
    const long = "x".repeat(100_000);
    const bounded = boundedFailure({
      ...failure,
      message: `There is no table "${long}".`,
      part: { argument: "table", text: long },
      suggestions: [{ text: "film", replaces: long }],
    });
    expect(JSON.stringify(bounded).length).toBeLessThan(7000);
    expect(bounded.message.endsWith("…")).toBe(true);
    expect(bounded.part).toMatchObject({ argument: "table" });
    expect(bounded.suggestions).toMatchObject([{ text: "film" }]);
  });

  it("cuts a name that no argument has", () => {
    const { part } = boundedFailure({ ...failure, part: { argument: "a".repeat(100_000) } });
    expect(part?.argument).toHaveLength(2000);
    expect(part?.argument?.endsWith("…")).toBe(true);
  });

  it("leaves out a suggestion that would have to be cut: half of one cannot be used", () => {
    const bounded = boundedFailure({
      ...failure,
      suggestions: [{ text: "y".repeat(5000) }, { text: "film" }],
    });
    expect(bounded.suggestions).toEqual([{ text: "film" }]);
  });
});
