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

/** An external effect that was begun: written before it is sent, taken away with its result. */
export interface PendingEffect {
  /** Of the one call that was given leave; a call that comes again under the same id is not sent again. */
  readonly id: string;
  readonly action: Action;
  /** ISO 8601: from then on the call that wrote it has ended without telling how. */
  readonly until: string;
}

/** What is kept of one task over all environments of a server: plain JSON. */
export interface TaskContent {
  readonly task?: Task;
  /** By environment. */
  readonly workspaces: Readonly<Record<string, Workspace>>;
  /** `Environment.targetKey` of what each was opened on, with the level at which something of it was withheld. */
  readonly targets?: Readonly<Record<string, string>>;
  /** Effects that the person has allowed for this task, by environment: `api POST /lists`. */
  readonly allowed?: readonly string[];
  /** Questions that were put to the person, with what came of them. */
  readonly asked?: readonly AskedBefore[];
  readonly pending?: PendingEffect;
  /** Ids of effects that have ended, the newest last; at most 500. */
  readonly done?: readonly string[];
}

export interface OpenedIn {
  readonly environments: readonly Environment[];
  readonly artifacts: ArtifactStore;
  readonly limits: ActLimits;
}

/** The task as it is kept, for one call. What a client has read elsewhere is not known here, so no value counts as made up. */
export function taskSession(
  { task, workspaces, allowed = [], asked = [] }: TaskContent,
  { principal, signal }: Caller,
  { environments, limits, artifacts }: OpenedIn,
): TaskSession {
  const state = { task, workspaces: new Map(Object.entries(workspaces)), allowed, asked };
  return new TaskSession(environments, state, { principal, signal, limits, artifacts });
}

/**
 * The content with a workspace for every environment: those that there are stay untouched, also where their environment is no longer attached. One
 * that was opened on something else of the same id, or where a model was told more or less, is begun anew; leave that was given there is taken
 * away, and where something is withheld now, what was said there is forgotten.
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

/** What a workspace is of, and how much of that its model may read: a draft and an answer hold what was told. Undefined where any will do. */
function keyOf({ targetKey, egress }: Environment): string | undefined {
  if (egress === undefined) return targetKey;
  return `${targetKey ?? ""} egress ${egress}`.trim();
}

function withoutReplies({ asked: _, task, ...content }: TaskContent): TaskContent {
  if (task === undefined) return content;
  const { settled: __, ...rest } = task;
  return { ...content, task: rest };
}
