import { describe, expect, it } from "vitest";
import { strictMatch } from "../../../../src/evaluation/scores/sql/execution-match.ts";

describe("strict match", () => {
  it("wants the same rows equally often", () => {
    expect(strictMatch([["b"], ["a"], ["a"]], [["a"], ["a"], ["b"]])).toBe(true);
    expect(strictMatch([["b"], ["b"], ["a"]], [["a"], ["a"], ["b"]])).toBe(false);
    expect(strictMatch([["a"]], [["a"], ["a"]])).toBe(false);
    expect(strictMatch([], [])).toBe(true);
  });

  it("takes columns in their order, and no text for a number or for NULL", () => {
    expect(strictMatch([[1, "x"]], [["x", 1]])).toBe(false);
    expect(strictMatch([["1.5"]], [[1.5]])).toBe(false);
    expect(strictMatch([[""]], [[null]])).toBe(false);
    expect(strictMatch([[null]], [[null]])).toBe(true);
  });

  it("does not let the last digits of a float decide, but all others", () => {
    expect(strictMatch([[0.1 + 0.2]], [[0.3]])).toBe(true);
    expect(strictMatch([[2e9 + 0.5]], [[2e9 + 0.6]])).toBe(true);
    expect(strictMatch([[2e9 + 1]], [[2e9]])).toBe(false);
    expect(strictMatch([[0.3001]], [[0.3]])).toBe(false);
    expect(strictMatch([["33.333333333333333333"]], [[100 / 3]])).toBe(true);
    expect(strictMatch([["1234567890123456789"]], [["1234567890123456788"]])).toBe(false);
  });

  it("pairs rows that differ in last digits whatever their order, each once", () => {
    const gold = [
      ["a", 0.3, 1],
      ["a", 0.3, 2],
      ["b", 0.3, 1],
    ];
    const third = 0.1 + 0.2;
    expect(
      strictMatch(
        [
          ["b", third, 1],
          ["a", third, 2],
          ["a", 0.3, 1],
        ],
        gold,
      ),
    ).toBe(true);
    expect(
      strictMatch(
        [
          ["b", third, 1],
          ["a", third, 2],
          ["a", 0.3, 2],
        ],
        gold,
      ),
    ).toBe(false);
  });

  it("wants the gold's order where it has one, and lets tied rows stand in any", () => {
    const gold = [["x"], ["y"], ["z"]];
    expect(strictMatch([["y"], ["x"], ["z"]], gold)).toBe(true);
    expect(strictMatch([["y"], ["x"], ["z"]], gold, [[1], [2], [3]])).toBe(false);
    expect(strictMatch([["y"], ["x"], ["z"]], gold, [[1], [1], [3]])).toBe(true);
    expect(strictMatch([["x"], ["z"], ["y"]], gold, [[1], [1], [3]])).toBe(false);
    expect(strictMatch([["y"], ["x"], ["z"]], gold, [["É"], ["e"], ["f"]])).toBe(true);
  });

  it("compares thirty thousand rows that all differ in their last digit", () => {
    const rows = Array.from({ length: 30_000 }, (_, at) => [at + 0.5, `${at % 7}`]);
    const shifted = rows.map(([number, text]) => [Number(number) * (1 + 1e-13), text ?? ""]).reverse();
    expect(strictMatch(shifted, rows)).toBe(true);
    expect(strictMatch([...shifted.slice(1), [-1, "0"]], rows)).toBe(false);
  });
});
