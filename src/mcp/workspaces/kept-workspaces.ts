import type { ToolFailure } from "../../environment/tool-failure.ts";
import type { WorkspaceStore } from "../../environment/workspace-store.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import type { Caller } from "../caller.ts";
import { type WorkPlaces, workPlaces } from "../work-places.ts";
import {
  outsideChange,
  refuseCancelled,
  staleFor,
  taskStore,
  triedChange,
  withPending,
} from "./tried-change.ts";
import { type OpenedIn, withOpened } from "./workspace-content.ts";
import {
  effectUnknown,
  type NamedWorkspace,
  readHandle,
  UNKNOWN_WORKSPACE,
  type Workspaces,
  workspaceBusy,
} from "./workspaces.ts";

export interface KeptWorkspacesOptions extends OpenedIn {
  readonly store: WorkspaceStore;
  readonly lifetimeSeconds: number;
  readonly clock?: () => Date;
  /** How long a change waits for an effect that another process carries out; 5000 unless given. */
  readonly patienceMilliseconds?: number;
}

/** A change waits no longer than this, and in no longer a row, for those of the same task in this process. */
const TURNS = { atWork: 1, waiting: 256, waitSeconds: 30 };
/** For writing down what came of an effect, and for clocks of other machines that are a little ahead. */
const GRACE_MILLISECONDS = 5000;

/** @throws FuxiError `cancelled`, `workspace-invalid`, and as the store, the environments and the work given to it do */
export function keptWorkspaces(options: KeptWorkspacesOptions): Workspaces {
  const { store, environments, lifetimeSeconds } = options;
  const { clock = () => new Date(), patienceMilliseconds = 5000 } = options;
  const tasks = taskStore(store, lifetimeSeconds, options);
  const place = { tasks, clock, patienceMilliseconds, environments };
  const takeTurn = taskTurns();

  const inTurn = async <Result>(
    handle: string,
    caller: Caller,
    work: (named: NamedWorkspace) => Promise<Result>,
  ): Promise<Result | { readonly failure: ToolFailure }> => {
    const named = readHandle(handle);
    if (named === undefined) return { failure: UNKNOWN_WORKSPACE };
    const key = JSON.stringify([caller.principal.id, named.id]);
    const result = await takeTurn(key, caller.signal, () => work(named));
    return result === "busy"
      ? { failure: workspaceBusy("Other calls are changing this workspace.") }
      : result;
  };

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
    change: (handle, how, caller, work) =>
      inTurn(handle, caller, (named) => triedChange(named, how, caller, place, work)),
    changeOutside: (handle, { id, action, milliseconds, how = "adds" }, caller, work) =>
      inTurn(handle, caller, async (named) => {
        const begun = await triedChange(named, how, caller, place, async ({ content }) => {
          if (content.done?.includes(id)) return { value: undefined };
          const until = new Date(clock().getTime() + milliseconds + GRACE_MILLISECONDS).toISOString();
          const pending = { id, action, until };
          return { content: withPending(content, pending), value: pending };
        });
        if (begun.failure !== undefined) return begun;
        const { held, value: pending } = begun;
        return pending === undefined
          ? { failure: effectUnknown(action, BEFORE, held.handle) }
          : await outsideChange(named.id, held, pending, caller, place, work);
      }),
  };
}

const BEFORE =
  "was begun under the same leave before and is not done a second time. Look at what the workspace holds and what was changed.";

/** Lets the calls that change the same task in one after the other. */
function taskTurns() {
  const tasks = new Map<string, { readonly places: WorkPlaces; calls: number }>();
  /**
   * "busy" where too many wait already or the turn did not come in time.
   * @throws FuxiError `cancelled` when `signal` is aborted while it waits
   */
  return async <T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T | "busy"> => {
    const task = tasks.get(key) ?? { places: workPlaces(TURNS), calls: 0 };
    tasks.set(key, task);
    task.calls++;
    const release = await task.places.take(1, signal);
    try {
      if (release !== undefined) return await work();
      if (signal.aborted) throw cancelled();
      return "busy";
    } finally {
      release?.();
      if (--task.calls === 0) tasks.delete(key);
    }
  };
}

function cancelled(): FuxiError {
  return new FuxiError("cancelled", "The caller cancelled while another call was changing the workspace.");
}
