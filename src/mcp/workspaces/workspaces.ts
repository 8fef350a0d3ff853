import type { Action } from "../../environment/action.ts";
import type { Task } from "../../environment/task.ts";
import type { OrFailure, ToolFailure } from "../../environment/tool-failure.ts";
import type { StoredWorkspaces } from "../../environment/workspace-store.ts";
import type { Caller } from "../caller.ts";
import type { OutsideEffect, TaskContent } from "./workspace-content.ts";

const PART = { argument: "workspace" };
const OPEN = { text: "open_workspace", reason: "opens a new one" };
const LONGEST_ARGUMENTS = 300;

/** One failure for all unknown workspaces, so that callers cannot tell whether they are expired, forged, or another principal's. */
export const UNKNOWN_WORKSPACE: ToolFailure = {
  code: "unknown-workspace",
  message:
    "There is no such workspace, or no longer: workspaces are forgotten some time after their last use. Open a new one and go on with its handle.",
  part: PART,
  suggestions: [OPEN],
};

/** The state from which a client can continue: the current handle, and a description of the workspaces. */
interface Current {
  readonly handle: string;
  /** "" if the workspaces are empty, or cannot be described. */
  readonly text: string;
}

/** `named`: the version in the call, if any; `version`: the current one. */
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

/** `what`: the known state of the effect, as a sentence about the action. `handle`: the current one, if the workspace still exists. */
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

/** A parsed handle. Without a version it means the current one. */
export interface NamedWorkspace {
  readonly id: string;
  readonly version?: number;
}

/** Characters. Longer texts are not parsed. */
const LONGEST = 100;
const HANDLE = /^([a-z0-9]{14})(?:\.([0-9]{1,15}))?$/u;
/** Quotes, brackets and spaces that models put around copied text. */
const AROUND = /^[\s"'`“”‘’<]+|[\s"'`“”‘’>,;]+$/gu;

export function handleOf({ id, version }: Pick<StoredWorkspaces, "id" | "version">): string {
  return `${id}.${version}`;
}

/** Parses a handle, ignoring quotes and spaces around it. `undefined` if the text is no handle. */
export function readHandle(text: string): NamedWorkspace | undefined {
  if (text.length > LONGEST) return undefined;
  const [, id, version] = HANDLE.exec(text) ?? HANDLE.exec(text.replace(AROUND, "").toLowerCase()) ?? [];
  if (id === undefined) return undefined;
  if (version === undefined) return { id };
  return Number(version) < 1 ? undefined : { id, version: Number(version) };
}

/** A task's current workspaces. */
export interface Held {
  /** Handle for clients: `<id>.<version>`. */
  readonly handle: string;
  readonly version: number;
  /** ISO 8601. */
  readonly expires: string;
  readonly content: TaskContent;
}

/** The result of a change: `content` if it writes, and a value for the caller. */
export interface Change<Value> {
  readonly content?: TaskContent;
  readonly value: Value;
}

/**
 * `replaces`: the handle has to name the current version. `adds`: an older version suffices, and if another process writes in between, the work is
 * retried on the new content.
 */
export type HowChanged = "adds" | "replaces";

/**
 * The workspaces of all tasks, stored under handles. Within a process, changes of the same task wait for each other (so `work` must not
 * change the task again); between processes the store's version decides. Missing workspaces of this server's environments are opened
 * and stored with the next change. Workspaces of other environments are left alone.
 *
 * Spaces and quotes around a handle are ignored. A handle without a version means the current one, which suffices to read and to
 * add. A change that replaces has to name the version that it is based on.
 *
 * Failures, all with `part.argument` "workspace":
 * - `unknown-workspace`: never made, expired, malformed or another principal's, all as the same object.
 * - `stale-workspace`: another version is current, the named one does not exist yet, or a required version is missing. Describes the
 *   current workspaces (about 1,500 characters at most); the text of the suggestion is the current handle.
 * - `workspace-busy`: other calls did not end in time.
 * - `workspace-full`: the content exceeds the store's limit; nothing was changed.
 * - `effect-unknown`: see `change`.
 *
 * @throws FuxiError `cancelled` when `caller.signal` is aborted before a change is written; `workspace-invalid` for content that is damaged or
 * was written by another version of Fuxi; and as the store, the environments and `work` do
 */
export interface Workspaces {
  readonly lifetimeSeconds: number;
  open(task: Task | undefined, caller: Caller): Promise<Held>;
  /** Reads the current content, whichever existing version the handle names, even during a change. Renews the task's lifetime. */
  read(handle: string, caller: Caller): Promise<OrFailure<{ readonly held: Held }>>;
  /**
   * `held` is the state after the change. If `work` throws or returns no content, nothing is written.
   *
   * A change for which `effectOf` returns an effect has one outside, under the id of its permission. The intent is written before `work` begins,
   * and removed with the result, even if the caller has disconnected meanwhile. `work` then runs at most once. `effect-unknown` is returned
   * - once, to the next call that changes the task, if `work` threw, its process died, or it is still at work in another process;
   * - to this call, if `work` has ended but its content could not be stored;
   * - to each further call under an id that was begun before (the last 500 ids are remembered).
   */
  change<Value>(
    handle: string,
    how: HowChanged,
    caller: Caller,
    work: (held: Held) => Promise<Change<Value>>,
    effectOf?: (content: TaskContent) => OutsideEffect | undefined,
  ): Promise<OrFailure<{ readonly held: Held; readonly value: Value }>>;
}
