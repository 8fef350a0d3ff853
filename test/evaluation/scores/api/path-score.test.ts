import { describe, expect, it } from "vitest";
import { extraCalls, isCorrectPath, pathScores } from "../../../../src/evaluation/scores/api/path-score.ts";

/**
 * By hand from the definitions of RestGPT (Song et al., 2023, Section 4.1): a path is correct where the gold's is a subsequence of it, in order and not
 * necessarily without gaps; the Δ solution length is the difference of the two lengths. Letters stand for operations.
 */
const CASES = [
  { gold: "AB", called: "AB", correct: true, extra: 0, why: "the gold itself" },
  { gold: "AB", called: "AXB", correct: true, extra: 1, why: "another call between" },
  { gold: "AB", called: "XAYBZ", correct: true, extra: 3, why: "others before, between and behind" },
  { gold: "AB", called: "BA", correct: false, extra: 0, why: "the other order" },
  { gold: "AB", called: "BAB", correct: true, extra: 1, why: "the other order, and then the right one" },
  { gold: "AB", called: "A", correct: false, extra: -1, why: "the last one not called" },
  { gold: "AB", called: "", correct: false, extra: -2, why: "nothing called" },
  { gold: "A", called: "AAA", correct: true, extra: 2, why: "the same call again and again" },
  { gold: "AA", called: "A", correct: false, extra: -1, why: "called once where it takes two" },
  { gold: "AA", called: "ABA", correct: true, extra: 1, why: "called twice, with another between" },
  { gold: "ABAB", called: "AABB", correct: false, extra: 0, why: "the same calls in another order" },
  { gold: "", called: "AB", correct: true, extra: 2, why: "an empty gold" },
] as const;

describe("the path of a run", () => {
  it.each(CASES)("of $called for $gold is correct: $correct ($why)", ({ gold, called, correct, extra }) => {
    expect(isCorrectPath([...gold], [...called])).toBe(correct);
    expect(extraCalls([...gold], [...called])).toBe(extra);
  });

  it("has extra calls only where it is correct", () => {
    expect(pathScores(["A"], ["B", "A"])).toEqual({ "correct-path": 1, "extra-calls": 1 });
    expect(pathScores(["A"], ["B", "B"])).toEqual({ "correct-path": 0 });
  });
});
