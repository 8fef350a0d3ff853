import type { ActContext } from "./act-context.ts";
import type { Action } from "./action.ts";
import type { Answer, Claim, Evidence } from "./answer.ts";
import type { Capabilities } from "./capabilities.ts";
import type { EgressWords, Withheld } from "./egress/egress-level.ts";
import type { Observation, Truncation } from "./observation.ts";
import type { PermittedAction, PermittedSlot } from "./permitted-action.ts";
import type { Task } from "./task.ts";
import type { Tool } from "./tool.ts";
import type { Finding, OrFailure } from "./tool-failure.ts";
import type { Workspace } from "./workspace.ts";

/** Text about an environment for a prompt, and what a budget left out of it. */
export interface Description {
  readonly text: string;
  readonly truncation?: Truncation;
}

/** The workspace after the action with what the action returned, or the failure. Never both. */
export type ActResult = OrFailure<{ readonly workspace: Workspace; readonly observation: Observation }>;

/** The answer with what it rests on, or why the claim is none. Never both. */
export type ConcludeResult = OrFailure<{
  readonly answer: Answer;
  readonly evidence: Evidence;
  /** What may be wrong with the answer all the same, where the claim brought something that was not checked before. Absent for nothing. */
  readonly warnings?: readonly Finding[];
  /** What is only worth knowing of it, for whoever reads the answer. Absent for nothing. */
  readonly notes?: readonly Finding[];
}>;

/** What the rules may use to rank what they offer, and how much they may offer. */
export interface PermittedHint {
  readonly task?: Task;
  /** What is to be done next, in the words of the policy. */
  readonly thought?: string;
  /** Most that may be offered. */
  readonly limit: number;
}

/**
 * Something too large for a context window, seen through tools. Every method is safe to call in parallel, honours `context.signal`, and
 * keeps to `context.limits`.
 *
 * `act` and `conclude` return a failure for whatever the model can mend, and throw a `FuxiError` for what it cannot (the engine is gone,
 * the caller cancelled). `act` never changes the workspace it is given; where the tool only reads, the workspace comes back as it was.
 */
export interface Environment {
  /** The user's name for it; prefixes tool names when several are attached. Letters, digits, `_` and `-`. */
  readonly id: string;
  /** "database", "knowledge-base", "rest-api", or a user's own. */
  readonly kind: string;
  /**
   * A hash of what it is connected to, the same in every process: what was kept of another thing that had the same id is not taken up, and leave
   * that was given for it does not hold here. Where it is absent, the id alone counts.
   */
  readonly targetKey?: string;
  /** A hash of what may be seen of it, where that is not everything: what was kept under other rules is not shown again. */
  readonly policyKey?: string;
  /** What may reach a model where that is not everything (`withEgress`). */
  readonly egress?: Withheld;
  /** Which of its words are no values; without it only words of this program, the person and the model are told below the level `all`. */
  readonly egressWords?: EgressWords;
  /** In a stable order; names are unique. */
  readonly tools: readonly Tool[];
  /** How to work here and what a final answer looks like, for the model: stable, a few short sentences. */
  readonly instructions: string;
  /** The same for a model that sees only some of the tools: no other one is named. `instructions` serve where it is absent. */
  instructionsFor?(shown: (tool: string) => boolean): string;
  /** What it can do beside its tools. */
  readonly capabilities: Capabilities;
  /** `schema` is stable text, so that providers can cache it; `task` is pruned to what the question needs. */
  describe(part: "schema" | "task", task: Task | undefined, context: ActContext): Promise<Description>;
  /** An empty workspace, version 0. */
  openWorkspace(task: Task | undefined, context: ActContext): Promise<Workspace>;
  /**
   * What the workspace holds, in a few lines for a model that takes it up again or has an old version of it: the drafted query, the variables,
   * the responses. "" while it is empty; at most `WORKSPACE_TEXT_CHARACTERS`, with what is left out said; from the workspace alone.
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
  /** Of actions whose tool has the effect `by-action`: what taking it would do now. One that will be refused has none. */
  effectOf?(action: Action, context: Pick<ActContext, "allowed">): "none" | "external";
  /** Takes one action. The failure is for the model to mend; what it cannot mend is thrown. */
  act(workspace: Workspace, action: Action, context: ActContext): Promise<ActResult>;
  /** Makes an answer of a claim, or says why it is none: a query that does not run, a variable that does not exist. */
  conclude(workspace: Workspace, claim: Claim, context: ActContext): Promise<ConcludeResult>;
  /** Gives back files, processes and connections. Closing twice does no harm. */
  close(): Promise<void>;
}
