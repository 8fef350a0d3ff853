import type { ActLimits } from "../../environment/act-context.ts";
import type { ArtifactStore } from "../../environment/artifact-store.ts";
import type { Environment } from "../../environment/environment.ts";
import type { Caller } from "../caller.ts";
import type { TaskContent } from "./task-content.ts";

export interface OpenedIn {
  readonly environments: readonly Environment[];
  readonly artifacts: ArtifactStore;
  readonly limits: ActLimits;
}

/**
 * The content with a workspace for every environment: those that there are stay untouched, also where their environment is no longer attached. One
 * that was opened on something else of the same id is begun anew, and leave that was given there is taken away.
 * @throws FuxiError as `Environment.openWorkspace` does
 */
export async function withOpened(
  content: TaskContent,
  { environments, artifacts, limits }: OpenedIn,
  { principal, signal }: Caller,
): Promise<TaskContent> {
  const { workspaces, targets = {}, task } = content;
  const isThere = ({ id, targetKey }: Environment): boolean =>
    Object.hasOwn(workspaces, id) && (targetKey === undefined || targets[id] === targetKey);
  const lacking = environments.filter((environment) => !isThere(environment));
  if (lacking.length === 0) return content;
  const context = { principal, signal, limits, artifacts };
  const opened = await Promise.all(
    lacking.map(
      async (environment) => [environment.id, await environment.openWorkspace(task, context)] as const,
    ),
  );
  const keys = lacking.flatMap(({ id, targetKey }) =>
    targetKey === undefined ? [] : [[id, targetKey] as const],
  );
  const { allowed, ...rest } = content;
  const kept = allowed?.filter((each) => !lacking.some(({ id }) => each.startsWith(`${id} `)));
  return {
    ...rest,
    workspaces: { ...workspaces, ...Object.fromEntries(opened) },
    ...(keys.length === 0 ? {} : { targets: { ...targets, ...Object.fromEntries(keys) } }),
    ...(kept === undefined ? {} : { allowed: kept }),
  };
}
