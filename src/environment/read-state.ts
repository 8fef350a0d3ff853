import type { z } from "zod";
import { FuxiError } from "../errors/fuxi-error.ts";
import type { JsonObject } from "../util/json.ts";
import type { ActContext } from "./act-context.ts";
import type { Workspace } from "./workspace.ts";

/** States already validated. Workspaces are immutable, and most calls pass the workspace of the call before. */
const checked = new WeakMap<JsonObject, { readonly schema: z.ZodType; readonly state: unknown }>();

/**
 * Validates and returns the state of a workspace that the environment `id` made.
 * @throws FuxiError `cancelled`, `workspace-invalid`
 */
export function readState<T>(
  schema: z.ZodType<T>,
  workspace: Workspace,
  id: string,
  context?: Pick<ActContext, "signal">,
): T {
  if (context?.signal.aborted === true) throw new FuxiError("cancelled", "The caller cancelled.");
  if (workspace.environment === id) {
    const known = checked.get(workspace.state);
    if (known?.schema === schema) return known.state as T;
    const read = schema.safeParse(workspace.state);
    if (read.success) {
      checked.set(workspace.state, { schema, state: read.data });
      return read.data;
    }
  }
  throw new FuxiError("workspace-invalid", `The workspace was not made by "${id}", or is damaged.`, {
    hint: "Open a new workspace.",
  });
}
