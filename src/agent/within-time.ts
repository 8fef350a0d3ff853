import { stopped } from "./run-interruption.ts";

/** Longer delays overflow the timer and would fire at once. */
const LONGEST_DELAY = 2 ** 31 - 1;

/**
 * Runs `work` until `signal` is aborted or `milliseconds` are over; work that does not listen to its signal is left behind then.
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
