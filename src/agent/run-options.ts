import type { UserProxy } from "../clarification/user-proxy.ts";
import type { ActLimits } from "../environment/act-context.ts";
import type { ArtifactStore } from "../environment/artifact-store.ts";
import type { Environment } from "../environment/environment.ts";
import type { Glossary } from "../environment/glossary.ts";
import type { Principal } from "../environment/principal.ts";
import type { Task } from "../environment/task.ts";
import type { Usage } from "../model/usage.ts";
import type { Outcome } from "../trajectory/outcome.ts";
import type { RunEvent } from "../trajectory/run-event.ts";
import type { RunLimits } from "../trajectory/run-limits.ts";
import type { TrajectoryStore } from "../trajectory/trajectory-store.ts";
import type { Policy } from "./policy.ts";
import type { StopCondition } from "./stop-conditions.ts";
import type { Strategy } from "./strategy.ts";

interface CommonOptions {
  readonly environments: readonly Environment[];
  readonly strategy: Strategy;
  readonly policy: Policy;
  readonly store: TrajectoryStore;
  readonly artifacts: ArtifactStore;
  readonly principal: Principal;
  /** Nobody by default: a question then ends the run as `needs-clarification`. */
  readonly userProxy?: UserProxy;
  /** Where answers are kept that the person wants remembered; none by default. What it holds is put into the task by the caller. */
  readonly glossary?: Glossary;
  /** Bounds of each single action; `DEFAULT_ACT_LIMITS` unless given. */
  readonly actLimits?: ActLimits;
  readonly signal?: AbortSignal;
  /**
   * Called with each event once it is stored, before anything is done because of it; the run waits for a promise that it returns. What it
   * throws ends the call, not the run.
   */
  readonly onEvent?: (event: RunEvent) => void;
  /** Cost of a usage; needed for a cost limit. */
  readonly price?: (usage: Usage) => number;
  /** Looked at before each request to the policy, beside the limits. */
  readonly stopConditions?: readonly StopCondition[];
  readonly clock?: () => Date;
}

export interface RunTaskOptions extends CommonOptions {
  readonly task: Task;
  /** `DEFAULT_RUN_LIMITS` unless given. */
  readonly limits?: RunLimits;
  readonly runId?: string;
  /** Kept with the run for whoever opens the same environments again (RunSummary.reopen). */
  readonly reopen?: string;
}

export interface ResumeRunOptions extends CommonOptions {
  readonly runId: string;
  /** Replace those of the run, one by one. */
  readonly limits?: Partial<RunLimits>;
  /** To the question that the run ended with. With `to`, the command of that question: an answer to any other is refused. */
  readonly answer?:
    | {
        readonly text: string;
        readonly choice?: number;
        readonly remember?: boolean;
        readonly to?: string;
        readonly declined?: never;
      }
    /** The person does not want to say, or cannot. */
    | { readonly declined: true; readonly to?: string };
}

export interface RunResult {
  readonly runId: string;
  readonly outcome: Outcome;
  readonly usage: Usage;
  /** The whole trajectory, in order. */
  readonly events: readonly RunEvent[];
}
