import { withinTime } from "../agent/run-interruption.ts";
import type { Action } from "../environment/action.ts";
import type { ToolFailure } from "../environment/tool-failure.ts";
import { FuxiError } from "../errors/fuxi-error.ts";

/** The error of work that an aborted signal has ended. */
export function cancelledBy(signal: AbortSignal): FuxiError {
  return new FuxiError("cancelled", "The call of the tool was cancelled.", { cause: signal.reason });
}

/** Leaves work behind that does not listen to its signal. @throws FuxiError `cancelled`, or what the work throws */
export async function unlessAborted<T>(
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  try {
    return await withinTime(signal, undefined, work);
  } catch (error) {
    throw signal.aborted ? cancelledBy(signal) : error;
  }
}

/**
 * What a model is told of an action that was broken off, where it can make something of that: an effect outside that may have happened, and
 * a time limit of the application, which a smaller request keeps to.
 */
export function brokenOff(
  { tool }: Action,
  { signal, effect }: { readonly signal: AbortSignal; readonly effect: boolean },
): ToolFailure | undefined {
  if (effect) {
    const message = `${tool} was begun and its result never arrived: it may or may not have taken effect. Check before doing it again.`;
    return { code: "effect-unknown", message, suggestions: [] };
  }
  if (!(signal.reason instanceof Error) || signal.reason.name !== "TimeoutError") return undefined;
  const message = `${tool} ran into the time limit that the application sets for a call, and was stopped. Ask for less at once.`;
  return { code: "time-limit", message, suggestions: [] };
}
