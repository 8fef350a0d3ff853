import type { Answered } from "../benchmark/benchmark.ts";
import type { ItemRecord } from "../run/configuration.ts";
import { apiErrorOf } from "./api-errors.ts";

/** Why there is nothing to compare, whatever is asked. */
export const RUN_ERRORS = {
  "not-scored": "The answer could not be scored; it is in no mean.",
  "run-failed": "The run ended with an error that no action of the policy could mend.",
  asked: "The run ended with a question to the user and no answer.",
  declined: "The run ended with the statement that the question cannot be answered.",
  "unusable-replies": "The policy kept sending replies that are neither an action nor an answer.",
  repetition: "The same action was taken again and again.",
  limit: "A limit of steps, time, tokens or cost was reached before there was an answer.",
} as const;

/** What kinds of error an answer from a database can be, beside those of runs; the first that holds is told. */
export const DATABASE_ERRORS = {
  "no-query": "There is an answer, and it rests on no query.",
  "invalid-query": "The query does not run, or not within the time of the score.",
  "gold-fails": "The gold query does not run, so that nothing was compared.",
  "row-order": "The rows are the gold's, in another order.",
  "repeated-rows": "The rows are the gold's, but not equally often.",
  "column-order": "The rows are the gold's, with their columns in another order.",
  "extra-columns": "The gold's columns are there with the gold's values, and more beside them.",
  "missing-columns": "All columns are the gold's with its values, and some of the gold's are not there.",
  "other-rows": "The values are others.",
} as const;

/** The same of a knowledge base. */
export const GRAPH_ERRORS = {
  "no-members": "The answer is words alone and rests on no set.",
  "empty-set": "The program gives no members at all.",
  "partly-right": "Some members are right.",
  "other-members": "No member is right.",
} as const;

/**
 * What kind of error an answer is, of a closed table by what its gold is; undefined where it is right. Decided from the record and the trajectory alone.
 */
export function errorOf(answered: Answered, record: ItemRecord): string | undefined {
  const { scores } = record;
  const { gold } = answered.task;
  if (isRight(record)) return undefined;
  if (gold["path"] !== undefined) return apiErrorOf(answered);
  const ended = runError(record);
  if (ended !== undefined || (scores.va === undefined && scores.f1 === undefined)) return ended;
  return scores.f1 === undefined ? databaseErrorOf(record) : graphErrorOf(answered, record);
}

/** By the measure that stands for the answer as a whole, where a benchmark has one. */
function isRight({ scores }: ItemRecord): boolean {
  const whole = scores["success"] ?? scores["ex"] ?? scores["em"] ?? scores["f1"] ?? scores["correct-path"];
  return whole === 1;
}

/** Undefined where the run ended with an answer that was scored. */
export function runError({ unscored, outcome, reason }: ItemRecord): keyof typeof RUN_ERRORS | undefined {
  if (outcome === "failed") return "run-failed";
  if (unscored !== undefined) return "not-scored";
  if (outcome === "needs-clarification") return "asked";
  if (outcome === "unanswerable") return "declined";
  if (outcome !== "stopped") return undefined;
  if (reason === "no-action") return "unusable-replies";
  return reason === "repetition" ? "repetition" : "limit";
}

/** The form of a wrong result was compared when it was scored. */
function databaseErrorOf({ scores, predicted, error }: ItemRecord): string {
  if (predicted === undefined) return "no-query";
  if (scores.va === 0) return "invalid-query";
  return scores.ex === undefined ? "gold-fails" : (error ?? "other-rows");
}

function graphErrorOf({ run: { outcome } }: Answered, { scores }: ItemRecord): keyof typeof GRAPH_ERRORS {
  const evidence = outcome.type === "answered" ? outcome.evidence : [];
  if (evidence.every(({ program }) => program === undefined)) return "no-members";
  if (scores.va === 0) return "empty-set";
  return (scores.f1 ?? 0) > 0 ? "partly-right" : "other-members";
}
