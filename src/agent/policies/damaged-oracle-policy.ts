import type { Task } from "../../environment/task.ts";
import { NO_USAGE } from "../../model/usage.ts";
import type { PolicyReply } from "../../trajectory/policy-reply.ts";
import type { Policy } from "../policy.ts";
import type { PolicyRequest } from "../policy-request.ts";
import { toolNames } from "../tool-names.ts";
import { answerPart, placeOf, thoughtOf } from "./answer-part.ts";
import { type DamageOptions, damagePlan } from "./damaged-oracle/damage-plan.ts";
import { type Course, type CoursePlan, courseAfter, renamedText } from "./damaged-oracle/damaged-course.ts";
import type { FaultNote } from "./damaged-oracle/fault.ts";
import { mostSimilar } from "./damaged-oracle/most-similar.ts";
import { type Gold, type GoldPlan, goldPlan } from "./gold-plan.ts";
import { NO_GOLD, notTakenApart, unanswerable } from "./oracle-policy.ts";
import { planPosition } from "./planned-steps.ts";

/** The right answers, how many of their actions are damaged, and how the oracle reacts. */
export interface DamagedOracleOptions extends DamageOptions {
  /** The right answer, or what finds it for a task; without one the run ends `unanswerable`. */
  readonly gold: Gold | ((task: Task) => Gold | undefined);
  /** Follow the first suggestion of a failure (true), or repeat the action once and go on. */
  readonly feedback?: boolean;
  /** Told once of each fault that is injected, and of what becomes of it. */
  readonly onFault?: (note: FaultNote, task: Task) => void;
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
  const { gold, feedback = true, onFault } = options;
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
      const coursePlan = { actions: plan.actions, faults, names: toolNames(environments), feedback };
      const course = courseOf(coursePlan, request);
      for (const note of newNotes(coursePlan, request, course)) onFault?.(note, task);
      return replyTo(request, course, plan);
    },
  };
}

function courseOf(plan: CoursePlan, { transcript }: PolicyRequest, without = 0): Course {
  const results = transcript.filter((item) => item.type === "result");
  return courseAfter(plan, results.slice(0, results.length - without));
}

/** What the last result brought; nothing where the same place is asked about again. */
function newNotes(plan: CoursePlan, request: PolicyRequest, course: Course): readonly FaultNote[] {
  const last = request.transcript.at(-1);
  if (request.kind === "choice" || request.kind === "slot") return [];
  if (last === undefined) return course.notes;
  return last.type === "result" ? course.notes.slice(courseOf(plan, request, 1).notes.length) : [];
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
    const place = placeOf(next, request.options) ?? mostSimilar(thoughtOf(next), request.options);
    return { ...part, choice: place ?? "none" };
  }
  if (request.kind === "slot" && blind && next.arguments[request.slot.argument] === undefined) {
    const texts = Object.values(next.arguments).filter((value) => typeof value === "string");
    const longest = texts.toSorted((a, b) => b.length - a.length)[0];
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
