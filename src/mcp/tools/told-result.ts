import type { RunResult } from "../../agent/run-options.ts";
import type { Withheld } from "../../environment/egress/egress-level.ts";
import { toldAnswer, toldEvidence } from "../../environment/egress/told-answer.ts";

/** A run as a client's model may read it: the answer in full stands in the run's trajectory, for the person. */
export function toldResult(result: RunResult, level: Withheld | undefined): RunResult {
  const { outcome, events } = result;
  if (level === undefined || outcome.type !== "answered") return result;
  const started = events.find((event) => event.type === "run-started");
  const said = started === undefined ? [] : [started.task.question, started.task.oracleKnowledge ?? ""];
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
