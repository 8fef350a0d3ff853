import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Environment } from "../../environment/environment.ts";
import type { OrFailure, ToolFailure } from "../../environment/tool-failure.ts";
import type { KeepOptions, KeptWorkspaces, WorkspaceStore } from "../../environment/workspace-store.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { isObject } from "../../util/is-object.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import { visibleLines } from "../../util/visible-text.ts";
import type { Caller } from "../caller.ts";
import { type OpenedIn, type PendingEffect, type TaskContent, withOpened } from "./workspace-content.ts";
import {
  type Change,
  effectUnknown,
  type Held,
  type HowChanged,
  handleOf,
  type NamedWorkspace,
  staleWorkspace,
  UNKNOWN_WORKSPACE,
  workspaceBusy,
  workspaceFull,
} from "./workspaces.ts";

/** Of the content as it is kept. What another version wrote in another shape is refused, not guessed at. */
const SHAPE = 1;

const jsonObject = z.custom<JsonObject>((value) => isObject(value as Json));
const workspace = z.looseObject({
  environment: z.string(),
  kind: z.string(),
  version: z.int().min(0),
  state: jsonObject,
});
const kept = z.strictObject({
  shape: z.literal(SHAPE),
  task: z.looseObject({ question: z.string() }).exactOptional(),
  workspaces: z.record(z.string(), workspace),
  targets: z.record(z.string(), z.string()).exactOptional(),
  allowed: z.array(z.string()).exactOptional(),
  asked: z.array(z.looseObject({ question: z.string(), reply: z.string() })).exactOptional(),
  pending: z
    .strictObject({
      id: z.string(),
      action: z.looseObject({ environment: z.string(), tool: z.string(), arguments: jsonObject }),
      until: z.iso.datetime(),
    })
    .exactOptional(),
  done: z.array(z.string()).exactOptional(),
});

export function asKept(content: TaskContent): JsonObject {
  return { shape: SHAPE, ...content } as unknown as JsonObject;
}

/** A store may hand out the same content for as long as nobody writes: what was checked is not checked again. */
const checked = new WeakMap<JsonObject, TaskContent>();

/** @throws FuxiError `workspace-invalid` for what is damaged or was written by another version in another shape */
export function readKept({ content }: KeptWorkspaces): TaskContent {
  const known = checked.get(content);
  if (known !== undefined) return known;
  const { error } = kept.safeParse(content);
  if (error !== undefined) {
    const [issue] = error.issues;
    const place = issue?.path.map(String).join(".");
    throw new FuxiError(
      "workspace-invalid",
      `The workspace was kept by another version of Fuxi, or is damaged${place ? ` (at ${place})` : ""}.`,
      { hint: "Open a new workspace." },
    );
  }
  const { shape: _, ...rest } = content;
  const read = rest as unknown as TaskContent;
  checked.set(content, read);
  return read;
}

type Wrote =
  | { readonly type: "written" | "stale"; readonly held: Held }
  | { readonly type: "missing" | "full" };

/** The store of a server's workspaces, with their content as it is meant. */
interface TaskStore {
  open(content: TaskContent, caller: Caller): Promise<Held>;
  /** With a workspace for every environment; those opened just now are kept with the next write. */
  read(id: string, caller: Caller): Promise<Held | undefined>;
  /** "full": it is more than the store keeps, and nothing was written. */
  write(id: string, version: number, content: TaskContent, caller: Caller): Promise<Wrote>;
}

export function taskStore(store: WorkspaceStore, lifetimeSeconds: number, place: OpenedIn): TaskStore {
  const keeping = ({ principal }: Caller): KeepOptions => ({ principal, lifetimeSeconds });
  return {
    async open(content, caller) {
      return heldOf(await store.open(asKept(content), keeping(caller)));
    },
    async read(id, caller) {
      const kept = await store.read(id, keeping(caller));
      if (kept === undefined) return undefined;
      const held = heldOf(kept);
      const content = await withOpened(held.content, place, caller);
      return content === held.content ? held : { ...held, content };
    },
    async write(id, version, content, caller) {
      try {
        const result = await store.write(id, version, asKept(content), keeping(caller));
        return result.type === "missing" ? result : { type: result.type, held: heldOf(result.kept) };
      } catch (error) {
        if (FuxiError.isInstance(error) && error.code === "artifact-too-large") return { type: "full" };
        throw error;
      }
    },
  };
}

function heldOf(kept: KeptWorkspaces): Held {
  const { version, expires } = kept;
  return { handle: handleOf(kept), version, expires, content: readKept(kept) };
}

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

/** For a change that replaces, every version but the current one is stale; for one that adds, only a version that has not been yet. */
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
    // On the next try `staleFor` refuses a change that replaces, and shows what there is now.
    await pause(Math.random() * tries * BACKOFF_MILLISECONDS, caller.signal);
  }
  return { failure: workspaceBusy("Many other calls are changing this workspace.") };
}

/** @throws FuxiError `cancelled` */
export function refuseCancelled({ signal }: Caller): void {
  if (signal.aborted) throw new FuxiError("cancelled", "The caller cancelled.");
}
