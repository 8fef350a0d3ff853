import { describe, expect, it } from "vitest";
import { newestLines, shortLine } from "../../src/environment/workspace.ts";

describe("the newest lines", () => {
  const lines = ["first", "second", "third"];

  it("are all of them where there is room", () => {
    expect(newestLines(lines, { most: 100, what: "lines" })).toEqual(lines);
    expect(newestLines([], { most: 0, what: "lines" })).toEqual([]);
  });

  it("are as many as wanted, after a word on the others", () => {
    expect(newestLines(lines, { most: 100, what: "lines", count: 2 })).toEqual([
      "… 1 older lines left out",
      "second",
      "third",
    ]);
  });

  it("have room together with that word, whatever is left of them", () => {
    const many = Array.from({ length: 50 }, (_, at) => "x".repeat(at));
    for (const most of [40, 100, 500]) {
      const told = newestLines(many, { most, what: "lines" });
      expect(told.join("\n").length).toBeLessThanOrEqual(most);
      expect(told[0]).toBe(`… ${many.length - told.length + 1} older lines left out`);
      expect(told.slice(1)).toEqual(many.slice(many.length - told.length + 1));
    }
  });
});

describe("a short line", () => {
  it("has no line breaks, and shows where it was cut off", () => {
    expect(shortLine("SELECT a,\n  b ", 20)).toBe("SELECT a, b");
    expect(shortLine("SELECT a, b", 9)).toBe("SELECT a…");
  });

  it("never ends in half a letter", () => {
    expect(shortLine("ab😀cd", 4)).toBe("ab…");
  });
});
