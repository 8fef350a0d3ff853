import { describe, expect, it } from "vitest";
import type { Answer } from "../../../../src/environment/answer.ts";
import type { ScoreContext } from "../../../../src/evaluation/benchmark/benchmark.ts";
import { EM, F1, GRAPH_VA, scoreGraph } from "../../../../src/evaluation/scores/graph/score-graph.ts";
import type { Outcome } from "../../../../src/trajectory/outcome.ts";

const score = scoreGraph({
  measures: [F1, EM, GRAPH_VA],
  goldOf: ({ gold }) => (gold.ids as readonly string[]).map((id) => ({ id })),
  idKey: (id) => id.toLowerCase(),
});
const context: ScoreContext = { environments: [], signal: new AbortController().signal, milliseconds: 1000 };
const scored = (outcome: Outcome, gold: readonly string[] = ["a", "b"], more: Partial<ScoreContext> = {}) =>
  score(
    {
      task: { id: "t", place: "kb", question: "?", groups: {}, gold: { ids: gold } },
      run: { outcome, events: [] },
    },
    { ...context, ...more },
  );
const answered = (answer: Partial<Answer>, program?: string): Outcome => ({
  type: "answered",
  answer: { text: "some words", ...answer },
  evidence: [{ environment: "kb", kind: "knowledge-base", ...(program === undefined ? {} : { program }) }],
  assumptions: [],
});
const full = { sha256: "f", bytes: 1, mediaType: "application/x-ndjson" };
const CUT = {
  members: [{ id: "a", label: "A" }],
  rows: { columns: ["label", "id"], rows: [["A", "a"]], total: 2, full },
};

describe("scoring an answer by its members", () => {
  it("scores all members where the answer shows only some", async () => {
    const kept = async () => new TextEncoder().encode('["A","a"]\n["B","B"]\n');
    expect(await scored(answered(CUT, "(JOIN r x)"), ["a", "b"], { kept })).toEqual({
      scores: { f1: 1, em: 1, va: 1 },
      predicted: "(JOIN r x)",
    });
  });

  it("does not score an answer whose other members cannot be had", async () => {
    await expect(scored(answered(CUT))).rejects.toMatchObject({ code: "artifact-missing" });
  });

  it("gives nothing without an answer, also where the gold is empty", async () => {
    const outcome: Outcome = { type: "unanswerable", reason: "no", words: [] };
    expect(await scored(outcome, [])).toEqual({
      scores: { f1: 0, em: 0, va: 0 },
      remark: "There is no answer: the run ended as unanswerable.",
    });
  });

  it("says of an empty answer what it is", async () => {
    expect(await scored(answered({ members: [] }), [])).toMatchObject({
      scores: { f1: 0, em: 1, va: 0 },
      remark: "The answer is an empty set.",
    });
    expect(await scored(answered({}))).toMatchObject({
      scores: { f1: 0, em: 0, va: 0 },
      predicted: "some words",
      remark: "The answer is words alone, without members to compare.",
    });
  });
});
