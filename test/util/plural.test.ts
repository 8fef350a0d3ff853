import { describe, expect, it } from "vitest";
import { irregularCounterpart } from "../../src/util/plural.ts";

describe("irregular plurals", () => {
  it.each([
    ["people", "person"],
    ["person", "people"],
    ["women", "woman"],
    ["films", undefined],
  ])("gives for %j %j", (word, other) => {
    expect(irregularCounterpart(word)).toBe(other);
  });
});
