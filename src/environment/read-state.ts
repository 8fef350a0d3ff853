import type { z } from "zod";
import { FuxiError } from "../errors/fuxi-error.ts";
import type { ActContext } from "./act-context.ts";
import type { Workspace } from "./workspace.ts";

/**
 * The state of a workspace, where the environment `id` has made it and it is whole: what `act`, `conclude` and `workspaceText` begin with.
 * @throws FuxiError `cancelled`, `workspace-invalid`
 */
export function readState<T>(
  schema: z.ZodType<T>,
  workspace: Workspace,
  id: string,
  context?: Pick<ActContext, "signal">,
): T {
  if (context?.signal.aborted === true) throw new FuxiError("cancelled", "The caller cancelled.");
  const state = schema.safeParse(workspace.state);
  if (workspace.environment === id && state.success) return state.data;
  throw new FuxiError("workspace-invalid", `The workspace was not made by "${id}", or is damaged.`);
}
