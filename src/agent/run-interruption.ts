import { FuxiError } from "../errors/fuxi-error.ts";
import type { Clarification } from "../trajectory/clarification.ts";
import type { Outcome } from "../trajectory/outcome.ts";
import type { Stop } from "./stop-conditions.ts";

/** Ends a run at once: thrown inside the loop, turned into the outcome there, never seen outside. */
class RunInterruption extends FuxiError {
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

/** Messages are one line for a person, so longer ones are cut. */
const LONGEST_MESSAGE = 500;

/** Outcome of a run that an error ended, without cancellation by the caller. */
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

/** Error of work that was cancelled, but not by the caller: its environment was closed. */
export function endedFromOutside(cause: FuxiError): FuxiError {
  const message = `An environment broke its work off, and nobody had cancelled it: it is closed, or was closed meanwhile. (${cause.message})`;
  return new FuxiError("engine-unavailable", message, {
    hint: "Keep environments open until whatever works with them has ended; open a closed one anew.",
    cause,
  });
}

/** Longer delays overflow the timer and would fire at once. */
const LONGEST_DELAY = 2 ** 31 - 1;

/**
 * Runs `work` until `signal` is aborted or `milliseconds` are over; work that ignores its signal is abandoned then.
 * @throws the signal's reason, or the interruption `stopped` by `time`
 */
export async function withinTime<T>(
  signal: AbortSignal,
  milliseconds: number | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const over = new AbortController();
  const bounded = AbortSignal.any([signal, over.signal]);
  const timer =
    milliseconds === undefined || milliseconds > LONGEST_DELAY
      ? undefined
      : setTimeout(() => over.abort(timeIsOver()), milliseconds);
  const ended = Promise.withResolvers<never>();
  const onAbort = (): void => ended.reject(bounded.reason);
  bounded.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([work(bounded), ended.promise]);
  } catch (error) {
    throw bounded.aborted ? bounded.reason : error;
  } finally {
    clearTimeout(timer);
    bounded.removeEventListener("abort", onAbort);
  }
}

const timeIsOver = () =>
  stopped({ reason: "time", message: "The run's time limit was reached without an answer." });
