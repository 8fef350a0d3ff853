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
  /** What the work takes at most. A call of another process that finds it begun and this time over takes it for lost. */
  readonly milliseconds: number;
  /** `adds` unless given: the handle may name an older version. */
  readonly how?: HowChanged;
}

/**
 * The workspaces of all tasks, kept in a store under handles. In one process changes of the same task wait for each other; between processes
 * the store's version decides.
 *
 * Failures: `unknown-workspace` (never made, expired, forged or another's, in the same words), `stale-workspace` (with what the workspaces
 * hold now, and the current handle), `workspace-busy`, `effect-unknown` (once: it is forgotten with that).
 */
export interface Workspaces {
  readonly lifetimeSeconds: number;
  open(task: Task | undefined, caller: Caller): Promise<Held>;
  /** Any version that the task has had will do: what there is now is read. */
  read(handle: string, caller: Caller): Promise<HeldOr<{ readonly held: Held }>>;
  /** `held` is as it is after the change. */
  change<Value>(
    handle: string,
    how: HowChanged,
    caller: Caller,
    work: (held: Held) => Promise<Change<Value>>,
  ): Promise<HeldOr<{ readonly held: Held; readonly value: Value }>>;
  /**
   * A change with an external effect, under the id of its leave: the intent is written before `work` begins and taken away when it ends.
   * `work` is done once at most. Where it throws, the intent stays: whoever changes the task next is told `effect-unknown`. An id that was done
   * before fails with `effect-unknown`, too, and says that it was.
   */
  changeOutside<Value>(
    handle: string,
    effect: OutsideEffect,
    caller: Caller,
    work: (held: Held) => Promise<Change<Value>>,
  ): Promise<HeldOr<{ readonly held: Held; readonly value: Value }>>;
}
