import type { Action } from "../../environment/action.ts";
import type { PolicyReply } from "../../trajectory/policy-reply.ts";
import type { RunEvent } from "../../trajectory/run-event.ts";
import { DEFAULT_RUN_LIMITS } from "../../trajectory/run-limits.ts";
import type { Advice, TranscriptItem } from "../policy-request.ts";
import { renderFailure, renderObservation } from "../render-result.ts";
import type { Command, Strategy } from "../strategy.ts";
import {
  LAST_STEP,
  NO_DECISION,
  NOT_HANDED_IN,
  NOT_TAKEN,
  refusedClaim,
  unusableReply,
} from "./react-feedback.ts";

export const ROLE = "agent";

export type ReactState = {
  readonly environments: readonly string[];
  readonly stepLimit: number;
  /** Replies so far. */
  readonly steps: number;
  readonly transcript: readonly TranscriptItem[];
  /** Ids of the commands of this step that have no result yet. */
  readonly waiting: readonly string[];
  /** The environment that was last worked in: a claim that names none is meant for it. */
  readonly lastEnvironment: string;
  readonly assumptions: readonly string[];
  /** Handed in together with the actions of this step, for the case that they all go through. */
  readonly ahead?: NonNullable<PolicyReply["claim"]>;
};

export type ReactStep = { readonly state: ReactState; readonly commands: readonly Command[] };
type Of<T extends RunEvent["type"]> = Extract<RunEvent, { type: T }>;

/**
 * Thought and actions in turn, with error feedback: a failed action, an unusable reply and a refused answer are told to the policy, which
 * tries again (Middleware, Section 3.2). Several independent actions may be taken in one step.
 */
export function react(): Strategy<ReactState> {
  return { name: "react", start, next };
}

function start(): ReactState {
  return {
    environments: [],
    stepLimit: DEFAULT_RUN_LIMITS.steps,
    steps: 0,
    transcript: [],
    waiting: [],
    lastEnvironment: "",
    assumptions: [],
  };
}

function next(state: ReactState, event: RunEvent): ReactStep {
  switch (event.type) {
    case "run-started":
      return ask({
        ...state,
        environments: event.environments.map(({ id }) => id),
        stepLimit: event.limits.steps,
        lastEnvironment: event.environments[0]?.id ?? "",
      });
    case "run-resumed": {
      const resumed = { ...state, stepLimit: event.limits.steps };
      // The waiting request said what was left under the old limit.
      return state.waiting.some(isModelCommand) ? ask(resumed) : { state: resumed, commands: [] };
    }
    case "policy-replied":
      return onReply({ ...state, steps: state.steps + 1, waiting: [] }, event);
    case "action-observed":
    case "action-failed":
      return onResult(state, event);
    case "claim-accepted": {
      const { answer, evidence } = event;
      const { assumptions } = state;
      const outcome = { type: "answered" as const, answer, evidence: [evidence], assumptions };
      return { state: { ...state, waiting: [] }, commands: [{ type: "finish", outcome }] };
    }
    case "claim-refused":
      return ask(told(state, refusedClaim(renderFailure(event.failure))));
    default:
      return { state, commands: [] };
  }
}

function onReply(state: ReactState, { reply }: Of<"policy-replied">): ReactStep {
  const { thought, actions, claim, unanswerable, problem, raw } = reply;
  const assumptions = [...new Set([...state.assumptions, ...(reply.assumptions ?? [])])];
  const said = (taken: readonly { id: string; action: Action }[], more: object = {}): ReactState => ({
    ...state,
    assumptions,
    transcript: [...state.transcript, { type: "step", thought, actions: taken, ...more }],
  });
  const written = raw === undefined ? {} : { raw };
  if (problem !== undefined) return ask(told(said([], written), unusableReply(problem)));
  const late = state.steps >= state.stepLimit;
  if (actions.length > 0 && late && claim === undefined) return ask(told(said([], written), NOT_TAKEN));
  if (actions.length > 0 && !late) {
    const taken = actions.map((action, index) => ({ id: `act-${state.steps}-${index + 1}`, action }));
    return {
      state: {
        ...said(taken),
        waiting: taken.map(({ id }) => id),
        ...(claim === undefined ? {} : { ahead: claim }),
      },
      commands: taken.map(({ id, action }) => ({ type: "act", id, role: ROLE, action })),
    };
  }
  if (claim !== undefined) return conclude(said([], { claim: claim.claim }), claim);
  if (unanswerable !== undefined) {
    const { reason, words } = unanswerable;
    return {
      state: said([]),
      commands: [{ type: "finish", outcome: { type: "unanswerable", reason, words } }],
    };
  }
  return ask(told(said([], written), NO_DECISION));
}

function onResult(state: ReactState, event: Of<"action-observed"> | Of<"action-failed">): ReactStep {
  const { command: id, action } = event;
  const item: TranscriptItem =
    event.type === "action-failed"
      ? {
          type: "result",
          id,
          action,
          text: renderFailure(event.failure),
          failed: true,
          failure: event.failure.code,
          ...adviceOf([event.failure]),
        }
      : {
          type: "result",
          id,
          action,
          text: renderObservation(event.observation),
          failed: false,
          warnings: event.observation.warnings.map(({ code }) => code),
          ...adviceOf(event.observation.warnings),
        };
  const known = state.environments.includes(action.environment);
  const after: ReactState = {
    ...state,
    transcript: [...state.transcript, item],
    waiting: state.waiting.filter((waiting) => waiting !== id),
    lastEnvironment: known ? action.environment : state.lastEnvironment,
  };
  if (after.waiting.length > 0) return { state: after, commands: [] };
  const { ahead, ...rest } = after;
  if (ahead === undefined) return ask(rest);
  return lastStepIsClean(rest.transcript) ? conclude(rest, ahead) : ask(told(rest, NOT_HANDED_IN));
}

function adviceOf(found: readonly Advice[]): { readonly advice?: Advice } {
  const first = found.find(({ suggestions }) => suggestions.length > 0);
  if (first === undefined) return {};
  const { part, suggestions } = first;
  return { advice: part === undefined ? { suggestions } : { part, suggestions } };
}

function conclude(state: ReactState, { claim, environment }: NonNullable<PolicyReply["claim"]>): ReactStep {
  const id = `conclude-${state.steps}`;
  return {
    state: { ...state, waiting: [id] },
    commands: [
      { type: "conclude", id, role: ROLE, environment: environment ?? state.lastEnvironment, claim },
    ],
  };
}

function lastStepIsClean(transcript: readonly TranscriptItem[]): boolean {
  const from = transcript.findLastIndex((item) => item.type === "step");
  return transcript
    .slice(from)
    .every((item) => item.type !== "result" || (!item.failed && (item.warnings ?? []).length === 0));
}

/** Asks for the next step. What is near the end is told at the end of the request only, so that the prefix that providers cache stays as it was. */
export function ask(state: ReactState): ReactStep {
  const mustConclude = state.steps >= state.stepLimit - 1;
  const transcript: readonly TranscriptItem[] = mustConclude
    ? [...state.transcript, { type: "feedback", text: LAST_STEP }]
    : state.transcript;
  const id = `model-${state.steps + 1}`;
  return {
    state: { ...state, waiting: [id] },
    commands: [{ type: "model", id, role: ROLE, request: { kind: "step", transcript, mustConclude } }],
  };
}

export function told(state: ReactState, text: string): ReactState {
  return { ...state, transcript: [...state.transcript, { type: "feedback", text }] };
}

function isModelCommand(id: string): boolean {
  return id.startsWith("model-");
}
