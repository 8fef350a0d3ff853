import { describe, expect, it } from "vitest";
import { FuxiError } from "../../../../src/errors/fuxi-error.ts";
import type { ScoreContext } from "../../../../src/evaluation/benchmark/benchmark.ts";
import { scoreLongForm, wordCount } from "../../../../src/evaluation/scores/long-form/score-long-form.ts";

import { NO_USAGE } from "../../../../src/model/usage.ts";
import type { RunEvent, RunEventBody } from "../../../../src/trajectory/run-event.ts";
import {
  answeredWith,
  figureOf,
  judgeOf,
  queryOf,
  reportOf,
  runOf,
} from "../../benchmarks/dbqa/long-form-fixture.ts";

const signal = new AbortController().signal;
const context: ScoreContext = { environments: [], signal, milliseconds: 1000 };
const gold = { type: "conclusive", reference: "The second." } as const;
const interpretive = { type: "interpretive", reference: "The second." } as const;
const usage = { calls: 2, inputTokens: 300, outputTokens: 20 };

const eventOf = (body: RunEventBody, at: number): RunEvent => ({
  ...body,
  seq: at + 1,
  parentSeq: null,
  role: "agent",
  environment: "shop",
  at: "2026-01-01T00:00:00.000Z",
});

const accepted = (sql: string, total: number): RunEventBody => ({
  type: "claim-accepted",
  command: sql,
  claim: { text: sql },
  answer: { text: "", rows: { columns: ["n"], rows: [], total } },
  evidence: { environment: "shop", kind: "database", sql },
});

const refused = (text: string, code: "unknown-column" | "no-answer"): RunEventBody => ({
  type: "claim-refused",
  command: text,
  claim: { text },
  failure: { code, message: "", suggestions: [] },
});

describe("scoring a long-form answer", () => {
  it("counts plan, queries, words and what became of the figures", async () => {
    const report = reportOf({
      plan: ["Count the tickets by year.", "Compare both years"],
      queries: [
        queryOf("Q1", "rows"),
        queryOf("Q2", "empty"),
        queryOf("Q3", "failed"),
        queryOf("Q4", "rows"),
      ],
      summary: ["It sold ", figureOf("holds"), " and ", figureOf("filled")],
      findings: [{ text: [figureOf("corrected"), { cites: ["Q1"] }] }],
      notFound: [[figureOf("unsupported")]],
    });
    const scored = await scoreLongForm(
      runOf(answeredWith("It sold 1,234.5 **tickets**.", report)),
      gold,
      context,
    );
    expect(scored).toEqual({
      predicted: "It sold 1,234.5 **tickets**.",
      scores: {
        "plan-length": 8,
        queries: 4,
        "valid-queries": 2,
        "answer-length": 4,
        "figures-hold": 0.5,
        "figures-corrected": 0.25,
        "figures-unsupported": 0.25,
      },
    });
  });

  it("counts the claims of a run without a report, each query once, and no words that rest on nothing", async () => {
    const events = [
      refused("SELECT nothing", "unknown-column"),
      refused("It was the second.", "no-answer"),
      refused("SELECT nothing ", "unknown-column"),
      accepted("SELECT 1 WHERE 0", 0),
      accepted("SELECT 1", 1),
    ].map(eventOf);
    const { scores } = await scoreLongForm(runOf(answeredWith("One."), events), gold, context);
    expect(scores).toEqual({ "plan-length": 0, queries: 3, "valid-queries": 1, "answer-length": 1 });
  });

  it.each([
    [gold, { type: "match", match: true, rationale: "Same.", usage }, { match: 1 }, "match"],
    [gold, { type: "match", match: false, rationale: "Other.", usage }, { match: 0 }, "no match"],
    [interpretive, { type: "grade", grade: 4, rationale: "More.", usage }, { grade: 4 }, "4"],
  ] as const)(
    "keeps the verdict with its reasons and what it took (%#)",
    async (own, verdict, score, said) => {
      const { judge, cases } = judgeOf(verdict);
      const scored = await scoreLongForm(runOf(answeredWith("The second one.")), own, { ...context, judge });
      expect(scored.scores).toMatchObject(score);
      expect(scored.judged).toEqual({ by: "test/judge", verdict: said, rationale: verdict.rationale, usage });
      expect(scored.remark).toBe(`test/judge: ${said}. ${verdict.rationale}`);
      expect(cases).toEqual([{ ...own, question: "Which grew?", answer: "The second one." }]);
    },
  );

  it.each([
    [{ type: "malformed", problem: "no JSON", usage } as const, usage, "no JSON"],
    [new FuxiError("model-unavailable", "Nobody there."), NO_USAGE, "model-unavailable"],
  ])("keeps what was counted where there is no verdict (%#)", async (verdict, taken, said) => {
    const { judge } = judgeOf(verdict);
    const scored = await scoreLongForm(runOf(answeredWith("Yes.")), gold, { ...context, judge });
    expect(scored.scores).toMatchObject({ "answer-length": 1 });
    expect(scored.scores).not.toHaveProperty("match");
    expect(scored.judged).toMatchObject({ by: "test/judge", usage: taken });
    expect(scored.judged).not.toHaveProperty("verdict");
    expect(scored.remark).toContain(said);
  });

  it("gives a run without an answer the least and asks no judge; without a judge it has no mean to be in", async () => {
    const { judge, cases } = judgeOf({ type: "match", match: true, rationale: "", usage });
    const run = runOf({ type: "unanswerable", reason: "", words: [] });
    const judged = { ...context, judge };
    expect((await scoreLongForm(run, gold, judged)).scores).toMatchObject({ match: 0, "answer-length": 0 });
    expect((await scoreLongForm(run, interpretive, judged)).scores).toMatchObject({ grade: 1 });
    expect((await scoreLongForm(run, gold, context)).scores).not.toHaveProperty("match");
    expect(cases).toEqual([]);
  });

  it("tells a judge nothing of a run whose values may reach no model", async () => {
    const { judge, cases } = judgeOf({ type: "match", match: true, rationale: "", usage });
    const started: RunEventBody = {
      ...{ type: "run-started", task: { question: "Which grew?" }, strategy: "sequential", policy: "llm:x" },
      ...{ strategyOptions: {}, limits: { steps: 5 } },
      environments: [{ id: "shop", kind: "database", egress: "schema" }],
    };
    const run = runOf(answeredWith("Yes."), [eventOf(started, 0)]);
    const scored = await scoreLongForm(run, gold, { ...context, judge });
    expect(cases).toEqual([]);
    expect(scored.scores).not.toHaveProperty("match");
    expect(scored.judged?.rationale).toContain("--egress all");
  });

  it("lets a cancelled judgement go on later", async () => {
    const stopped = new AbortController();
    stopped.abort();
    const { judge } = judgeOf(new FuxiError("cancelled", "Stopped."));
    const own = { ...context, judge, signal: stopped.signal };
    await expect(scoreLongForm(runOf(answeredWith("Yes.")), gold, own)).rejects.toThrow("Stopped.");
  });
});

it("counts words as people do, whatever the script and the marks", () => {
  expect(wordCount("## Sales rose by 12.5 % – from 1,204 to 1,355.")).toBe(8);
  expect(wordCount("")).toBe(0);
  expect(wordCount("票房收入")).toBeGreaterThan(0);
});
