import { z } from "zod";
import type { KeepOptions, StoredWorkspaces, WorkspaceStore } from "../../environment/workspace-store.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { isObject } from "../../util/is-object.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import type { Caller } from "../caller.ts";
import { type OpenedIn, type TaskContent, withOpened } from "./workspace-content.ts";
import { type Held, handleOf } from "./workspaces.ts";

/** Version of the stored content's shape. Content in another shape is refused. */
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
    .object({
      id: z.string(),
      action: z.looseObject({ environment: z.string(), tool: z.string(), arguments: jsonObject }),
    })
    .exactOptional(),
  done: z.array(z.string()).exactOptional(),
});

export function asKept(content: TaskContent): JsonObject {
  return { shape: SHAPE, ...content } as unknown as JsonObject;
}

/** Cache of checked content: a store may return the same object until somebody writes. */
const checked = new WeakMap<JsonObject, TaskContent>();

/** @throws FuxiError `workspace-invalid` for content that is damaged or has another version's shape */
export function readKept({ content }: StoredWorkspaces): TaskContent {
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

/** The store of a server's workspaces, with typed content. */
export interface TaskStore {
  open(content: TaskContent, caller: Caller): Promise<Held>;
  /** Reads a task, and opens missing workspaces. These are stored with the next write. */
  read(id: string, caller: Caller): Promise<Held | undefined>;
  /** "full": the content is larger than the store's limit, and nothing was written. */
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

function heldOf(kept: StoredWorkspaces): Held {
  const { version, expires } = kept;
  return { handle: handleOf(kept), version, expires, content: readKept(kept) };
}
