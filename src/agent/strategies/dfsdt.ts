import type { Action } from "../../environment/action.ts";
import type { Task } from "../../environment/task.ts";
import type { FailureCode } from "../../environment/tool-failure.ts";
import type { RunEvent } from "../../trajectory/run-event.ts";
import { visibleText } from "../../util/visible-text.ts";
import type { TranscriptItem } from "../policy-request.ts";
import type { Command, Strategy } from "../strategy.ts";
import { renderCall } from "../text-actions/tool-signature.ts";
import { type ReactOptions, reactSteps } from "./react.ts";
import { ask, type ReactState, type ReactStep, ROLE, told } from "./react-state.ts";

/** How far and how wide the search goes. */
export interface DfsdtOptions extends ReactOptions {
  /** Steps of one way with which it may still be concluded; 12 as in ToolLLM. */
  readonly depth?: number;
  /** Ways tried from one place at most; 2 as in ToolLLM. */
  readonly branches?: number;
}

/** Where the search stands: plain JSON, for the run loop alone. */
type DfsdtState = {
  /** The conversation of the present way, its limits and its actions, as `react` has them. */
  readonly base: ReactState;
  /** From where the search may go back to, to where it stands now. */
  readonly path: readonly Place[];
  /** Steps of the present way. */
  readonly depth: number;
  /** Failures in a row. */
  readonly failures: number;
  /** Commands whose effect outside was begun, with the action in words. */
  readonly begun: Readonly<Record<string, string>>;
  /** The last effect of the run, which is never gone back behind, and whether the policy knows. */
  readonly effect?: { readonly text: string; readonly told: boolean };
};

type Step = { readonly state: DfsdtState; readonly commands: readonly Command[] };
type Of<T extends RunEvent["type"]> = Extract<RunEvent, { type: T }>;

/** Failures in a row after which a way is left. */
const MOST_FAILURES = 2;

const inner = reactSteps();

/**
 * Depth-first search over the tools with backtracking (ToolLLM's DFSDT, through Query when need, Section 5.1). A place is a step; where the
 * policy gives up, fails twice in a row or has gone too deep, the workspaces go back to the nearest earlier place with a way left, and the
 * policy is told what was tried from there. What had an effect outside is never gone back behind. Everything else is `react`'s.
 */
export function dfsdt({ asking = true, depth = 12, branches = 2 }: DfsdtOptions = {}): Strategy {
  const limits = { depth, branches };
  return {
    name: "dfsdt",
    options: { asking, ...limits },
    start: (task) => start(task, asking),
    next: (state: DfsdtState, event) => next(state, event, limits),
  };
}

type Limits = Required<Pick<DfsdtOptions, "depth" | "branches">>;

function start(task: Task, asking: boolean): DfsdtState {
  return { base: reactSteps({ asking }).start(task), path: [], depth: 0, failures: 0, begun: {} };
}

function next(state: DfsdtState, event: RunEvent, limits: Limits): Step {
  switch (event.type) {
    case "policy-replied":
      return onReply(state, event, limits);
    case "effect-intended": {
      const { tool, arguments: given } = event.action;
      const begun = { ...state.begun, [event.command]: renderCall(tool, given) };
      return { state: { ...state, begun }, commands: [] };
    }
    case "action-observed":
    case "action-failed":
      return arrive(afterEffect(state, event), event, limits);
    case "claim-refused":
      return arrive(state, event, limits);
    case "question-answered":
      return state.base.questions[event.command]?.held === undefined
        ? proceed(state, inner.next(state.base, event))
        : arrive(state, event, limits);
    case "workspaces-restored":
      return proceed(state, ask(told(state.base, tryAnotherWay(state.path.at(-1)?.tried ?? []))));
    default:
      return proceed(state, inner.next(state.base, event));
  }
}

function onReply(state: DfsdtState, event: Of<"policy-replied">, limits: Limits): Step {
  const { reply } = event;
  // What opened the workspaces came after the first request, so the place is where the reply found them.
  const path = state.path.length === 0 ? [placeOf(state.base, event.seq)] : state.path;
  const step = inner.next(state.base, event);
  const ends = step.commands.some(({ type }) => type === "finish");
  if (reply.unanswerable === undefined || !ends) return proceed({ ...state, path }, step);
  const { reason } = reply.unanswerable;
  const back = goBack({ ...state, base: step.state, path }, path.length - 2, reason, limits);
  return back ?? proceed({ ...state, path }, step);
}

/** Before what had an effect outside there is no place to go back to any more. */
function afterEffect(state: DfsdtState, event: Of<"action-observed"> | Of<"action-failed">): DfsdtState {
  const { [event.command]: text, ...begun } = state.begun;
  if (text === undefined) return state;
  if (wasNotBegun(event)) return { ...state, begun };
  return { ...state, begun, path: [], depth: 0, effect: { text, told: false } };
}

/** Where a step is through and the policy is to be asked again, that is a new place, or the end of the way. */
function arrive(state: DfsdtState, event: RunEvent, limits: Limits): Step {
  const step = inner.next(state.base, event);
  if (!step.commands.some(({ type }) => type === "model")) return proceed(state, step);
  const { state: base, commands } = step;
  const failures = failuresInRow(state.failures, base, event.type === "claim-refused");
  const path = [...state.path, placeOf(base, event.seq)];
  const here: DfsdtState = { ...state, base, path, depth: state.depth + 1, failures };
  const reason = deadEnd(here, limits);
  if (reason === undefined || isLate(base)) return { state: here, commands };
  const left = failures >= MOST_FAILURES ? failures : 1;
  const back = goBack(here, path.length - 1 - left, reason, limits);
  if (back !== undefined) return back;
  if (state.effect !== undefined) return { state: { ...here, failures: 0 }, commands };
  const outcome = { type: "unanswerable" as const, reason, words: [] };
  return { state: { ...here, base: { ...base, waiting: [] } }, commands: [{ type: "finish", outcome }] };
}

function deadEnd({ base, depth, failures }: DfsdtState, limits: Limits): string | undefined {
  if (failures >= MOST_FAILURES) return lastWords(base);
  return depth > limits.depth ? TOO_LONG : undefined;
}

/** Undefined where there is nothing to go back to, and nothing to tell of it. */
function goBack(state: DfsdtState, from: number, reason: string, limits: Limits): Step | undefined {
  const { base, path, effect } = state;
  if (isLate(base)) return undefined;
  const at = path
    .slice(0, Math.max(0, from + 1))
    .findLastIndex(({ tried }) => tried.length + 1 < limits.branches);
  const place = path[at];
  if (place === undefined) {
    if (effect === undefined || effect.told) return undefined;
    const known = { ...state, failures: 0, effect: { ...effect, told: true } };
    return proceed(known, ask(told(base, cannotGoBack(effect.text, reason))));
  }
  const tried = [
    ...place.tried,
    triedWay(base.transcript.slice(place.items), reason, base.environments.length > 1),
  ];
  const command = { type: "restore" as const, id: `restore-${base.steps}`, role: ROLE, asOf: place.asOf };
  return {
    state: {
      ...state,
      base: standingAt(base, place, command.id),
      path: [...path.slice(0, at), { ...place, tried }],
      depth: state.depth - (path.length - 1 - at),
      failures: 0,
    },
    commands: [command],
  };
}

function proceed(state: DfsdtState, { state: base, commands }: ReactStep): Step {
  return { state: { ...state, base }, commands };
}

/** Each of these is read again in every later step. */
const LONGEST_WAY = 300;
const LONGEST_REASON = 200;

const TOO_LONG = "the way grew too long without an answer";

/** One way that was tried, in short: its calls, and why it came to nothing. */
function triedWay(branch: readonly TranscriptItem[], reason: string, several: boolean): string {
  const nameOf = ({ environment, tool }: Action): string => (several ? `${environment}__${tool}` : tool);
  const calls = branch.flatMap((item) =>
    item.type === "step"
      ? item.actions.map(({ action }) => renderCall(nameOf(action), action.arguments))
      : [],
  );
  const claimed = branch.some((item) => item.type === "step" && item.claim !== undefined);
  const way = [...calls, ...(claimed ? ["an answer that was refused"] : [])].join(", then ");
  return `${clipped(way || "no action", LONGEST_WAY)}: ${clipped(reason, LONGEST_REASON)}`;
}

/** What the policy is told where it stands again (ToolLLM's prompt for diversity, in short). */
function tryAnotherWay(tried: readonly string[]): string {
  const ways = tried.map((way) => `- ${way}`).join("\n");
  return `You stand here again, and what was done after this point is undone. It was tried before and came to nothing:\n${ways}\nGo another way than ${tried.length === 1 ? "this" : "these"}.`;
}

/** Where nothing is left to go back to but what cannot be undone. */
function cannotGoBack(effect: string, reason: string): string {
  return `This way came to nothing (${clipped(reason, LONGEST_REASON)}), but there is no going back before ${effect}, which has taken effect outside. Go on from here another way, or give up with the reason.`;
}

function clipped(text: string, most: number): string {
  const line = visibleText(text.replace(/\s+/gu, " ").trim());
  return line.length > most ? `${line.slice(0, most)}…` : line;
}

/** A place of the search at which the policy decides, with what it takes to stand there again. */
type Place = {
  /** The event that the workspaces are gone back to. */
  readonly asOf: number;
  /** Items of the transcript before the policy was asked here. */
  readonly items: number;
  readonly assumptions: readonly string[];
  readonly lastEnvironment: string;
  /** What was tried from here and came to nothing. */
  readonly tried: readonly string[];
};

function placeOf({ transcript, assumptions, lastEnvironment }: ReactState, asOf: number): Place {
  return { asOf, items: transcript.length, assumptions, lastEnvironment, tried: [] };
}

/** The conversation as it was at a place; what the person has said and allowed meanwhile stays known. */
function standingAt(
  base: ReactState,
  { items, assumptions, lastEnvironment }: Place,
  command: string,
): ReactState {
  const { ahead: _, ...rest } = base;
  const transcript = base.transcript.slice(0, items);
  return { ...rest, transcript, assumptions, lastEnvironment, waiting: [command] };
}

/** Failures that come before anything has left for outside. */
const NOT_BEGUN: readonly FailureCode[] = [
  "permission-needed",
  "not-permitted",
  "invalid-arguments",
  "untraced-argument",
  "unknown-operation",
  "unknown-reference",
  "prerequisite-missing",
];

/** True where an action that was announced as an effect was refused before it was begun. */
function wasNotBegun(event: RunEvent): boolean {
  return event.type === "action-failed" && NOT_BEGUN.includes(event.failure.code);
}

/** How many steps in a row have come to nothing but failures, the last included. */
function failuresInRow(before: number, { transcript }: ReactState, refused: boolean): number {
  const from = transcript.findLastIndex(({ type }) => type === "step");
  const results = transcript.slice(from).filter((item) => item.type === "result");
  const failed = results.every((result) => result.failed);
  if (refused) return failed ? before + 1 : 1;
  return failed && results.length > 0 ? before + 1 : 0;
}

/** What was last said of a failure. */
function lastWords({ transcript }: ReactState): string {
  const last = transcript.findLast(
    (item) => item.type === "feedback" || (item.type === "result" && item.failed),
  );
  return last?.type === "feedback" || last?.type === "result" ? last.text : "";
}

/** True where going back is of no use: only a final answer can come in the step that is left. */
function isLate({ steps, stepLimit }: ReactState): boolean {
  return steps >= stepLimit - 1;
}
