import { describe, expect, it } from "vitest";
import { shortLine } from "../../src/environment/workspace.ts";

describe("a short line", () => {
  it("has no line breaks, and shows where it was cut off", () => {
    expect(shortLine("SELECT a,\n  b ", 20)).toBe("SELECT a, b");
    expect(shortLine("SELECT a, b", 9)).toBe("SELECT a…");
  });

  it("never ends in half a letter", () => {
    expect(shortLine("ab😀cd", 4)).toBe("ab…");
  });
});
