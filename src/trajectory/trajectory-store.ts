import type { Principal } from "../environment/principal.ts";
import type { RunEvent } from "./run-event.ts";

/** A run in one line of a list. */
export interface RunSummary {
  readonly id: string;
  readonly question: string;
  /** Name of the strategy. */
  readonly strategy: string;
  /** Id of the policy. */
  readonly policy: string;
  /** Ids of the environments. */
  readonly environments: readonly string[];
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** Number of events so far. */
  readonly events: number;
  /** Type of the outcome; absent while the run has not ended. */
  readonly outcome?: string;
  /** Data for opening the same environments again: targets without credentials, options. Its format belongs to the surface. */
  readonly reopen?: string;
}

/** Whose runs are listed, and how many at most. */
export interface ListOptions {
  readonly principal: Principal;
  readonly limit: number;
  /** Only runs that started before this one. */
  readonly before?: string;
}

/** A lock on a run: nobody else resumes it. */
export interface RunHold {
  /** Aborted when the hold is lost: the store was unreachable for so long that somebody else may have resumed the run. */
  readonly signal: AbortSignal;
  release(): Promise<void>;
}

/**
 * Keeps trajectories, each belonging to one principal. `append` is atomic and ordered: the events' `seq` must continue the stored ones.
 *
 * @throws FuxiError `run-not-found` (also for another principal's run, in the same words), `store-conflict` when `seq` does not continue the
 * stored events, `store-corrupt`.
 */
export interface TrajectoryStore {
  /** A run without events; `store-conflict` where the principal has one of that id. */
  create(run: {
    readonly id: string;
    readonly principal: Principal;
    readonly reopen?: string;
  }): Promise<void>;
  append(runId: string, principal: Principal, events: readonly RunEvent[]): Promise<void>;
  /**
   * Where machines share the store: until the hold is released or lost, only this store object may write to the run; others get `store-conflict`,
   * and `run-not-resumable` from `hold`. A hold expires some time after its process has ended.
   */
  hold?(runId: string, principal: Principal): Promise<RunHold>;
  /** In order of `seq`; all of them unless `afterSeq` is given. */
  read(
    runId: string,
    principal: Principal,
    options?: { readonly afterSeq?: number },
  ): Promise<readonly RunEvent[]>;
  summary(runId: string, principal: Principal): Promise<RunSummary>;
  /** The newest first. */
  list(options: ListOptions): Promise<readonly RunSummary[]>;
  /** With all its events. */
  delete(runId: string, principal: Principal): Promise<void>;
  close(): Promise<void>;
}
