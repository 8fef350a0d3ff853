import type { Action } from "../../environment/action.ts";
import type { Task } from "../../environment/task.ts";
import type { ToolFailure } from "../../environment/tool-failure.ts";
import type { Caller } from "../caller.ts";
import type { TaskContent } from "./task-content.ts";

/** A task's workspaces as they are now. */
export interface Held {
  /** What a client names them by: `<id>.<version>`. */
  readonly handle: string;
  readonly version: number;
  /** ISO 8601. */
  readonly expires: string;
  readonly content: TaskContent;
}

export type HeldOr<T> =
  | ({ readonly failure?: never } & T)
  | ({ readonly failure: ToolFailure } & { readonly [Name in keyof T]?: never });

/** What a change comes to: `content` where it writes, and what the caller wants to know of it. */
export interface Change<Value> {
  readonly content?: TaskContent;
  readonly value: Value;
}

/**
 * `replaces`: the handle has to name the current version. `adds`: an older one will do, and where somebody else writes in between the work is
 * done again on what there is then.
 */
export type HowChanged = "adds" | "replaces";

/** What is going to be done outside. */
export interface OutsideEffect {
  /** Of the one call that was given leave. */
  readonly id: string;
  readonly action: Action;
  /** What the work takes at most. Whoever finds it begun, and this time and a few seconds more over, takes its end for lost. */
  readonly milliseconds: number;
  /** `adds` unless given: the handle may name an older version. */
  readonly how?: HowChanged;
}

/**
 * The workspaces of all tasks, kept in a store under handles. In one process changes of the same task wait for each other (so `work` must not
 * change the task again); between processes the store's version decides. Where an environment of this server lacks a workspace, one is opened
 * and kept with the next change; those of environments that it does not have stay as they are.
 *
 * A handle is read whatever spaces and quotes stand around it. Without its version it means the current one, which is enough to read and to
 * add; what replaces has to say which version it was chosen on.
 *
 * Failures, all with `part.argument` "workspace":
 * - `unknown-workspace`: never made, expired, malformed or another principal's, all as the same object.
 * - `stale-workspace`: another version is current, or the one that is named has not been yet, or none is named where one has to be. With what
 *   the workspaces hold now (about 1,500 characters at most); the text of the suggestion is the current handle.
 * - `workspace-busy`: other calls, or an effect of another process, did not end in time.
 * - `workspace-full`: the store does not keep that much; nothing was changed.
 * - `effect-unknown`: see `changeOutside`.
 *
 * @throws FuxiError `cancelled` when `caller.signal` is aborted before a change is written; `workspace-invalid` for content that is damaged or
 * was written by another version of Fuxi; and as the store, the environments and `work` do
 */
export interface Workspaces {
  readonly lifetimeSeconds: number;
  open(task: Task | undefined, caller: Caller): Promise<Held>;
  /** Any version that the task has had will do: what there is now is read, also while it is being changed. Only its lifetime is renewed. */
  read(handle: string, caller: Caller): Promise<HeldOr<{ readonly held: Held }>>;
  /** `held` is as it is after the change. Where `work` throws or gives no content, nothing is written. */
  change<Value>(
    handle: string,
    how: HowChanged,
    caller: Caller,
    work: (held: Held) => Promise<Change<Value>>,
  ): Promise<HeldOr<{ readonly held: Held; readonly value: Value }>>;
  /**
   * A change with an external effect, under the id of its leave: the intent is written before `work` begins and taken away with what it comes
   * to, also when the caller has gone meanwhile. `work` is done once at most. `effect-unknown` is told
   * - once to whoever changes the task next where `work` threw or its process died (then not before its time is over), and forgotten with that;
   * - to this call where `work` has ended but its content could not be kept;
   * - to each further call under an id that was begun before: the last 500 are remembered.
   */
  changeOutside<Value>(
    handle: string,
    effect: OutsideEffect,
    caller: Caller,
    work: (held: Held) => Promise<Change<Value>>,
  ): Promise<HeldOr<{ readonly held: Held; readonly value: Value }>>;
}
