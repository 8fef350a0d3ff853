import type { KeepOptions, KeptWorkspaces, WorkspaceStore } from "../../environment/workspace-store.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import type { Caller } from "../caller.ts";
import { handleOf } from "./handle.ts";
import { asKept, readKept } from "./kept-content.ts";
import { type OpenedIn, withOpened } from "./opened-workspaces.ts";
import type { TaskContent } from "./task-content.ts";
import type { Held } from "./workspaces.ts";

export type Wrote =
  | { readonly type: "written" | "stale"; readonly held: Held }
  | { readonly type: "missing" | "full" };

/** The store of a server's workspaces, with their content as it is meant. */
export interface TaskStore {
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
