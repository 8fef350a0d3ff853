import type { RunResult } from "../../agent/run-options.ts";
import type { Withheld } from "../../environment/egress/egress-level.ts";
import { toldAnswer, toldEvidence } from "../../environment/egress/told-answer.ts";
import { toldKept } from "../../environment/egress/told-reading.ts";

/** Of `builtInPolicy`. */
const BUILT_IN = "built-in";

/** A run as a client's model may read it: the answer in full stands in the run's trajectory, for the person. */
export function toldResult(result: RunResult, level: Withheld | undefined): RunResult {
  const { outcome, events } = result;
  if (level === undefined) return result;
  const started = events.find((event) => event.type === "run-started");
  const said = started === undefined ? [] : [started.task.question, started.task.oracleKnowledge ?? ""];
  // A model can give no reason that it was not told; the rules have read the values.
  if (outcome.type === "unanswerable" && started?.policy === BUILT_IN)
    return { ...result, outcome: { ...outcome, reason: toldKept(outcome.reason, said, level) } };
  if (outcome.type !== "answered") return result;
  return {
    ...result,
    outcome: {
      ...outcome,
      answer: toldAnswer(outcome.answer, level),
      evidence: outcome.evidence.map((each) => toldEvidence(each, said, level)),
      // They name what was taken for the words of the question.
      assumptions: [],
    },
  };
}
