import type { WorkspaceStore } from "../../environment/workspace-store.ts";
import { type WorkPlaces, workPlaces } from "../work-places.ts";
import { changed, refuseCancelled, staleFor } from "./task-changes.ts";
import { taskStore } from "./task-store.ts";
import { type OpenedIn, withOpened } from "./workspace-content.ts";
import { readHandle, UNKNOWN_WORKSPACE, type Workspaces, workspaceBusy } from "./workspaces.ts";

export interface StoredWorkspacesOptions extends OpenedIn {
  readonly store: WorkspaceStore;
  readonly lifetimeSeconds: number;
}

/** Limits of the queue of changes to one task in this process. */
const TURNS = { atWork: 1, waiting: 256, waitSeconds: 30 };
/** @throws FuxiError `cancelled`, `workspace-invalid`, and as the store, the environments and the work given to it do */
export function storedWorkspaces(options: StoredWorkspacesOptions): Workspaces {
  const { store, environments, lifetimeSeconds } = options;
  const tasks = taskStore(store, lifetimeSeconds, options);
  const takeTurn = taskTurns();

  return {
    lifetimeSeconds,
    async open(task, caller) {
      refuseCancelled(caller);
      const empty = { ...(task === undefined ? {} : { task }), workspaces: {} };
      return await tasks.open(await withOpened(empty, options, caller), caller);
    },
    async read(handle, caller) {
      refuseCancelled(caller);
      const named = readHandle(handle);
      const held = named === undefined ? undefined : await tasks.read(named.id, caller);
      if (named === undefined || held === undefined) return { failure: UNKNOWN_WORKSPACE };
      const stale = staleFor(named, "adds", held, environments);
      return stale === undefined ? { held } : { failure: stale };
    },
    async change(handle, how, caller, work, effectOf = () => undefined) {
      const named = readHandle(handle);
      if (named === undefined) return { failure: UNKNOWN_WORKSPACE };
      const key = JSON.stringify([caller.principal.id, named.id]);
      const changing = { how, work, effectOf };
      const result = await takeTurn(key, caller.signal, () =>
        changed(named, caller, { tasks, environments }, changing),
      );
      return result === "busy"
        ? { failure: workspaceBusy("Other calls are changing this workspace.") }
        : result;
    },
  };
}

/** Serialises the calls that change the same task. */
function taskTurns() {
  const tasks = new Map<string, { readonly places: WorkPlaces; calls: number }>();
  /**
   * Returns "busy" if the queue is full or the turn does not come in time.
   * @throws FuxiError `cancelled` when `signal` is aborted while it waits
   */
  return async <T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T | "busy"> => {
    const task = tasks.get(key) ?? { places: workPlaces(TURNS), calls: 0 };
    tasks.set(key, task);
    task.calls++;
    const release = await task.places.take(signal);
    try {
      if (release !== undefined) return await work();
      refuseCancelled({ signal });
      return "busy";
    } finally {
      release?.();
      if (--task.calls === 0) tasks.delete(key);
    }
  };
}
