import type { Task } from "../../environment/task.ts";
import { NO_USAGE } from "../../model/usage.ts";
import type { PolicyReply } from "../../trajectory/policy-reply.ts";
import type { PolicyRequest, TranscriptItem } from "../policy-request.ts";
import type { Policy, PolicyContext } from "../strategy.ts";
import { parseTextReply } from "../text-actions/parse-text-reply.ts";
import { type ToolNames, toolNames } from "../tool-names.ts";
import { type DamageOptions, damagePlan } from "./damaged-oracle/damage-plan.ts";
import {
  type Course,
  type CoursePlan,
  courseAfter,
  renamedText,
  type Seen,
} from "./damaged-oracle/damaged-course.ts";
import type { AdviceNote, FaultNote } from "./damaged-oracle/fault.ts";
import { longestText } from "./damaged-oracle/follow-advice.ts";
import { mostSimilar } from "./damaged-oracle/most-similar.ts";
import {
  answerPart,
  type Gold,
  type GoldPlan,
  goldPlan,
  NO_GOLD,
  notTakenApart,
  placeOf,
  planPosition,
  unanswerable,
} from "./oracle-policy.ts";

import { decisionReply } from "./reply-text.ts";

/** The right answers, how many of their actions are damaged, and how the oracle reacts. */
export interface DamagedOracleOptions extends DamageOptions {
  /** The right answer, or what finds it for a task; without one the run ends `unanswerable`. */
  readonly gold: Gold | ((task: Task) => Gold | undefined);
  /** Follow the first suggestion of a failure (true), or repeat the action once and go on. */
  readonly feedback?: boolean;
  /** Told once of each fault that is injected, and of what becomes of it. */
  readonly onFault?: (note: FaultNote, task: Task) => void;
  /** Told once of the first failure or warning with suggestions that a damaged action draws. */
  readonly onAdvice?: (note: AdviceNote, task: Task) => void;
}

/**
 * An oracle that makes the mistakes of a model at a given rate: what is measured is how far failures
 * and lists of permitted actions lead back. From a fault on, the gold of that step is not looked at: with feedback the first suggestion of
 * the failure or warning is followed, without it the action is repeated once and left; where actions are chosen, the one most like a thought
 * made of the damaged action's own words is taken.
 *
 * @throws FuxiError as `oraclePolicy`
 */
export function damagedOraclePolicy(options: DamagedOracleOptions): Policy {
  const { gold, feedback = true, onFault, onAdvice } = options;
  return {
    id: "damaged-oracle",
    async reply(request, context) {
      const { task } = context;
      const known = typeof gold === "function" ? gold(task) : gold;
      if (known === undefined) return answerPart(request, unanswerable(NO_GOLD));
      const plan = await goldPlan(known, context);
      if (plan === undefined) return answerPart(request, unanswerable(notTakenApart(known)));
      const { environments } = context;
      const faults = damagePlan(plan.actions, task.question, environments, options);
      const names = toolNames(environments);
      const coursePlan = { actions: plan.actions, faults, names, feedback };
      const course = courseOf(coursePlan, request);
      const before = courseBefore(coursePlan, request);
      for (const note of course.notes.slice(before?.notes.length)) onFault?.(note, task);
      for (const note of course.advised.slice(before?.advised.length)) onAdvice?.(note, task);
      const { written } = course;
      return written === undefined
        ? replyTo(request, course, plan)
        : malformedReply(request, written, course, { names, environments });
    },
  };
}

function courseOf(plan: CoursePlan, { transcript }: PolicyRequest, without = 0): Course {
  const seen = seenIn(transcript);
  return courseAfter(plan, seen.slice(0, seen.length - without));
}

function seenIn(transcript: readonly TranscriptItem[]): readonly Seen[] {
  return transcript.flatMap((item): readonly Seen[] => {
    if (item.type === "result") return [item];
    return isUnusable(item) ? [{ type: "unusable" }] : [];
  });
}

/** Of the oracle's own replies, only malformed ones are kept as they were written. */
function isUnusable(item: TranscriptItem | undefined): boolean {
  return item?.type === "step" && item.actions.length === 0 && item.raw !== undefined;
}

/** Where the course stood before what was seen last: itself where the same place is asked about again, undefined at the beginning. */
function courseBefore(plan: CoursePlan, request: PolicyRequest): Course | undefined {
  const { kind, transcript } = request;
  const last = transcript.at(-1);
  if (kind === "choice" || kind === "slot") return courseOf(plan, request);
  if (last === undefined) return undefined;
  const isNew = last.type === "result" || isUnusable(transcript.at(-2));
  return courseOf(plan, request, isNew ? 1 : 0);
}

/** In the papers' text form a malformed call is read as far as it can be. Where an action is chosen by its letter, there is no call to malform. */
function malformedReply(
  request: PolicyRequest,
  written: string,
  { next }: Course,
  { names, environments }: { readonly names: ToolNames } & Pick<PolicyContext, "environments">,
): PolicyReply {
  const part = { thought: "", actions: [], usage: NO_USAGE };
  if (request.kind !== "step") return answerPart(request, { ...part, actions: next ? [next] : [] });
  const raw = `Action: ${written}`;
  const decided = decisionReply(parseTextReply(raw, names), environments);
  const problem = { kind: "no-action" as const, message: "It holds no action." };
  return { ...part, ...(decided ?? { problem }), raw };
}

function replyTo(request: PolicyRequest, course: Course, plan: GoldPlan): PolicyReply {
  const { next, blind } = course;
  const { refusal } = planPosition(request.transcript);
  if (refusal !== undefined)
    return answerPart(request, unanswerable(`The answer was not accepted: ${refusal}`));
  if (next === undefined) return answerPart(request, claimOf(course, plan));
  const planned = { thought: "", actions: [next], usage: NO_USAGE };
  const part = { thought: "", actions: [], usage: NO_USAGE };
  if (request.kind === "choice" && blind) {
    const place = placeOf(next, request.options) ?? mostSimilar(next, request.options);
    return { ...part, choice: place ?? "none" };
  }
  if (request.kind === "slot" && blind && next.arguments[request.slot.argument] === undefined) {
    const longest = longestText(next);
    return longest === undefined ? { ...part, choice: "none" } : { ...part, written: longest };
  }
  return answerPart(request, planned);
}

function claimOf({ variables }: Course, { claim, environment }: GoldPlan): PolicyReply {
  const named = claim.text === undefined ? claim : { text: renamedText(claim.text, variables) };
  return {
    thought: "",
    actions: [],
    claim: environment === undefined ? { claim: named } : { environment, claim: named },
    usage: NO_USAGE,
  };
}
