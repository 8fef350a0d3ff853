import { describe, expect, it } from "vitest";
import {
  extraCalls,
  isCorrectPath,
  operationsCalled,
  pathScores,
} from "../../../../src/evaluation/scores/api/path-score.ts";
import { called, eventsOf, failed, used } from "../../../support/run-events.ts";

/**
 * By hand from the definitions of RestGPT (Song et al., 2023, Section 4.1): a path is correct where the gold's is a subsequence of it, in order and not
 * necessarily without gaps; the Δ solution length is the difference of the two lengths. Letters stand for operations.
 */
const CASES = [
  ["AB", "AB", true, 0, "the gold itself"],
  ["AB", "AXB", true, 1, "another call between"],
  ["AB", "XAYBZ", true, 3, "others before, between and behind"],
  ["AB", "BA", false, 0, "the other order"],
  ["AB", "BAB", true, 1, "the other order, and then the right one"],
  ["AB", "A", false, -1, "the last one not called"],
  ["AB", "", false, -2, "nothing called"],
  ["A", "AAA", true, 2, "the same call again and again"],
  ["AA", "A", false, -1, "called once where it takes two"],
  ["AA", "ABA", true, 1, "called twice, with another between"],
  ["ABAB", "AABB", false, 0, "the same calls in another order"],
  ["", "AB", true, 2, "an empty gold"],
] as const;

describe("the path of a run", () => {
  it.each(CASES)("for %s is that of %s: %s, with %d extra (%s)", (gold, path, correct, extra) => {
    expect(isCorrectPath([...gold], [...path])).toBe(correct);
    expect(extraCalls([...gold], [...path])).toBe(extra);
  });

  it("has extra calls only where it is correct", () => {
    expect(pathScores(["A"], ["B", "A"])).toEqual({ "correct-path": 1, "extra-calls": 1 });
    expect(pathScores(["A"], ["B", "B"])).toEqual({ "correct-path": 0 });
  });

  it("is of the operations that were answered, with an error too, or not at all, by the document's name, in order", () => {
    const bodies = [
      called("GET /b"),
      called("GET /a", 204),
      failed("response-error", { operation: "/a/7", part: "GET /a/{id}" }),
      failed("server-unreachable", { operation: "GET /b" }),
      failed("time-limit", { operation: "GET /c" }),
    ];
    const expected = ["GET /b", "GET /a", "GET /a/{id}", "GET /b", "GET /c"];
    expect(operationsCalled(eventsOf(bodies))).toEqual(expected);
  });

  it("holds nothing that was refused before it was sent, only shown, or no call", () => {
    const bodies = [
      ...(["invalid-arguments", "untraced-argument", "unknown-operation"] as const).map((code) =>
        failed(code),
      ),
      failed("time-limit", { tool: "extract" }),
      called("GET /a", "shown"),
      used("find_operations"),
    ];
    expect(operationsCalled(eventsOf(bodies))).toEqual([]);
  });
});
