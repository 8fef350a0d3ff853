import type { Action } from "../../environment/action.ts";
import type { Task } from "../../environment/task.ts";
import type { OrFailure, ToolFailure } from "../../environment/tool-failure.ts";
import type { KeptWorkspaces } from "../../environment/workspace-store.ts";
import type { Caller } from "../caller.ts";
import type { TaskContent } from "./workspace-content.ts";

const PART = { argument: "workspace" };
const OPEN = { text: "open_workspace", reason: "opens a new one" };
const LONGEST_ARGUMENTS = 300;

/** One and the same for whatever the caller may not know: never made, expired, forged, another's. */
export const UNKNOWN_WORKSPACE: ToolFailure = {
  code: "unknown-workspace",
  message:
    "There is no such workspace, or no longer: workspaces are forgotten some time after their last use. Open a new one and go on with its handle.",
  part: PART,
  suggestions: [OPEN],
};

/** What a client can go on from: the current handle, and what the workspaces hold there. */
interface Current {
  readonly handle: string;
  /** "" where nothing is held, or nothing can be said of it. */
  readonly text: string;
}

/** `named`: the version that was named, where one was; `version`: the current one. */
export function staleWorkspace(
  named: number | undefined,
  version: number,
  { handle, text }: Current,
): ToolFailure {
  const why =
    named === undefined
      ? "The handle has no version, and this call replaces what is there: name the version that it is based on."
      : named > version
        ? `The workspace has no version ${named} yet.`
        : `The workspace has been changed since version ${named}.`;
  const now = text === "" ? "" : ` It holds now:\n${text}`;
  return {
    code: "stale-workspace",
    message: `${why} Look whether the call still makes sense, then make it with the current handle, ${handle}.${now}`,
    part: PART,
    suggestions: [{ text: handle, reason: "the current version" }],
  };
}

export function workspaceBusy(why: string): ToolFailure {
  return {
    code: "workspace-busy",
    message: `${why} Make the call again in a few seconds.`,
    part: PART,
    suggestions: [],
  };
}

export function workspaceFull(): ToolFailure {
  return {
    code: "workspace-full",
    message: "The workspaces of this task would become larger than can be kept, so nothing was changed.",
    part: PART,
    suggestions: [OPEN],
  };
}

/** `what`: what is known of the effect, as a sentence that begins with the action. `handle`: the current one, where the workspace is still there. */
export function effectUnknown(action: Action, what: string, handle: string | undefined): ToolFailure {
  return {
    code: "effect-unknown",
    message: `${actionText(action)} ${what}`,
    part: PART,
    suggestions: handle === undefined ? [OPEN] : [{ text: handle, reason: "the current version" }],
  };
}

function actionText({ environment, tool, arguments: given }: Action): string {
  const text = JSON.stringify(given);
  const short = text.length <= LONGEST_ARGUMENTS ? text : `${text.slice(0, LONGEST_ARGUMENTS)}…`;
  return `${tool} in ${environment} with ${short}`;
}

/** What a client has named. Without a version the current one is meant. */
export interface NamedWorkspace {
  readonly id: string;
  readonly version?: number;
}

/** Longer texts are not even looked at. */
const LONGEST = 100;
const HANDLE = /^([a-z0-9]{14})(?:\.([0-9]{1,15}))?$/u;
/** What models put around a text that they copy. */
const AROUND = /^[\s"'`“”‘’<]+|[\s"'`“”‘’>,;]+$/gu;

export function handleOf({ id, version }: Pick<KeptWorkspaces, "id" | "version">): string {
  return `${id}.${version}`;
}

/** Reads a handle whatever quotes and spaces stand around it; `undefined` for what cannot be one. */
export function readHandle(text: string): NamedWorkspace | undefined {
  if (text.length > LONGEST) return undefined;
  const [, id, version] = HANDLE.exec(text) ?? HANDLE.exec(text.replace(AROUND, "").toLowerCase()) ?? [];
  if (id === undefined) return undefined;
  if (version === undefined) return { id };
  return Number(version) < 1 ? undefined : { id, version: Number(version) };
}

/** A task's workspaces as they are now. */
export interface Held {
  /** What a client names them by: `<id>.<version>`. */
  readonly handle: string;
  readonly version: number;
  /** ISO 8601. */
  readonly expires: string;
  readonly content: TaskContent;
}

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
  read(handle: string, caller: Caller): Promise<OrFailure<{ readonly held: Held }>>;
  /** `held` is as it is after the change. Where `work` throws or gives no content, nothing is written. */
  change<Value>(
    handle: string,
    how: HowChanged,
    caller: Caller,
    work: (held: Held) => Promise<Change<Value>>,
  ): Promise<OrFailure<{ readonly held: Held; readonly value: Value }>>;
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
  ): Promise<OrFailure<{ readonly held: Held; readonly value: Value }>>;
}
