import type { Action } from "../../../environment/action.ts";
import type { Json } from "../../../util/json.ts";
import { actionKey } from "../../action-key.ts";
import type { TranscriptItem } from "../../policy-request.ts";
import type { ToolNames } from "../../tool-names.ts";
import type { Fault, FaultNote } from "./fault.ts";
import { followAdvice } from "./follow-advice.ts";

export type Result = Extract<TranscriptItem, { type: "result" }>;

/** Failures of one step after which it is left. */
const MOST_TRIES = 3;

export interface CoursePlan {
  readonly actions: readonly Action[];
  readonly faults: ReadonlyMap<number, Fault>;
  readonly names: ToolNames;
  /** Whether what a failure suggests is followed; else the action is repeated once. */
  readonly feedback: boolean;
}

/** How far a damaged plan has been followed: folded from the results, as policies keep no state. */
export interface Course {
  /** Place of the gold action that is worked on. */
  readonly at: number;
  /** What to take now; undefined when the plan is through. */
  readonly next: Action | undefined;
  readonly fault?: Fault;
  readonly tries: number;
  /** True from a fault or failure of the step on, and while an action left out is missing: the gold is not to be looked at. */
  readonly blind: boolean;
  /** Of the actions that were left out, those that nothing has led to since. */
  readonly missing: readonly Fault[];
  /** The refused action, while another is taken before it. */
  readonly held?: Action;
  /** Variables that were made, by their number in the gold plan; null where none came of it. */
  readonly variables: readonly (string | null)[];
  readonly notes: readonly FaultNote[];
}

export function courseAfter(plan: CoursePlan, results: readonly Result[]): Course {
  const start: Course = {
    at: -1,
    next: undefined,
    tries: 0,
    blind: false,
    missing: [],
    variables: [],
    notes: [],
  };
  return results.reduce((course, result) => after(course, result, plan), begin(start, 0, plan));
}

function begin({ variables, notes, missing }: Course, at: number, plan: CoursePlan): Course {
  const gold = plan.actions[at];
  const fault = plan.faults.get(at);
  const base = { at, tries: 0, blind: fault !== undefined || missing.length > 0, variables, missing };
  if (gold === undefined) return { ...base, next: undefined, notes };
  if (fault === undefined) return { ...base, next: renamed(gold, variables), notes };
  const noted: readonly FaultNote[] = [...notes, { type: "injected", fault }];
  if (fault.damaged === undefined) {
    const without = { ...base, next: undefined, missing: [...missing, fault], notes: noted };
    return begin(without, at + 1, plan);
  }
  return { ...base, next: renamed(fault.damaged, variables), fault, notes: noted };
}

function after(course: Course, result: Result, plan: CoursePlan): Course {
  if (course.next === undefined) return course;
  return result.failed
    ? afterFailure(course, course.next, result, plan)
    : afterSuccess(course, course.next, result, plan);
}

function afterFailure(course: Course, next: Action, result: Result, plan: CoursePlan): Course {
  const tries = course.tries + 1;
  const again = { ...course, tries, blind: true };
  if (!plan.feedback) return tries < 2 ? again : leave(course, plan);
  const followed = tries < MOST_TRIES ? followAdvice(result.action, result.advice, plan.names) : undefined;
  if (followed === undefined) return leave(course, plan);
  if (followed.before !== undefined) return { ...again, next: followed.before, held: course.held ?? next };
  return { ...again, next: followed.mended };
}

function afterSuccess(course: Course, next: Action, result: Result, plan: CoursePlan): Course {
  const { held, fault, tries } = course;
  const found = withFound(course, result);
  if (held !== undefined) {
    const { held: _, ...rest } = found;
    return { ...rest, next: held };
  }
  const retry = tries + 1 < MOST_TRIES;
  // Something else could be taken instead of what needs the action that was left out: it may have been that one.
  if (course.missing.length > 0 && actionKey(result.action) !== actionKey(next) && tries === 0) {
    return { ...found, tries: tries + 1 };
  }
  const warned = fault !== undefined && plan.feedback && retry;
  const followed = warned ? followAdvice(result.action, result.advice, plan.names) : undefined;
  if (followed?.mended !== undefined && actionKey(followed.mended) !== actionKey(result.action)) {
    return { ...found, tries: tries + 1, next: followed.mended };
  }
  return done(found, result, plan);
}

/** An action that was left out and has been taken after all. */
function withFound(course: Course, result: Result): Course {
  const key = actionKey(result.action);
  const fault = course.missing.find(({ gold }) => actionKey(renamed(gold, course.variables)) === key);
  if (fault === undefined) return course;
  return {
    ...course,
    missing: course.missing.filter((one) => one !== fault),
    notes: [...course.notes, { type: "repaired", fault }],
  };
}

function done(course: Course, result: Result, plan: CoursePlan): Course {
  const { fault, at } = course;
  const gold = fault && renamed(fault.gold, course.variables);
  const notes: readonly FaultNote[] =
    fault === undefined || gold === undefined
      ? course.notes
      : [
          ...course.notes,
          { type: actionKey(gold) === actionKey(result.action) ? "repaired" : "unnoticed", fault },
        ];
  const made = newVariable(result.text, course.variables);
  const variables = made === undefined ? course.variables : [...course.variables, made];
  return begin({ ...course, notes, variables }, at + 1, plan);
}

function leave(course: Course, plan: CoursePlan): Course {
  const { fault, at } = course;
  const notes: readonly FaultNote[] =
    fault === undefined ? course.notes : [...course.notes, { type: "left", fault }];
  const variables = makesVariable(plan.actions[at], plan) ? [...course.variables, null] : course.variables;
  return begin({ ...course, notes, variables }, at + 1, plan);
}

/** What was left is counted in the gold plan all the same. Where nothing is ever called `#n`, it does not matter. */
function makesVariable(gold: Action | undefined, { names }: CoursePlan): boolean {
  const named = names.tools.find(
    ({ environment, tool }) => environment === gold?.environment && tool.name === gold.tool,
  );
  return named?.tool.group === "functional";
}

/** A variable that the result speaks of and that nobody has seen before. */
function newVariable(text: string, known: readonly (string | null)[]): string | undefined {
  const highest = Math.max(-1, ...known.map((name) => (name === null ? -1 : Number(name.slice(1)))));
  const named = [...text.matchAll(/#(\d+)\b/gu)].map((match) => Number(match[1]));
  const fresh = named.filter((number) => number > highest);
  return fresh.length === 0 ? undefined : `#${Math.min(...fresh)}`;
}

/** The gold plan counts its variables; a repair or a step left out makes the counts differ. */
export function renamed(action: Action, variables: readonly (string | null)[]): Action {
  const given = Object.entries(action.arguments).map(([name, value]): [string, Json | undefined] => [
    name,
    typeof value === "string" ? renamedText(value, variables) : value,
  ]);
  return { ...action, arguments: Object.fromEntries(given) };
}

export function renamedText(text: string, variables: readonly (string | null)[]): string {
  const number = /^#(\d+)$/u.exec(text.trim())?.[1];
  return number === undefined ? text : (variables[Number(number)] ?? text);
}
