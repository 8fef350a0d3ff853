import { setTimeout as pause } from "node:timers/promises";
import { resumeRun, runTask } from "../../agent/run-loop.ts";
import type { RunOptions, RunTaskOptions } from "../../agent/run-options.ts";
import { type ErrorCode, FuxiError } from "../../errors/fuxi-error.ts";
import type { Outcome } from "../../trajectory/outcome.ts";
import type { RunEvent } from "../../trajectory/run-event.ts";
import type { TrajectoryStore } from "../../trajectory/trajectory-store.ts";

/** A run to start or to resume, by its id. */
type CarriedRun = RunOptions &
  Pick<RunTaskOptions, "task" | "limits" | "reopen"> & {
    readonly runId: string;
    readonly signal: AbortSignal;
  };

export interface Carried {
  readonly outcome: Outcome;
  readonly events: readonly RunEvent[];
}

/** Interval between checks of a run that another process holds. */
const PAUSE_MILLISECONDS = 500;

/**
 * Starts the run, resumes it if a process ended in the middle of it, or returns its outcome if it has ended. A run that failed for an external reason is
 * resumed, too.
 *
 * @throws FuxiError `cancelled`, and as `runTask` and `resumeRun`
 */
export async function carryRun(options: CarriedRun): Promise<Carried> {
  let wasFree = false;
  for (;;) {
    try {
      return await carryOnce(options);
    } catch (error) {
      const hold = await holdBehind(error, options);
      // The hold may have ended since the refusal. A free run that is refused again cannot be resumed.
      if (hold === "none" || (hold === "free" && wasFree)) throw error;
      wasFree = hold === "free";
      // The holder was killed and its hold has not expired yet, or it is about to write the outcome.
      await pause(PAUSE_MILLISECONDS, undefined, { signal: options.signal }).catch(() => {
        throw new FuxiError("cancelled", `The run ${options.runId} was not gone on with.`);
      });
    }
  }
}

async function carryOnce(options: CarriedRun): Promise<Carried> {
  const { store, principal, runId } = options;
  const events = await unless("run-not-found", store.read(runId, principal));
  if (events === undefined) return await runTask(options);
  if (events.length === 0) {
    await store.delete(runId, principal);
    return await runTask(options);
  }
  const last = events.at(-1);
  if (last?.type === "run-finished" && !mayGoOn(last.outcome)) return { outcome: last.outcome, events };
  const { task: _, limits: __, reopen: ___, ...resumed } = options;
  return await resumeRun(resumed);
}

/** The result of the work. Undefined if it fails with this code, such as `run-not-found`. */
export async function unless<T>(code: ErrorCode, work: Promise<T>): Promise<T | undefined> {
  return await work.catch((error: unknown) => {
    if (FuxiError.isInstance(error) && error.code === code) return undefined;
    throw error;
  });
}

/** Whether the error was caused by another process that holds the run or wrote to it. */
async function holdBehind(
  error: unknown,
  { store, principal, runId }: { readonly store: TrajectoryStore } & Pick<CarriedRun, "principal" | "runId">,
): Promise<"held" | "free" | "none"> {
  if (!FuxiError.isInstance(error) || store.hold === undefined) return "none";
  if (error.code !== "run-not-resumable" && error.code !== "store-conflict") return "none";
  try {
    const hold = await store.hold(runId, principal);
    await hold.release();
    // After another process's write, the run is read again, without limit.
    return error.code === "store-conflict" ? "held" : "free";
  } catch (held) {
    return FuxiError.isInstance(held) && held.code === "run-not-resumable" ? "held" : "none";
  }
}

/** External failures, which may pass. Rate limits are `model-unavailable`. */
const OUTSIDE: readonly ErrorCode[] = ["model-unavailable", "engine-unavailable", "target-locked"];

/** Failures that every task would have. */
const FOR_ALL: readonly ErrorCode[] = [
  "usage",
  "configuration-invalid",
  "dependency-missing",
  "model-not-configured",
  "model-refused",
];

/** Failures of the stores, after which nothing can be recorded. */
const OF_STORES: readonly ErrorCode[] = ["store-unavailable", "store-corrupt", "disk-full"];

export const isFromOutside = (code: ErrorCode): boolean => OUTSIDE.includes(code);

export const holdsForAll = (code: ErrorCode): boolean => FOR_ALL.includes(code) || OF_STORES.includes(code);

export const isOfStores = (code: ErrorCode): boolean => OF_STORES.includes(code);

/** Whether a run with this outcome can be resumed: it was interrupted, or failed for a reason that may pass. */
export function mayGoOn(outcome: Outcome): boolean {
  if (outcome.type === "stopped") return outcome.reason === "cancelled";
  return outcome.type === "failed" && (isFromOutside(outcome.code) || outcome.code === "model-refused");
}
