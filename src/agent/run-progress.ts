import { addUsage, NO_USAGE, type Usage } from "../model/usage.ts";
import type { PolicyReply } from "../trajectory/policy-reply.ts";
import { DEFAULT_RUN_LIMITS, type RunEvent, type RunLimits } from "../trajectory/run-event.ts";

/** How far a run has come: what stop conditions look at. A fold of its events, so the same after a restart. */
export interface Progress {
  readonly limits: RunLimits;
  /** Replies of the policy; to choose among options or to write an argument belongs to the step of its thought. */
  readonly steps: number;
  /** Time in which the policy or an environment was working; waiting for a person or for a resume does not count. */
  readonly milliseconds: number;
  readonly usage: Usage;
  /** Unusable replies since the last usable one. */
  readonly unusableReplies: number;
  /** How often, by role, the last set of actions was chosen in a row. */
  readonly sameActions: Readonly<Record<string, { readonly key: string; readonly times: number }>>;
  /** Of the last event, in milliseconds since 1970. */
  readonly lastAt: number;
}

export const NO_PROGRESS: Progress = {
  limits: DEFAULT_RUN_LIMITS,
  steps: 0,
  milliseconds: 0,
  usage: NO_USAGE,
  unusableReplies: 0,
  sameActions: {},
  lastAt: 0,
};

export function progressAfter(progress: Progress, event: RunEvent): Progress {
  const at = Date.parse(event.at);
  const worked = Math.max(0, Math.min(at - progress.lastAt, event.milliseconds ?? 0));
  const timed = { ...progress, milliseconds: progress.milliseconds + worked, lastAt: at };
  switch (event.type) {
    case "run-started":
      return { ...timed, limits: event.limits };
    case "run-resumed":
      return { ...timed, limits: event.limits, unusableReplies: 0, sameActions: {} };
    case "policy-replied":
      return {
        ...timed,
        steps: progress.steps + (belongsToStep(event) ? 0 : 1),
        usage: addUsage(progress.usage, event.reply.usage),
        unusableReplies: event.reply.problem === undefined ? 0 : progress.unusableReplies + 1,
      };
    default:
      return timed;
  }
}

/** Whose outputs begin a step: of a team the planner's, that of a single round, and all of a long-form answer. */
const BEGINNING: readonly string[] = ["planner", "agent", "writer", "investigator", "synthesiser"];

function belongsToStep({ role, reply }: { readonly role: string; readonly reply: PolicyReply }): boolean {
  const { choice, written, output } = reply;
  return choice !== undefined || written !== undefined || (output !== undefined && !BEGINNING.includes(role));
}

/** Counts a set of actions that a strategy has chosen together. */
export function progressWithActions(progress: Progress, role: string, keys: readonly string[]): Progress {
  const key = [...keys].sort().join("\n");
  const before = progress.sameActions[role];
  const times = before?.key === key ? before.times + 1 : 1;
  return { ...progress, sameActions: { ...progress.sameActions, [role]: { key, times } } };
}
