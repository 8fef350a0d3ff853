import type { ActLimits } from "../../environment/act-context.ts";
import type { ArtifactStore } from "../../environment/artifact-store.ts";
import type { Environment } from "../../environment/environment.ts";
import type { Task } from "../../environment/task.ts";
import type { Workspace } from "../../environment/workspace.ts";
import type { Caller } from "../caller.ts";

export interface OpenedIn {
  readonly environments: readonly Environment[];
  readonly artifacts: ArtifactStore;
  readonly limits: ActLimits;
}

/**
 * The workspaces with one for every environment: those that there are stay untouched, also where their environment is no longer attached.
 * @throws FuxiError as `Environment.openWorkspace` does
 */
export async function openedWorkspaces(
  there: Readonly<Record<string, Workspace>>,
  task: Task | undefined,
  { environments, artifacts, limits }: OpenedIn,
  { principal, signal }: Caller,
): Promise<Readonly<Record<string, Workspace>>> {
  const lacking = environments.filter(({ id }) => !Object.hasOwn(there, id));
  if (lacking.length === 0) return there;
  const context = { principal, signal, limits, artifacts };
  const opened = await Promise.all(
    lacking.map(async (environment) => [environment.id, await environment.openWorkspace(task, context)]),
  );
  return { ...there, ...Object.fromEntries(opened) };
}
