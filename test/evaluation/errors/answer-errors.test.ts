import { describe, expect, it } from "vitest";
import type { Evidence } from "../../../src/environment/answer.ts";
import type { Answered } from "../../../src/evaluation/benchmark/benchmark.ts";
import { errorOf } from "../../../src/evaluation/errors/answer-errors.ts";
import { formError } from "../../../src/evaluation/scores/sql/execution-match.ts";
import type { Json } from "../../../src/util/json.ts";
import { record } from "../report/made-up-run.ts";

const { predicted: _, answer: __, ...BARE } = record("t");

const answered = (gold: Answered["task"]["gold"], evidence: readonly Evidence[] = []): Answered => ({
  task: { id: "t", place: "p", question: "?", groups: {}, gold },
  run: { outcome: { type: "answered", answer: { text: "A" }, evidence, assumptions: [] }, events: [] },
});
const SQL = answered({ sql: "SELECT 1" });
const GRAPH = answered({ answer: [] }, [
  { environment: "kb", kind: "knowledge-base", program: "(JOIN a b)" },
]);

describe("the kind of an error", () => {
  it.each<readonly [string, Answered, Parameters<typeof record>[1], string | undefined]>([
    ["a right answer", SQL, { scores: { ex: 1, va: 1 } }, undefined],
    ["a run that failed", SQL, { scores: { ex: 0, va: 0 }, outcome: "failed" }, "run-failed"],
    ["an answer that was not scored", SQL, { unscored: "internal" }, "not-scored"],
    ["a question", SQL, { scores: { ex: 0, va: 0 }, outcome: "needs-clarification" }, "asked"],
    ["a refusal", SQL, { scores: { ex: 0, va: 0 }, outcome: "unanswerable" }, "declined"],
    [
      "babble",
      SQL,
      { scores: { ex: 0, va: 0 }, outcome: "stopped", reason: "no-action" },
      "unusable-replies",
    ],
    ["a circle", SQL, { scores: { ex: 0, va: 0 }, outcome: "stopped", reason: "repetition" }, "repetition"],
    ["a limit", SQL, { scores: { ex: 0, va: 0 }, outcome: "stopped", reason: "steps" }, "limit"],
    ["words without a query", SQL, { scores: { ex: 0, va: 0 } }, "no-query"],
    ["a query that does not run", SQL, { scores: { ex: 0, va: 0 }, predicted: "SELEC" }, "invalid-query"],
    ["a gold that does not run", SQL, { scores: { va: 1 }, predicted: "SELECT 1" }, "gold-fails"],
    [
      "another form",
      SQL,
      { scores: { ex: 0, va: 1 }, predicted: "x", error: "extra-columns" },
      "extra-columns",
    ],
    ["other rows", SQL, { scores: { ex: 0, va: 1 }, predicted: "SELECT 2" }, "other-rows"],
    ["words without a set", answered({ answer: [] }), { scores: { f1: 0, em: 0, va: 0 } }, "no-members"],
    ["an empty set", GRAPH, { scores: { f1: 0, em: 0, va: 0 } }, "empty-set"],
    ["some members", GRAPH, { scores: { f1: 0.5, em: 0, va: 1 } }, "partly-right"],
    ["other members", GRAPH, { scores: { f1: 0, em: 0, va: 1 } }, "other-members"],
    ["what is judged", answered({ answer: "A" }), { scores: { "answer-length": 3 } }, undefined],
    ["an answer of an API", answered({ path: [] }), { scores: { success: 0 } }, "unclassified"],
  ])("of %s", (_, given, more, kind) => {
    expect(errorOf(given, { ...BARE, scores: {}, ...more })).toBe(kind);
  });

  it.each<readonly [readonly (readonly Json[])[], readonly (readonly Json[])[], string | undefined]>([
    [[[2], [1]], [[1], [2]], "row-order"],
    [[[1], [1]], [[1]], "repeated-rows"],
    [[["a", 1]], [[1, "a"]], "column-order"],
    [[["a", 1, 3]], [[1]], "extra-columns"],
    [[[1]], [["a", 1]], "missing-columns"],
    [[[2]], [["a", 1]], undefined],
    [[], [[1]], undefined],
  ])("of %j beside the gold's %j is %s", (predicted, gold, kind) => {
    expect(formError(predicted, gold)).toBe(kind);
  });
});
