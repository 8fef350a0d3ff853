import type { Answered } from "../../../../src/evaluation/benchmark/benchmark.ts";
import type { ReferenceJudge, ReferenceVerdict } from "../../../../src/evaluation/judges/judge.ts";
import type { Figure, LongFormAnswer, ReportQuery } from "../../../../src/trajectory/long-form-answer.ts";
import type { Outcome } from "../../../../src/trajectory/outcome.ts";
import type { RunEvent } from "../../../../src/trajectory/run-event.ts";

export const figureOf = (verdict: Figure["verdict"]): Figure => ({ shown: "12", verdict });

export function queryOf(name: string, outcome: ReportQuery["outcome"]): ReportQuery {
  return {
    name,
    purpose: "Counts.",
    environment: "shop",
    sql: `SELECT ${name.slice(1)}`,
    outcome,
    columns: ["n"],
    rows: outcome === "rows" ? [[1]] : [],
    total: outcome === "rows" ? 1 : 0,
  };
}

export function reportOf(changes: Partial<LongFormAnswer>): LongFormAnswer {
  return {
    title: "Sales",
    summary: [],
    findings: [],
    notFound: [],
    charts: [],
    queries: [],
    plan: [],
    ...changes,
  };
}

export function answeredWith(text: string, report?: LongFormAnswer): Outcome {
  return {
    type: "answered",
    answer: { text },
    evidence: [],
    assumptions: [],
    ...(report === undefined ? {} : { report }),
  };
}

export function runOf(outcome: Outcome, events: readonly RunEvent[] = []): Answered {
  return {
    task: {
      id: "a",
      place: "shop",
      question: "Which grew?",
      groups: { type: "conclusive" },
      gold: { answer: "The second." },
    },
    run: { outcome, events },
  };
}

/** A judge with one verdict, or an error, that keeps what it was asked. */
export function judgeOf(verdict: ReferenceVerdict | Error) {
  const cases: unknown[] = [];
  const judge: ReferenceJudge = {
    id: "test/judge",
    async judge(given) {
      cases.push(given);
      if (verdict instanceof Error) throw verdict;
      return verdict;
    },
  };
  return { judge, cases };
}
