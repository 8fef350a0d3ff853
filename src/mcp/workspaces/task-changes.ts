import { setTimeout as sleep } from "node:timers/promises";
import type { Environment } from "../../environment/environment.ts";
import type { OrFailure, ToolFailure } from "../../environment/tool-failure.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { visibleLines } from "../../util/visible-text.ts";
import type { Caller } from "../caller.ts";
import type { TaskStore } from "./task-store.ts";
import type { OutsideEffect, TaskContent } from "./workspace-content.ts";
import {
  type Change,
  effectUnknown,
  type Held,
  type HowChanged,
  type NamedWorkspace,
  staleWorkspace,
  UNKNOWN_WORKSPACE,
  workspaceBusy,
  workspaceFull,
} from "./workspaces.ts";

/** Maximum number of remembered ids of ended effects. */
const MOST_DONE = 500;

/** `content` with the effect marked as ended, so that its id is not run again. */
function withEffectEnded({ pending: _, ...content }: TaskContent, id: string): TaskContent {
  const others = (content.done ?? []).filter((each) => each !== id);
  return { ...content, done: [...others, id].slice(-MOST_DONE) };
}

const BEFORE =
  "was begun under the same leave before and is not done a second time. Look at what the workspace holds and what was changed.";
const LOST =
  "was begun and its result has not arrived: it may or may not have taken effect. Look before doing it again.";
const UNKEPT =
  "was carried out, but what came of it could not be kept in the workspace. Do not do it again: look what it has changed.";

const MOST_CHARACTERS = 1500;

/**
 * Describes the workspaces of a task, for a model with an old version of them: a paragraph for each non-empty one, together
 * about 1,500 characters at most. "" if all are empty, or no environment can describe its own.
 */
function heldText({ workspaces }: TaskContent, environments: readonly Environment[]): string {
  const texts = environments.flatMap((environment) => {
    const workspace = Object.hasOwn(workspaces, environment.id) ? workspaces[environment.id] : undefined;
    if (workspace === undefined) return [];
    const text = textOf(environment, workspace).trim();
    if (text === "") return [];
    return [environments.length === 1 ? text : `${environment.id}: ${text}`];
  });
  const each = Math.floor(MOST_CHARACTERS / Math.max(1, texts.length));
  return visibleLines(texts.map((text) => cut(text, each)).join("\n"));
}

function textOf(environment: Environment, workspace: TaskContent["workspaces"][string]): string {
  try {
    return environment.workspaceText?.(workspace) ?? "";
  } catch (error) {
    // The action that needs a damaged workspace reports it. An error here would hide the current handle.
    if (FuxiError.isInstance(error) && error.code === "workspace-invalid") return "cannot be read any more";
    throw error;
  }
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}… (cut off)`;
}

export interface ChangedIn {
  readonly tasks: TaskStore;
  readonly environments: readonly Environment[];
}

/** The failure for a stale version. A change that replaces needs the current version; one that adds only refuses versions that do not exist yet. */
export function staleFor(
  { version: named }: NamedWorkspace,
  how: HowChanged,
  { handle, version, content }: Held,
  environments: readonly Environment[],
): ToolFailure | undefined {
  const stale = how === "replaces" ? named !== version : named !== undefined && named > version;
  return stale
    ? staleWorkspace(named, version, { handle, text: heldText(content, environments) })
    : undefined;
}

/** A change to carry out: its work, and whether it has an effect outside. */
export interface Changing<Value> {
  readonly how: HowChanged;
  readonly work: (held: Held) => Promise<Change<Value>>;
  readonly effectOf: (content: TaskContent) => OutsideEffect | undefined;
}

type Changed<Value> = OrFailure<{ readonly held: Held; readonly value: Value }>;

/** Maximum tries of a change that adds, if other processes are faster. */
const MOST_TRIES = 12;
/** Random waits prevent two processes from retrying in step. */
const BACKOFF_MILLISECONDS = 10;

/**
 * Runs the work on the current task and writes the result, unless another process has written meanwhile. Work that adds is then retried, except
 * for an effect outside, which is sent once.
 * @throws FuxiError `cancelled` (nothing is written then), `workspace-invalid`, and as the work and the store do
 */
export async function changed<Value>(
  named: NamedWorkspace,
  caller: Caller,
  { tasks, environments }: ChangedIn,
  { how, work, effectOf }: Changing<Value>,
): Promise<Changed<Value>> {
  const { id } = named;
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    const held = await tasks.read(id, caller);
    if (held === undefined) return { failure: UNKNOWN_WORKSPACE };
    const { content, version, handle } = held;
    const { pending } = content;
    const stale = pending === undefined ? staleFor(named, how, held, environments) : undefined;
    if (stale !== undefined) return { failure: stale };
    const effect = pending === undefined ? effectOf(content) : undefined;
    if (effect !== undefined && content.done?.includes(effect.id)) {
      return { failure: effectUnknown(effect.action, BEFORE, handle) };
    }
    const next = await nextContent(held, effect, work);
    const value = next.value as Value;
    if (next.content === undefined) return { held, value };
    refuseCancelled(caller);
    const wrote = await tasks.write(id, version, next.content, caller);
    if (wrote.type === "missing") return { failure: UNKNOWN_WORKSPACE };
    if (wrote.type === "full") return { failure: workspaceFull() };
    if (wrote.type === "written") {
      if (pending !== undefined) return { failure: effectUnknown(pending.action, LOST, wrote.held.handle) };
      if (effect !== undefined) return await sent(id, wrote.held, effect, caller, { tasks, work });
      return { held: wrote.held, value };
    }
    // On the next try `staleFor` refuses a change that replaces, and shows the current content.
    await pause(Math.random() * tries * BACKOFF_MILLISECONDS, caller.signal);
  }
  return { failure: workspaceBusy("Many other calls are changing this workspace.") };
}

/** What is written first: that an earlier effect is over, that one begins, or else the work's own result. */
async function nextContent<Value>(
  held: Held,
  effect: OutsideEffect | undefined,
  work: Changing<Value>["work"],
): Promise<Change<Value | undefined>> {
  const { content } = held;
  if (content.pending !== undefined) {
    return { content: withEffectEnded(content, content.pending.id), value: undefined };
  }
  return effect === undefined
    ? await work(held)
    : { content: { ...content, pending: effect }, value: undefined };
}

/**
 * Runs work with an external effect whose intent was already written (in `begun`), and writes its result. If `work` throws, the intent stays, and
 * the next change reports it. If the result cannot be stored, the failure is `effect-unknown`: any other could make somebody repeat the effect.
 */
async function sent<Value>(
  id: string,
  begun: Held,
  { id: leave, action }: OutsideEffect,
  caller: Caller,
  { tasks, work }: Pick<ChangedIn, "tasks"> & Pick<Changing<Value>, "work">,
): Promise<Changed<Value>> {
  const { pending: _, ...before } = begun.content;
  const { content = before, value } = await work({ ...begun, content: before });
  const write = (after: TaskContent) => tasks.write(id, begun.version, withEffectEnded(after, leave), caller);
  const wrote = await write(content);
  if (wrote.type === "written") return { held: wrote.held, value };
  const kept = wrote.type === "full" ? await write(before) : wrote;
  return { failure: effectUnknown(action, UNKEPT, "held" in kept ? kept.held.handle : undefined) };
}

/** @throws FuxiError `cancelled` */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => refuseCancelled({ signal }));
}

/** @throws FuxiError `cancelled` */
export function refuseCancelled({ signal }: Pick<Caller, "signal">): void {
  if (signal.aborted) throw new FuxiError("cancelled", "The caller cancelled.");
}
