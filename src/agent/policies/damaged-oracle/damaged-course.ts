import type { Action } from "../../../environment/action.ts";
import type { Json } from "../../../util/json.ts";
import { actionKey } from "../../action-key.ts";
import { REPEATED } from "../../drive-run.ts";
import type { TranscriptItem } from "../../policy-request.ts";
import type { ToolNames } from "../../tool-names.ts";
import type { AdviceNote, Fault, FaultNote } from "./fault.ts";
import { type Followed, followAdvice } from "./follow-advice.ts";
import { malformed } from "./malformed-forms.ts";

export type Result = Extract<TranscriptItem, { type: "result" }>;
/** What the course is folded from: results, and replies that could not be used. */
export type Seen = Result | { readonly type: "unusable" };

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
  /** What is written in place of `next`, where that is malformed. */
  readonly written?: string;
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
  readonly advised: readonly AdviceNote[];
}

export function courseAfter(plan: CoursePlan, seen: readonly Seen[]): Course {
  const start: Course = {
    at: -1,
    next: undefined,
    tries: 0,
    blind: false,
    missing: [],
    variables: [],
    notes: [],
    advised: [],
  };
  return seen.reduce((course, one) => after(course, one, plan), begin(start, 0, plan));
}

function begin({ variables, notes, missing, advised }: Course, at: number, plan: CoursePlan): Course {
  const gold = plan.actions[at];
  const fault = plan.faults.get(at);
  const base = {
    at,
    tries: 0,
    blind: fault !== undefined || missing.length > 0,
    variables,
    missing,
    advised,
  };
  if (gold === undefined) return { ...base, next: undefined, notes };
  if (fault === undefined) return { ...base, next: renamed(gold, variables), notes };
  const noted: readonly FaultNote[] = [...notes, { type: "injected", fault }];
  if (fault.form !== undefined) {
    const next = renamed(gold, variables);
    return {
      ...base,
      blind: missing.length > 0,
      next,
      written: malformed(next, fault.form),
      fault,
      notes: noted,
    };
  }
  if (fault.damaged === undefined) {
    const without = { ...base, next: undefined, missing: [...missing, fault], notes: noted };
    return begin(without, at + 1, plan);
  }
  return { ...base, next: renamed(fault.damaged, variables), fault, notes: noted };
}

function after(course: Course, seen: Seen, plan: CoursePlan): Course {
  if (course.next === undefined) return course;
  if (seen.type === "unusable") return afterUnusable(course, plan);
  return seen.failed
    ? afterFailure(course, course.next, seen, plan)
    : afterSuccess(course, course.next, seen, plan);
}

/** What was wrong is the form alone: whoever is told that it could not be read, or that what was read of it failed, writes it again in its form. */
function afterUnusable(course: Course, plan: CoursePlan): Course {
  const tries = course.tries + 1;
  if (plan.feedback) return { ...asPlanned(course), tries };
  return tries < 2 ? { ...course, tries } : leave(course, plan);
}

/** The step without what is malformed in it. */
function asPlanned({ written: _, ...course }: Course): Course {
  return course;
}

function afterFailure(course: Course, next: Action, result: Result, plan: CoursePlan): Course {
  const tries = course.tries + 1;
  if (course.written !== undefined) return afterUnusable(course, plan);
  const again = { ...course, tries, blind: true };
  if (!plan.feedback) return tries < 2 ? again : leave(course, plan);
  if (isUnread(course)) return tries < 2 ? { ...again, next: goldOf(course, next) } : leave(course, plan);
  const offered = followAdvice(result.action, result.advice, plan.names);
  const told = { ...asPlanned(again), advised: withAdvice(course, result, offered) };
  const followed = tries < MOST_TRIES ? offered : undefined;
  if (followed === undefined) return leave(told, plan);
  if (followed.before !== undefined) return { ...told, next: followed.before, held: course.held ?? next };
  return { ...told, next: followed.mended };
}

/** An action taken again because nobody looked at what it brought. Nothing is wrong with the next one, once that is noticed. */
function isUnread({ fault }: Course): boolean {
  return fault?.kind === "ignored-observation";
}

function goldOf({ fault, variables }: Course, next: Action): Action {
  return fault === undefined ? next : renamed(fault.gold, variables);
}

/** Only the first advice after a fault is judged, and only where there is a suggestion. */
function withAdvice(
  course: Course,
  { advice }: Result,
  followed: Followed | undefined,
): readonly AdviceNote[] {
  const fault = course.fault ?? course.missing[0];
  // Of a lost form there is nothing to suggest.
  const hasText = fault !== undefined && fault.form === undefined;
  if (!hasText || course.tries > 0 || (advice?.suggestions ?? []).length === 0) return course.advised;
  const led = followed?.mended ?? followed?.before;
  const gold = actionKey(renamed(fault.gold, course.variables));
  return [...course.advised, { fault, isRight: led !== undefined && actionKey(led) === gold }];
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
  if (isUnread(course)) {
    const isNoticed = plan.feedback && tries === 0 && result.text.includes(REPEATED);
    return isNoticed ? { ...found, tries: tries + 1, next: goldOf(course, next) } : done(found, result, plan);
  }
  const warned = fault !== undefined && plan.feedback;
  const followed = warned ? followAdvice(result.action, result.advice, plan.names) : undefined;
  const told = warned ? { ...found, advised: withAdvice(course, result, followed) } : found;
  const isOther = followed?.mended !== undefined && actionKey(followed.mended) !== actionKey(result.action);
  if (retry && isOther) return { ...asPlanned(told), tries: tries + 1, next: followed.mended };
  return done(told, result, plan);
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
  const isSkipped = isUnread(course) && actionKey(result.action) !== actionKey(goldOf(course, result.action));
  const none = isSkipped && makesVariable(plan.actions[at], plan) ? [null] : [];
  const variables = [...course.variables, ...(isSkipped || made === undefined ? none : [made])];
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
