import type { Usage } from "../model/usage.ts";
import type { StopReason } from "../trajectory/outcome.ts";
import type { Progress } from "./run-fold.ts";

/** Why a run should not go on. */
export interface Stop {
  readonly reason: StopReason;
  /** One sentence for the person. */
  readonly message: string;
}

/** Says why a run should not go on, or nothing. Pure; combine with `firstOf`. */
export type StopCondition = (progress: Progress) => Stop | undefined;

/** The first of several conditions that holds. */
export const firstOf =
  (...conditions: readonly StopCondition[]): StopCondition =>
  (progress) => {
    for (const condition of conditions) {
      const stop = condition(progress);
      if (stop !== undefined) return stop;
    }
    return undefined;
  };

/** `RunLimits.steps` is reached. */
export const outOfSteps: StopCondition = ({ steps, limits }) =>
  steps < limits.steps
    ? undefined
    : {
        reason: "steps",
        message: `The limit of ${count(limits.steps, "step")} was reached without an answer.`,
      };

/** `RunLimits.milliseconds` is reached. */
export const outOfTime: StopCondition = ({ milliseconds, limits }) =>
  limits.milliseconds === undefined || milliseconds < limits.milliseconds
    ? undefined
    : {
        reason: "time",
        message: `The time limit of ${limits.milliseconds / 1000} s was reached without an answer.`,
      };

/** `RunLimits.tokens` is reached, as far as the provider reports them. */
export const outOfTokens: StopCondition = ({ usage, limits }) =>
  limits.tokens === undefined || (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0) < limits.tokens
    ? undefined
    : { reason: "tokens", message: `The limit of ${limits.tokens} tokens was reached without an answer.` };

/** `price` gives the cost of a usage in the currency of the limit. */
export const outOfMoney =
  (price: (usage: Usage) => number): StopCondition =>
  ({ usage, limits }) =>
    limits.cost === undefined || price(usage) < limits.cost
      ? undefined
      : { reason: "cost", message: `The cost limit of ${limits.cost} was reached without an answer.` };

/** The same actions were chosen `times` times in a row by one role. */
export const repeating =
  (times: number): StopCondition =>
  ({ sameActions }) =>
    Object.values(sameActions).some((same) => same.times >= times)
      ? { reason: "repetition", message: `The same action was chosen ${times} times in a row.` }
      : undefined;

/** `times` replies in a row held neither an action nor an answer. */
export const withoutAction =
  (times: number): StopCondition =>
  ({ unusableReplies }) =>
    unusableReplies < times
      ? undefined
      : {
          reason: "no-action",
          message: `${count(times, "reply")} in a row held neither a usable action nor an answer.`,
        };

function count(number: number, noun: "step" | "reply"): string {
  if (number === 1) return `1 ${noun}`;
  return `${number} ${noun === "step" ? "steps" : "replies"}`;
}
