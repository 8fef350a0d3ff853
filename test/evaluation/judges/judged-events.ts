import { NO_USAGE } from "../../../src/model/usage.ts";
import type { LongFormAnswer } from "../../../src/trajectory/long-form-answer.ts";
import type { Outcome } from "../../../src/trajectory/outcome.ts";
import type { RunEventBody } from "../../../src/trajectory/run-event.ts";
import { answering } from "../../support/run-events.ts";

export { eventsOf } from "../../support/run-events.ts";

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
  return finished({ ...answering(text), ...(report === undefined ? {} : { report }) });
}
