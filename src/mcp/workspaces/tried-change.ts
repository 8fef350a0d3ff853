import { setTimeout as sleep } from "node:timers/promises";
import type { Environment } from "../../environment/environment.ts";
import type { OrFailure, ToolFailure } from "../../environment/tool-failure.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { visibleLines } from "../../util/visible-text.ts";
import type { Caller } from "../caller.ts";
import type { TaskStore } from "./task-store.ts";
import type { PendingEffect, TaskContent } from "./workspace-content.ts";
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

/** Ids that are remembered of effects that have ended. */
const MOST_DONE = 500;

/** The content with the effect begun. */
export function withPending(content: TaskContent, pending: PendingEffect): TaskContent {
  return { ...content, pending };
}

/** `content` with the effect ended: nothing pends, and the id is never begun again. `before` is where it pended. */
function withEffectEnded(content: TaskContent, id: string, before: TaskContent): TaskContent {
  const { pending: _, ...rest } = content;
  const others = (before.done ?? []).filter((each) => each !== id);
  return { ...rest, done: [...others, id].slice(-MOST_DONE) };
}

function hasEnded({ until }: PendingEffect, now: Date): boolean {
  return Date.parse(until) <= now.getTime();
}

/**
 * Does work with an external effect once its intent was written (`begun` holds it), and writes what came of it. Where `work` throws, the intent
 * stays, marked as ended, so that the next change need not wait for its time to be over. Where what came of it cannot be kept (its time was
 * over, or the workspace is gone or full), that is `effect-unknown`: everything else could make somebody do it again.
 */
export async function outsideChange<Value>(
  id: string,
  begun: Held,
  pending: PendingEffect,
  caller: Caller,
  { tasks, clock }: SettledIn,
  work: (held: Held) => Promise<Change<Value>>,
): Promise<OrFailure<{ readonly held: Held; readonly value: Value }>> {
  const { pending: _, ...before } = begun.content;
  const { version } = begun;
  let change: Change<Value>;
  try {
    change = await work({ ...begun, content: before });
  } catch (error) {
    const ended = withPending(begun.content, { ...pending, until: clock().toISOString() });
    // What has to be told is why the work failed; without this note the intent ends by its time.
    await tasks.write(id, version, ended, caller).catch(() => {});
    throw error;
  }
  const after = withEffectEnded(change.content ?? before, pending.id, begun.content);
  const wrote = await tasks.write(id, version, after, caller);
  if (wrote.type === "written") return { held: wrote.held, value: change.value };
  const unkept = (handle: string | undefined) => ({ failure: effectUnknown(pending.action, UNKEPT, handle) });
  if (wrote.type === "stale") return unkept(wrote.held.handle);
  if (wrote.type === "missing") return unkept(undefined);
  const bare = withEffectEnded(before, pending.id, begun.content);
  const told = await tasks.write(id, version, bare, caller);
  return unkept("held" in told ? told.held.handle : undefined);
}

const UNKEPT =
  "was carried out, but what came of it could not be kept in the workspace. Do not do it again: look what it has changed.";

export interface SettledIn {
  readonly tasks: TaskStore;
  readonly clock: () => Date;
  /** How long an effect of another process is waited for. */
  readonly patienceMilliseconds: number;
}

const POLL_MILLISECONDS = 100;

/**
 * A task in which no effect pends. Where one is being carried out by another process, its end is waited for (`workspace-busy` when that takes
 * too long); one whose time is over without an end is forgotten and told once (`effect-unknown`).
 * @throws FuxiError `cancelled`, `workspace-invalid`, and as the store does
 */
async function settledTask(
  id: string,
  caller: Caller,
  { tasks, clock, patienceMilliseconds }: SettledIn,
): Promise<OrFailure<{ readonly held: Held }>> {
  let left = patienceMilliseconds;
  while (true) {
    const held = await tasks.read(id, caller);
    if (held === undefined) return { failure: UNKNOWN_WORKSPACE };
    const { pending } = held.content;
    if (pending === undefined) return { held };
    if (hasEnded(pending, clock())) {
      const content = withEffectEnded(held.content, pending.id, held.content);
      const wrote = await tasks.write(id, held.version, content, caller);
      if (wrote.type === "full") return { failure: workspaceFull() };
      // Somebody else was faster: it has ended after all, or they were told.
      if (wrote.type !== "written") continue;
      const what =
        "was begun and its result never arrived: it may or may not have taken effect. Look before doing it again.";
      return { failure: effectUnknown(pending.action, what, wrote.held.handle) };
    }
    if (left <= 0) {
      return { failure: workspaceBusy("Another call with an effect outside is still being carried out.") };
    }
    const wait = Math.min(left, POLL_MILLISECONDS);
    await pause(wait, caller.signal);
    left -= wait;
  }
}

/** @throws FuxiError `cancelled` */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(milliseconds, undefined, { signal });
  } catch {
    throw new FuxiError("cancelled", "The caller cancelled while another call was changing the workspace.");
  }
}

const MOST_CHARACTERS = 1500;

/**
 * What the workspaces of a task hold, for a model that has an old version of them: a paragraph for each environment that holds anything, all
 * together about 1,500 characters at most. "" where nothing is held, or no environment can say what.
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
    // A damaged workspace is told by the action that needs it; here it would hide the handle that leads on.
    if (FuxiError.isInstance(error) && error.code === "workspace-invalid") return "cannot be read any more";
    throw error;
  }
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}… (cut off)`;
}

export interface TriedIn extends SettledIn {
  readonly environments: readonly Environment[];
}

/** How often a change that adds is done again because another process was faster. */
const MOST_TRIES = 12;
/** Apart by chance, so that two processes do not get in each other's way in step. */
const BACKOFF_MILLISECONDS = 10;

/** A stale version is one that is not the current one, or, where older ones will do, one that has not been yet. */
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

/**
 * Does `work` on the task as it is now, and writes what it comes to where nobody else has written meanwhile; one that adds is done again then.
 * @throws FuxiError `cancelled` (nothing is written then), `workspace-invalid`, and as `work` and the store do
 */
export async function triedChange<Value>(
  named: NamedWorkspace,
  how: HowChanged,
  caller: Caller,
  place: TriedIn,
  work: (held: Held) => Promise<Change<Value>>,
): Promise<OrFailure<{ readonly held: Held; readonly value: Value }>> {
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    const settled = await settledTask(named.id, caller, place);
    if (settled.failure !== undefined) return settled;
    const { held } = settled;
    const stale = staleFor(named, how, held, place.environments);
    if (stale !== undefined) return { failure: stale };
    const { content, value } = await work(held);
    if (content === undefined) return { held, value };
    refuseCancelled(caller);
    const wrote = await place.tasks.write(named.id, held.version, content, caller);
    if (wrote.type === "written") return { held: wrote.held, value };
    if (wrote.type === "missing") return { failure: UNKNOWN_WORKSPACE };
    if (wrote.type === "full") return { failure: workspaceFull() };
    // The next round tells a change that replaces what there is now, once no effect pends in it.
    await pause(Math.random() * tries * BACKOFF_MILLISECONDS, caller.signal);
  }
  return { failure: workspaceBusy("Many other calls are changing this workspace.") };
}

/** @throws FuxiError `cancelled` */
export function refuseCancelled({ signal }: Caller): void {
  if (signal.aborted) throw new FuxiError("cancelled", "The caller cancelled.");
}
