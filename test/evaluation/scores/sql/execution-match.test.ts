import { describe, expect, it } from "vitest";
import { executionMatch } from "../../../../src/evaluation/scores/sql/execution-match.ts";

describe("execution match", () => {
  it("compares rows as sets: neither their order nor repetitions count", () => {
    expect(executionMatch([["a"], ["b"], ["a"]], [["b"], ["a"]])).toBe(true);
    expect(executionMatch([["a"]], [["a"], ["b"]])).toBe(false);
    expect(executionMatch([], [])).toBe(true);
    expect(executionMatch([], [[null]])).toBe(false);
  });

  it("counts the order of columns", () => {
    expect(executionMatch([[1, "x"]], [["x", 1]])).toBe(false);
  });

  it("takes 1, 1.0 and true for equal, but no number for its text", () => {
    expect(executionMatch([[true, 1.0]], [[1, 1]])).toBe(true);
    expect(executionMatch([[1]], [["1"]])).toBe(false);
    expect(executionMatch([[null]], [[""]])).toBe(false);
  });

  it("does not confuse cells that look alike when joined", () => {
    expect(executionMatch([["a,b", "c"]], [["a", "b,c"]])).toBe(false);
  });
});
