import { DEFAULT_ACT_LIMITS } from "../../../src/environment/act-context.ts";
import type { Action } from "../../../src/environment/action.ts";
import type { Environment } from "../../../src/environment/environment.ts";
import type { Workspace } from "../../../src/environment/workspace.ts";
import type { WorkspaceStore } from "../../../src/environment/workspace-store.ts";
import type { Caller } from "../../../src/mcp/caller.ts";
import {
  type StoredWorkspacesOptions,
  storedWorkspaces,
} from "../../../src/mcp/workspaces/stored-workspaces.ts";
import type { TaskContent } from "../../../src/mcp/workspaces/workspace-content.ts";
import type { Change, Held, HowChanged, Workspaces } from "../../../src/mcp/workspaces/workspaces.ts";
import { memoryArtifactStore } from "../../../src/store/artifacts.ts";
import { fileTreeEnvironment } from "../../support/file-tree-environment.ts";
import { memoryWorkspaceStore } from "../../support/stores.ts";

export const LIFETIME = 600;
export const TASK = { question: "Which notes need salt?" };
/** An action with an effect outside. */
export const ORDER: Action = {
  environment: "shop",
  tool: "call_operation",
  arguments: { operation: "POST /orders", arguments: { item: "tea" } },
};

/** A file tree that says which files were chosen. */
export function filesNamed(id: string): Environment {
  return {
    ...fileTreeEnvironment({ "notes/bread.txt": "flour water salt" }, id),
    workspaceText: ({ state }) => (state["chosen"] as readonly string[]).join(", "),
  };
}

/** A server's workspaces; two over the same store are as two processes. */
export function serverOver(
  store: WorkspaceStore = memoryWorkspaceStore(),
  more: Partial<StoredWorkspacesOptions> = {},
): Workspaces {
  return storedWorkspaces({
    store,
    environments: [filesNamed("files")],
    artifacts: memoryArtifactStore(),
    limits: DEFAULT_ACT_LIMITS,
    lifetimeSeconds: LIFETIME,
    ...more,
  });
}

export function callerNamed(id = "anna", signal: AbortSignal = new AbortController().signal): Caller {
  return { principal: { id }, signal, elicits: false, progress: () => {} };
}

/** The content with one more file chosen. */
export function choosing({ content }: Held, file: string, environment = "files"): TaskContent {
  const before = content.workspaces[environment] as Workspace;
  const chosen = [...(before.state["chosen"] as readonly string[]), file];
  const workspace = { ...before, version: before.version + 1, state: { ...before.state, chosen } };
  return { ...content, workspaces: { ...content.workspaces, [environment]: workspace } };
}

/** Work that chooses a file. */
export const choose =
  (file: string) =>
  async (held: Held): Promise<Change<string>> => ({ content: choosing(held, file), value: file });

/** A change with the effect `ORDER`, under the id of its permission. */
export const order = (
  server: Workspaces,
  handle: string,
  work: (held: Held) => Promise<Change<string>>,
  { id = "leave", how = "adds", caller = callerNamed() }: OrderOptions = {},
) => server.change(handle, how, caller, work, () => ({ id, action: ORDER }));

interface OrderOptions {
  readonly id?: string;
  readonly how?: HowChanged;
  readonly caller?: Caller;
}

export function chosenIn(content: TaskContent | undefined, environment = "files"): readonly string[] {
  return (content?.workspaces[environment]?.state["chosen"] ?? []) as readonly string[];
}
