import type { Environment } from "../../environment/environment.ts";
import type { ToolFailure } from "../../environment/tool-failure.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import type { Caller } from "../caller.ts";
import type { NamedWorkspace } from "./handle.ts";
import { heldText } from "./held-text.ts";
import { pause, type SettledIn, settledTask } from "./settled-task.ts";
import { staleWorkspace, UNKNOWN_WORKSPACE, workspaceBusy, workspaceFull } from "./workspace-failures.ts";
import type { Change, Held, HeldOr, HowChanged } from "./workspaces.ts";

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
): Promise<HeldOr<{ readonly held: Held; readonly value: Value }>> {
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
