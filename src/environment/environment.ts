import type { ActContext } from "./act-context.ts";
import type { Action } from "./action.ts";
import type { Answer, Claim, Evidence } from "./answer.ts";
import type { Capabilities } from "./capabilities.ts";
import type { Observation, Truncation } from "./observation.ts";
import type { PermittedAction, PermittedSlot } from "./permitted-action.ts";
import type { Task } from "./task.ts";
import type { Tool } from "./tool.ts";
import type { ToolFailure } from "./tool-failure.ts";
import type { Workspace } from "./workspace.ts";

export interface Description {
  readonly text: string;
  readonly truncation?: Truncation;
}

export type ActResult =
  | { readonly workspace: Workspace; readonly observation: Observation; readonly failure?: never }
  | { readonly failure: ToolFailure; readonly workspace?: never; readonly observation?: never };

export type ConcludeResult =
  | { readonly answer: Answer; readonly evidence: Evidence; readonly failure?: never }
  | { readonly failure: ToolFailure; readonly answer?: never; readonly evidence?: never };

export interface PermittedHint {
  readonly task?: Task;
  readonly thought?: string;
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
  readonly tools: readonly Tool[];
  /** How to work here and what a final answer looks like, for the model: stable, a few short sentences. */
  readonly instructions: string;
  readonly capabilities: Capabilities;
  /** `schema` is stable text, so that providers can cache it; `task` is pruned to what the question needs. */
  describe(part: "schema" | "task", task: Task | undefined, context: ActContext): Promise<Description>;
  openWorkspace(task: Task | undefined, context: ActContext): Promise<Workspace>;
  /**
   * What the workspace holds, in a few lines for a model that takes it up again or has an old version of it: the drafted query, the variables,
   * the responses. "" while it is empty.
   * @throws FuxiError `workspace-invalid`
   */
  workspaceText?(workspace: Workspace): string;
  permittedActions?(
    workspace: Workspace,
    hint: PermittedHint,
    context: ActContext,
  ): Promise<readonly (PermittedAction | PermittedSlot)[]>;
  /** Of actions whose tool has the effect `by-action`: what taking it would do now. One that will be refused has none. */
  effectOf?(action: Action, context: Pick<ActContext, "allowed">): "none" | "external";
  act(workspace: Workspace, action: Action, context: ActContext): Promise<ActResult>;
  conclude(workspace: Workspace, claim: Claim, context: ActContext): Promise<ConcludeResult>;
  close(): Promise<void>;
}
