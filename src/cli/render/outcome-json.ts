import type { Answer, Evidence } from "../../environment/answer.ts";
import type { Usage } from "../../model/usage.ts";
import type { Outcome } from "../../trajectory/outcome.ts";
import type { Json, JsonObject } from "../../util/json.ts";

function answerJson(answer: Answer): JsonObject {
  return {
    text: answer.text,
    ...(answer.rows === undefined
      ? {}
      : { columns: answer.rows.columns, rows: answer.rows.rows, total: answer.rows.total }),
    ...(answer.members === undefined ? {} : { members: answer.members }),
    ...(answer.value === undefined ? {} : { value: answer.value }),
  };
}

/** One object: the members of all evidence together; where two environments have the same member, the first stands and all are in `all`. */
function evidenceJson(evidence: readonly Evidence[]): JsonObject {
  const merged = Object.assign({}, ...[...evidence].reverse()) as JsonObject;
  return evidence.length > 1 ? { ...merged, all: evidence as unknown as Json } : merged;
}

const RESUMABLE = new Set<Outcome["type"]>(["needs-clarification", "stopped", "failed"]);

/** The one object that `--json` prints (docs/cli.md). `token` is there when the run can go on. */
export function outcomeJson(outcome: Outcome, runId: string, usage: Usage): JsonObject {
  const common = {
    ...(RESUMABLE.has(outcome.type) ? { token: runId } : {}),
    usage: { ...usage },
    trajectory: runId,
  };
  switch (outcome.type) {
    case "answered":
      return {
        outcome: "answered",
        answer: answerJson(outcome.answer),
        assumptions: outcome.assumptions,
        evidence: evidenceJson(outcome.evidence),
        ...(outcome.report === undefined ? {} : { report: outcome.report as unknown as Json }),
        ...common,
      };
    case "needs-clarification":
      return {
        outcome: "needs-clarification",
        clarification: outcome.clarification as unknown as JsonObject,
        ...common,
      };
    case "unanswerable":
      return { outcome: "unanswerable", reason: outcome.reason, words: outcome.words, ...common };
    case "stopped":
      return { outcome: "stopped", reason: outcome.reason, message: outcome.message, ...common };
    case "failed": {
      const { code, message, hint } = outcome;
      return {
        outcome: "failed",
        error: { code, message, ...(hint === undefined ? {} : { hint }) },
        ...common,
      };
    }
  }
}
