import { setTimeout as pause } from "node:timers/promises";
import { resumeRun, runTask } from "../../agent/run-loop.ts";
import type { RunOptions, RunTaskOptions } from "../../agent/run-options.ts";
import { type ErrorCode, FuxiError } from "../../errors/fuxi-error.ts";
import type { Outcome } from "../../trajectory/outcome.ts";
import type { RunEvent } from "../../trajectory/run-event.ts";
import type { TrajectoryStore } from "../../trajectory/trajectory-store.ts";

/** A run under an id of its own, whatever has become of it before. */
type CarriedRun = RunOptions &
  Pick<RunTaskOptions, "task" | "limits" | "reopen"> & {
    readonly runId: string;
    readonly signal: AbortSignal;
  };

export interface Carried {
  readonly outcome: Outcome;
  readonly events: readonly RunEvent[];
}

/** Between two looks at a run that somebody else still holds. */
const PAUSE_MILLISECONDS = 500;

/**
 * Begins the run, goes on with it where a process ended in the middle of it, or gives back what became of it. A run that failed for a reason
 * outside is gone on with, too.
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
      // A hold may have ended since it was in the way; a run that is free and refused all the same is not to be gone on with.
      if (hold === "none" || (hold === "free" && wasFree)) throw error;
      wasFree = hold === "free";
      // The process that holds it was killed, and its hold has not ended yet; or it is about to write what became of the run.
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

/** What comes of it; undefined where it fails with that code, as for a run that is not there. */
export async function unless<T>(code: ErrorCode, work: Promise<T>): Promise<T | undefined> {
  return await work.catch((error: unknown) => {
    if (FuxiError.isInstance(error) && error.code === code) return undefined;
    throw error;
  });
}

/** Whether another process holds the run that was refused, or wrote to it, as far as that can be the reason. */
async function holdBehind(
  error: unknown,
  { store, principal, runId }: { readonly store: TrajectoryStore } & Pick<CarriedRun, "principal" | "runId">,
): Promise<"held" | "free" | "none"> {
  if (!FuxiError.isInstance(error) || store.hold === undefined) return "none";
  if (error.code !== "run-not-resumable" && error.code !== "store-conflict") return "none";
  try {
    const hold = await store.hold(runId, principal);
    await hold.release();
    // What somebody else has written is read anew, however often that comes.
    return error.code === "store-conflict" ? "held" : "free";
  } catch (held) {
    return FuxiError.isInstance(held) && held.code === "run-not-resumable" ? "held" : "none";
  }
}

/** What says nothing about whoever was to answer, and may be over in a while. Rate limits are `model-unavailable`. */
const OUTSIDE: readonly ErrorCode[] = ["model-unavailable", "engine-unavailable", "target-locked"];

/** What will be the same for every task: to go on would only write down one failure after the other. */
const FOR_ALL: readonly ErrorCode[] = [
  "usage",
  "configuration-invalid",
  "dependency-missing",
  "model-not-configured",
  "model-refused",
];

/** What makes it senseless to go on, or to write down anything: the record itself cannot be kept. */
const OF_STORES: readonly ErrorCode[] = ["store-unavailable", "store-corrupt", "disk-full"];

export const isFromOutside = (code: ErrorCode): boolean => OUTSIDE.includes(code);

export const holdsForAll = (code: ErrorCode): boolean => FOR_ALL.includes(code) || OF_STORES.includes(code);

export const isOfStores = (code: ErrorCode): boolean => OF_STORES.includes(code);

/** Whether a run that ended so is gone on with: it was interrupted, or what made it fail may be over. */
export function mayGoOn(outcome: Outcome): boolean {
  if (outcome.type === "stopped") return outcome.reason === "cancelled";
  return outcome.type === "failed" && (isFromOutside(outcome.code) || outcome.code === "model-refused");
}
