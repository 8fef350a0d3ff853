import { describe, expect, it } from "vitest";
import { executionMatch, type Rows } from "../../../../src/evaluation/scores/sql/execution-match.ts";

/** One row for each letter. */
const letters = (text: string): Rows => [...text].map((letter) => [letter]);

describe("the same rows", () => {
  it.each<[string, Rows, Rows, boolean]>([
    ["in another order", letters("baa"), letters("aab"), true],
    ["repeated", letters("a"), letters("aa"), true],
    ["without one", letters("a"), letters("ab"), false],
    ["of nothing", [], [], true],
    ["of NULL beside nothing", [], [[null]], false],
    ["of NULL for an empty text", [[null]], [[""]], false],
    ["in other columns", [[1, "x"]], [["x", 1]], false],
    ["of truth for one", [[true, 1]], [[1, 1]], true],
    ["of a number for its text", [[1]], [["1"]], false],
    ["that look alike when joined", [["a,b", "c"]], [["a", "b,c"]], false],
    ["but for a float's last digits", [[0.1 + 0.2]], [[0.3]], false],
  ])("%s", (_, one, other, executes) => {
    expect(executionMatch(one, other)).toBe(executes);
  });
});
