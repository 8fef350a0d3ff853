import { setTimeout as sleep } from "node:timers/promises";
import { FuxiError } from "../../errors/fuxi-error.ts";
import type { Caller } from "../caller.ts";
import { hasEnded, withEffectEnded } from "./pending-effect.ts";
import type { TaskStore } from "./task-store.ts";
import { effectUnknown, UNKNOWN_WORKSPACE, workspaceBusy, workspaceFull } from "./workspace-failures.ts";
import type { Held, HeldOr } from "./workspaces.ts";

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
export async function settledTask(
  id: string,
  caller: Caller,
  { tasks, clock, patienceMilliseconds }: SettledIn,
): Promise<HeldOr<{ readonly held: Held }>> {
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
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(milliseconds, undefined, { signal });
  } catch {
    throw new FuxiError("cancelled", "The caller cancelled while another call was changing the workspace.");
  }
}
