import type { ItemRecord } from "../run/configuration.ts";

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

export type RunError = keyof typeof RUN_ERRORS;

/** Undefined where the run ended with an answer that was scored. */
export function runError({ unscored, outcome, reason }: ItemRecord): RunError | undefined {
  if (outcome === "failed") return "run-failed";
  if (unscored !== undefined) return "not-scored";
  if (outcome === "needs-clarification") return "asked";
  if (outcome === "unanswerable") return "declined";
  if (outcome !== "stopped") return undefined;
  if (reason === "no-action") return "unusable-replies";
  return reason === "repetition" ? "repetition" : "limit";
}
