import { FuxiError } from "../errors/fuxi-error.ts";
import type { Clarification } from "../trajectory/clarification.ts";
import type { Outcome } from "../trajectory/outcome.ts";
import { endedFromOutside } from "./ended-from-outside.ts";
import type { Stop } from "./stop-conditions.ts";

/** A run ends where it is: thrown inside the loop, turned into the outcome there, never seen outside. */
export class RunInterruption extends FuxiError {
  readonly outcome: Outcome;

  constructor(outcome: Outcome, message: string) {
    super("cancelled", message);
    this.outcome = outcome;
  }
}

export const stopped = (stop: Stop): RunInterruption =>
  new RunInterruption({ type: "stopped", ...stop }, stop.message);

export const unanswered = (clarification: Clarification): RunInterruption =>
  new RunInterruption({ type: "needs-clarification", clarification }, clarification.question);

/** The journal or its listener failed: the run cannot be recorded, so no outcome is made of it and the caller gets the cause. */
export class JournalFailure extends FuxiError {
  constructor(cause: unknown) {
    super("internal", "The trajectory could not be written.", { cause });
  }
}

/** A message is one line for a person; whatever is longer is not for them. */
const LONGEST_MESSAGE = 500;

/** How a run that nobody has cancelled ends because of what was thrown in it. */
export function outcomeOfError(error: unknown): Outcome {
  if (error instanceof RunInterruption) return error.outcome;
  if (FuxiError.isInstance(error)) {
    const { code, message, hint } = error.code === "cancelled" ? endedFromOutside(error) : error;
    return { type: "failed", code, message, ...(hint === undefined ? {} : { hint }) };
  }
  const words = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return {
    type: "failed",
    code: "internal",
    message: words.replace(/\s+/g, " ").slice(0, LONGEST_MESSAGE),
    hint: "This is a defect; please report it with the message.",
  };
}

export function cancelled(): Outcome {
  return { type: "stopped", reason: "cancelled", message: "The run was cancelled." };
}
