import type { UserProxy } from "../clarification/user-proxy.ts";
import type { ActLimits } from "../environment/act-context.ts";
import type { ArtifactStore } from "../environment/artifact-store.ts";
import type { Environment } from "../environment/environment.ts";
import type { Glossary } from "../environment/glossary.ts";
import type { Principal } from "../environment/principal.ts";
import type { Task } from "../environment/task.ts";
import type { Usage } from "../model/usage.ts";
import type { Outcome } from "../trajectory/outcome.ts";
import type { RunEvent, RunEventBody, RunLimits } from "../trajectory/run-event.ts";
import type { TrajectoryStore } from "../trajectory/trajectory-store.ts";
import type { RunFold } from "./run-fold.ts";
import { JournalFailure } from "./run-interruption.ts";
import type { StopCondition } from "./stop-conditions.ts";
import type { Policy, Strategy } from "./strategy.ts";
import type { TaskSession } from "./task-session.ts";

/** Options that starting and resuming a run have in common. */
export interface RunOptions {
  /** One or several, with different ids; they stay open. */
  readonly environments: readonly Environment[];
  /** How the run is organised: `react()`, `decoupled()`, `dfsdt()`, `apiTeam()`, or one of your own. */
  readonly strategy: Strategy;
  /** What decides each step: `llmPolicy`, `builtInPolicy`, or one of your own. */
  readonly policy: Policy;
  /** Stores every event before the run acts on it. */
  readonly store: TrajectoryStore;
  /** Stores result sets, responses and other bulky content. */
  readonly artifacts: ArtifactStore;
  /** Whose run it is; nobody else finds it in the stores. */
  readonly principal: Principal;
  /** Nobody by default: a question then ends the run as `needs-clarification`. */
  readonly userProxy?: UserProxy;
  /** Stores answers that the person wants remembered; none by default. The caller puts its entries into the task. */
  readonly glossary?: Glossary;
  /** Bounds of each single action; `DEFAULT_ACT_LIMITS` unless given. */
  readonly actLimits?: ActLimits;
  /** Aborted, the run ends as `stopped` with the reason `cancelled`, and can be resumed. */
  readonly signal?: AbortSignal;
  /**
   * Called with each event once it is stored, before the run acts on it; the run waits for a promise that it returns. An error that it throws
   * ends the call, not the run.
   */
  readonly onEvent?: (event: RunEvent) => void;
  /** Cost of a usage; needed for a cost limit. */
  readonly price?: (usage: Usage) => number;
  /** Checked before each request to the policy, beside the limits. */
  readonly stopConditions?: readonly StopCondition[];
  /** For the times of events; the system clock unless given. */
  readonly clock?: () => Date;
}

/** What a run is made of: a task, environments, a strategy with its policy, and where its record and its bulky content go. */
export interface RunTaskOptions extends RunOptions {
  /** The question, and what is known about it. */
  readonly task: Task;
  /** `DEFAULT_RUN_LIMITS` unless given. */
  readonly limits?: RunLimits;
  /** Generated unless given; `store-conflict` where the principal has a run of that id. */
  readonly runId?: string;
  /** Stored with the run, for opening the same environments again (RunSummary.reopen). */
  readonly reopen?: string;
}

/** The run to resume, with what has changed since: an answer, limits. Environments and strategy must be those of the run. */
export interface ResumeRunOptions extends RunOptions {
  /** Id of a run of the same principal. */
  readonly runId: string;
  /** Replace limits of the run, one by one. */
  readonly limits?: Partial<RunLimits>;
  /** Answer to the question that the run ended with. `to`: the command of that question; an answer to any other question is refused. */
  readonly answer?:
    | {
        readonly text: string;
        readonly choice?: number;
        readonly remember?: boolean;
        /** A number alone then chooses no reading: the person was shown none. */
        readonly inOwnWords?: boolean;
        readonly to?: string;
        readonly declined?: never;
      }
    /** The person does not want to say, or cannot. */
    | { readonly declined: true; readonly to?: string };
}

/** How a run ended, with its whole record. */
export interface RunResult {
  readonly runId: string;
  /** Also for a run that failed: errors in a run are not thrown. */
  readonly outcome: Outcome;
  /** Sum over all replies. */
  readonly usage: Usage;
  /** The whole trajectory, in order. */
  readonly events: readonly RunEvent[];
}

/** A run while this process executes it. */
export interface ActiveRun {
  readonly environments: readonly Environment[];
  readonly policy: Policy;
  readonly userProxy: UserProxy;
  /** Stores answers that the person wants remembered. */
  readonly glossary: Glossary | undefined;
  readonly principal: Principal;
  readonly artifacts: ArtifactStore;
  readonly signal: AbortSignal;
  /** A session on the task as it is now, for work that ends with the signal. */
  readonly session: (signal: AbortSignal) => TaskSession;
  readonly clock: () => Date;
  readonly fold: RunFold;
  readonly journal: RunJournal;
  /** Ends the run before a request to the policy. */
  readonly beforeModel: StopCondition;
  /** Ends the run before an action. */
  readonly beforeAct: StopCondition;
}

interface EventFrame {
  readonly parentSeq: number | null;
  /** "run" for what the loop itself does. */
  readonly role?: string;
  readonly environment?: string | undefined;
  readonly milliseconds?: number;
}

interface JournalOptions {
  readonly runId: string;
  readonly principal: Principal;
  readonly store: TrajectoryStore;
  readonly fold: RunFold;
  readonly clock: () => Date;
  readonly onEvent?: RunTaskOptions["onEvent"] | undefined;
  /** Events stored already. */
  readonly events: readonly RunEvent[];
}

/** Writes a run's events, each to the store first, then to the listener, then into the fold. */
export class RunJournal {
  readonly events: RunEvent[];
  readonly #options: JournalOptions;

  constructor(options: JournalOptions) {
    this.#options = options;
    this.events = [...options.events];
  }

  async write(body: RunEventBody, frame: EventFrame): Promise<RunEvent> {
    const { runId, principal, store, fold, clock, onEvent } = this.#options;
    const { parentSeq, role = "run", environment, milliseconds } = frame;
    const event = asStored({
      ...body,
      seq: this.events.length + 1,
      parentSeq,
      role,
      ...(environment === undefined ? {} : { environment }),
      at: clock().toISOString(),
      ...(milliseconds === undefined ? {} : { milliseconds }),
    });
    try {
      await store.append(runId, principal, [event]);
      this.events.push(event);
      await onEvent?.(event);
    } catch (error) {
      throw new JournalFailure(error);
    }
    fold.apply(event);
    return event;
  }
}

/** The event as it will be read back, so that this run and a resumed one fold the very same. */
function asStored(event: RunEvent): RunEvent {
  return JSON.parse(JSON.stringify(event)) as RunEvent;
}
