import type { Caller } from "../caller.ts";
import { withEffectEnded, withPending } from "./pending-effect.ts";
import type { SettledIn } from "./settled-task.ts";
import type { PendingEffect } from "./task-content.ts";
import { effectUnknown } from "./workspace-failures.ts";
import type { Change, Held, HeldOr } from "./workspaces.ts";

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
): Promise<HeldOr<{ readonly held: Held; readonly value: Value }>> {
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
