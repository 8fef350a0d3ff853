import type { z } from "zod";
import { FuxiError } from "../errors/fuxi-error.ts";
import type { JsonObject } from "../util/json.ts";
import type { ActContext } from "./act-context.ts";
import type { Workspace } from "./workspace.ts";

/** A workspace never changes, and most calls come with the one of the call before: what was checked is not checked again. */
const checked = new WeakMap<JsonObject, { readonly schema: z.ZodType; readonly state: unknown }>();

/**
 * The state of a workspace, where the environment `id` has made it and it is whole.
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
