import type { AskedBefore } from "../../clarification/known-answer.ts";
import type { Action } from "../../environment/action.ts";
import type { Task } from "../../environment/task.ts";
import type { Workspace } from "../../environment/workspace.ts";

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
