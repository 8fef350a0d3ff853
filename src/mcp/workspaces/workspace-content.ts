import { TaskSession } from "../../agent/task-session.ts";
import type { AskedBefore } from "../../clarification/settle.ts";
import type { ActLimits } from "../../environment/act-context.ts";
import type { Action } from "../../environment/action.ts";
import type { ArtifactStore } from "../../environment/artifact-store.ts";
import type { Environment } from "../../environment/environment.ts";
import type { Task } from "../../environment/task.ts";
import type { Workspace } from "../../environment/workspace.ts";
import { given } from "../../util/given.ts";
import type { Caller } from "../caller.ts";

/** An external effect, written before it is sent, and removed with its result. */
export interface OutsideEffect {
  /** Id of the one permitted call. A repeated call with the same id is not sent. */
  readonly id: string;
  readonly action: Action;
}

/** The stored state of one task over all environments of a server: plain JSON. */
export interface TaskContent {
  readonly task?: Task;
  /** By environment. */
  readonly workspaces: Readonly<Record<string, Workspace>>;
  /** `Environment.targetKey` of each workspace's target, with the egress level if values are withheld. */
  readonly targets?: Readonly<Record<string, string>>;
  /** Effects that the person has permitted for this task, with their environment: `api POST /lists`. */
  readonly allowed?: readonly string[];
  /** Questions to the person, with their outcomes. */
  readonly asked?: readonly AskedBefore[];
  readonly pending?: OutsideEffect;
  /** Ids of effects that have ended, the newest last; at most 500. */
  readonly done?: readonly string[];
}

export interface OpenedIn {
  readonly environments: readonly Environment[];
  readonly artifacts: ArtifactStore;
  readonly limits: ActLimits;
}

/** A session on the stored task, for one call. The client's other sources are unknown, so no value counts as made up. */
export function taskSession(
  { task, workspaces, allowed = [], asked = [] }: TaskContent,
  { principal, signal }: Caller,
  { environments, limits, artifacts }: OpenedIn,
): TaskSession {
  const state = { task, workspaces: new Map(Object.entries(workspaces)), allowed, asked };
  return new TaskSession(environments, state, { principal, signal, limits, artifacts });
}

/**
 * Opens the missing workspaces. Existing ones are kept, even if their environment is detached. A workspace whose environment now has another target
 * or egress level is opened anew: permissions given there are dropped, and if values are withheld now, the person's replies are removed.
 * @throws FuxiError as `Environment.openWorkspace` does
 */
export async function withOpened(
  content: TaskContent,
  place: OpenedIn,
  caller: Caller,
): Promise<TaskContent> {
  const { environments } = place;
  const { targets = {} } = content;
  const isAnother = (environment: Environment): boolean => {
    const key = keyOf(environment);
    return (
      Object.hasOwn(content.workspaces, environment.id) &&
      key !== undefined &&
      targets[environment.id] !== key
    );
  };
  const lacking = environments.filter(
    (environment) => !Object.hasOwn(content.workspaces, environment.id) || isAnother(environment),
  );
  if (lacking.length === 0) return content;
  const withheld = lacking.some((environment) => environment.egress !== undefined && isAnother(environment));
  const { allowed, ...known } = withheld ? withoutReplies(content) : content;
  const isLacking = (id: string): boolean => lacking.some((environment) => environment.id === id);
  const workspaces = Object.fromEntries(Object.entries(content.workspaces).filter(([id]) => !isLacking(id)));
  const opened = await taskSession({ ...known, workspaces }, caller, place).openMissing();
  const keys = lacking.flatMap((environment) => {
    const key = keyOf(environment);
    return key === undefined ? [] : [[environment.id, key] as const];
  });
  const kept = allowed?.filter((each) => !lacking.some(({ id }) => each.startsWith(`${id} `)));
  return {
    ...known,
    workspaces: { ...workspaces, ...Object.fromEntries(opened.map((each) => [each.environment, each])) },
    ...(keys.length === 0 ? {} : { targets: { ...targets, ...Object.fromEntries(keys) } }),
    ...given({ allowed: kept }),
  };
}

/** Key of a workspace's target and egress level, since its content may contain values shown at that level. Undefined if any target fits. */
function keyOf({ targetKey, egress }: Environment): string | undefined {
  if (egress === undefined) return targetKey;
  return `${targetKey ?? ""} egress ${egress}`.trim();
}

function withoutReplies({ asked: _, task, ...content }: TaskContent): TaskContent {
  if (task === undefined) return content;
  const { settled: __, ...rest } = task;
  return { ...content, task: rest };
}
