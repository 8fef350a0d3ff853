import type { ActContext } from "./act-context.ts";
import type { Action } from "./action.ts";
import type { Answer, Claim, Evidence } from "./answer.ts";
import type { Capabilities } from "./capabilities.ts";
import type { EgressWords, Withheld } from "./egress/egress-level.ts";
import type { Marked } from "./egress/marks.ts";
import type { Observation, Truncation } from "./observation.ts";
import type { PermittedAction, PermittedSlot } from "./permitted-action.ts";
import type { Task } from "./task.ts";
import type { Tool } from "./tool.ts";
import type { Finding, OrFailure } from "./tool-failure.ts";
import type { Workspace } from "./workspace.ts";

/** Text about an environment for a prompt, and what a budget left out of it. */
export interface Description<Text extends string = string> {
  readonly text: Text;
  readonly truncation?: Truncation<Text>;
}

/** A description with its values marked, as environments create it. */
export type MarkedDescription = Description<Marked>;

/** The workspace after the action with what the action returned, or the failure. Never both. */
export type ActResult = OrFailure<{ readonly workspace: Workspace; readonly observation: Observation }>;

/** The answer with its evidence, or why the claim is no answer. Never both. */
export type ConcludeResult<Text extends string = string> = OrFailure<
  {
    readonly answer: Answer;
    readonly evidence: Evidence;
    /** Likely errors in the answer, where the claim contained something not checked before. Absent if there are none. */
    readonly warnings?: readonly Finding<Text>[];
    /** Remarks for the reader of the answer. Absent if there are none. */
    readonly notes?: readonly Finding<Text>[];
  },
  Text
>;

/** Hints for ranking the permitted actions, and how many may be offered. */
export interface PermittedHint {
  readonly task?: Task;
  /** The next step in the policy's words. */
  readonly thought?: string;
  /** Actions of this environment that the policy wrote out in full: those that can work come first, as they were written. */
  readonly written?: readonly Action[];
  /** Maximum number of actions. */
  readonly limit: number;
}

/**
 * Something too large for a context window, seen through tools. Every method is safe to call in parallel, honours `context.signal`, and keeps to
 * `context.limits`.
 *
 * `act` and `conclude` return a failure if the model can correct the error, and throw a `FuxiError` if it cannot (the engine is gone, the caller
 * cancelled). `act` never changes the workspace it is given; where the tool only reads, the workspace comes back as it was.
 */
export interface Environment {
  /** The user's name for it; prefixes tool names when several are attached. Letters, digits, `_` and `-`. */
  readonly id: string;
  /** "database", "knowledge-base", "rest-api", or a user's own. */
  readonly kind: string;
  /**
   * A hash of the target that it is connected to, the same in every process. Stored data of another target with the same id is not reused, and
   * permissions given for that target do not apply. If absent, the id alone counts.
   */
  readonly targetKey?: string;
  /** A hash of the visibility rules, if there are any: data stored under other rules is not shown again. */
  readonly policyKey?: string;
  /** Egress level, if values are withheld from models (`withEgress`). */
  readonly egress?: Withheld;
  /** Words of the environment that are no values. Without it, below level `all`, only words of this program, the person and the model are shown. */
  readonly egressWords?: EgressWords;
  /** In a stable order; names are unique. */
  readonly tools: readonly Tool[];
  /** How to work here and what a final answer looks like, for the model: stable, a few short sentences. */
  readonly instructions: string;
  /** Instructions for a model that sees only some of the tools; they name no others. If absent, `instructions` are used. */
  instructionsFor?(shown: (tool: string) => boolean): string;
  /** What it can do beside its tools. */
  readonly capabilities: Capabilities;
  /** `schema` is stable text, so that providers can cache it; `task` is pruned to what the question needs. */
  describe(part: "schema" | "task", task: Task | undefined, context: ActContext): Promise<Description>;
  /** An empty workspace, version 0. */
  openWorkspace(task: Task | undefined, context: ActContext): Promise<Workspace>;
  /**
   * Describes the workspace (drafted query, variables, responses) in a few lines, for a model that resumes it or has an old version. "" while it
   * is empty; at most `WORKSPACE_TEXT_CHARACTERS`, saying what is left out. Uses the workspace alone.
   * @throws FuxiError `workspace-invalid`
   */
  workspaceText?(workspace: Workspace): string;
  /**
   * The actions that can work in this workspace now, the likeliest first, at most `hint.limit` (the rules M of decoupled generation: Middleware,
   * Section 3.2). Where it is absent, actions are always written freely.
   */
  permittedActions?(
    workspace: Workspace,
    hint: PermittedHint,
    context: ActContext,
  ): Promise<readonly (PermittedAction | PermittedSlot)[]>;
  /** The effect of an action whose tool has the effect `by-action`. An action that will be refused has none. */
  effectOf?(action: Action, context: Pick<ActContext, "allowed">): "none" | "external";
  /** Takes one action. Returns a failure if the model can correct it, and throws otherwise. */
  act(workspace: Workspace, action: Action, context: ActContext): Promise<ActResult>;
  /** Turns a claim into an answer, or says why it is none: a query that does not run, a variable that does not exist. */
  conclude(workspace: Workspace, claim: Claim, context: ActContext): Promise<ConcludeResult>;
  /** Releases files, processes and connections. Closing twice does no harm. */
  close(): Promise<void>;
}
