import type { Principal } from "../environment/principal.ts";
import type { RunEvent } from "./run-event.ts";

/** A run in one line of a list. */
export interface RunSummary {
  readonly id: string;
  readonly question: string;
  /** Its name. */
  readonly strategy: string;
  /** Its id. */
  readonly policy: string;
  /** Their ids. */
  readonly environments: readonly string[];
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** Number of them so far. */
  readonly events: number;
  /** Type of the outcome; absent while the run has not ended. */
  readonly outcome?: string;
  /** What is needed to open the same environments again: targets without credentials, options. The surface's own. */
  readonly reopen?: string;
}

/** Whose runs are listed, and how many at most. */
export interface ListOptions {
  readonly principal: Principal;
  readonly limit: number;
  /** Only runs that started before this one. */
  readonly before?: string;
}

/** That nobody else goes on with a run. */
export interface RunHold {
  /** Ends when it is lost: the store has not been heard of for so long that somebody else may go on by now. */
  readonly signal: AbortSignal;
  release(): Promise<void>;
}

/**
 * Keeps trajectories, each belonging to one principal. `append` is atomic and ordered: the events' `seq` must go on from what is stored.
 *
 * @throws FuxiError `run-not-found` (also for another principal's run, in the same words), `store-conflict` when `seq` does not go on
 * from what is stored, `store-corrupt`.
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
   * Where machines share the store: from now until it is released or lost only this store object writes to the run; others get `store-conflict`,
   * and `run-not-resumable` from `hold`. It ends by itself some time after the process has.
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
