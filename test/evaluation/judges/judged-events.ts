import { NO_USAGE } from "../../../src/model/usage.ts";
import type { LongFormAnswer } from "../../../src/trajectory/long-form-answer.ts";
import type { Outcome } from "../../../src/trajectory/outcome.ts";
import type { RunEvent, RunEventBody } from "../../../src/trajectory/run-event.ts";

/** A trajectory of these bodies. */
export function eventsOf(bodies: readonly RunEventBody[]): readonly RunEvent[] {
  return bodies.map((body, at) => ({
    ...body,
    seq: at + 1,
    parentSeq: at === 0 ? null : at,
    role: "agent",
    at: "2026-01-02T03:04:05.678Z",
  }));
}

export function started(more: Partial<Extract<RunEventBody, { type: "run-started" }>> = {}): RunEventBody {
  return {
    type: "run-started",
    task: { question: "Which city sold most?" },
    strategy: "react",
    strategyOptions: {},
    policy: "llm:scripted/model",
    environments: [{ id: "shop", kind: "database" }],
    limits: { steps: 15 },
    ...more,
  };
}

export function thought(text: string): RunEventBody {
  return { type: "policy-replied", command: "c", reply: { thought: text, actions: [], usage: NO_USAGE } };
}

export function accepted(
  sql: string,
  rows: readonly (readonly (string | number)[])[] = [["Lyon", 3]],
): RunEventBody {
  return {
    type: "claim-accepted",
    command: "c",
    claim: { text: sql },
    answer: { text: "Lyon", rows: { columns: ["city", "sold"], rows, total: rows.length } },
    evidence: { environment: "shop", kind: "database", sql },
  };
}

export function finished(outcome: Outcome): RunEventBody {
  return { type: "run-finished", outcome };
}

export function answered(text: string, report?: LongFormAnswer): RunEventBody {
  const outcome = { type: "answered" as const, answer: { text }, evidence: [], assumptions: [] };
  return finished({ ...outcome, ...(report === undefined ? {} : { report }) });
}
