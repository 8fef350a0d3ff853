import type { Action } from "../../environment/action.ts";
import type { RunEvent } from "../../trajectory/run-event.ts";
import { DEFAULT_RUN_LIMITS } from "../../trajectory/run-limits.ts";
import { renderFailure } from "../render-result.ts";
import type { Strategy } from "../strategy.ts";
import { askForLeave, canBeAllowed, firstId, onAnswered, onWeighed, weigh } from "./react-asking.ts";
import { NO_DECISION, NOT_TAKEN, refusedClaim, unusableReply } from "./react-feedback.ts";
import { failedResult, observedResult, takeResult } from "./react-result.ts";
import { ask, conclude, type ReactState, type ReactStep, ROLE, told } from "./react-state.ts";

/** What `react` and `decoupled` can be told. */
export interface ReactOptions {
  /** False where the person is never to be asked what is meant. Leave for external effects is asked all the same. */
  readonly asking?: boolean;
}

type Of<T extends RunEvent["type"]> = Extract<RunEvent, { type: T }>;

/**
 * Thought and actions in turn, with error feedback: a failed action, an unusable reply and a refused answer are told to the policy, which
 * tries again (Middleware, Section 3.2). Several independent actions may be taken in one step. Where the policy wishes so and the gate
 * agrees, the person is asked (Query when need, Section 5.1).
 */
export function react(options: ReactOptions = {}): Strategy {
  return reactSteps(options);
}

/** `react` with a state that other strategies can build on. */
export function reactSteps({ asking = true }: ReactOptions = {}): Strategy<ReactState> {
  return { name: "react", options: { asking }, start: () => start(asking), next };
}

function start(asking: boolean): ReactState {
  return {
    asking,
    environments: [],
    stepLimit: DEFAULT_RUN_LIMITS.steps,
    steps: 0,
    transcript: [],
    waiting: [],
    questions: {},
    notAllowed: [],
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
    case "wish-weighed":
      return onWeighed(state, event.verdict);
    case "question-answered":
      return onAnswered(state, event.command, event.reply);
    case "action-observed":
      return takeResult(state, event.command, observedResult(firstId(event.command), event));
    case "action-failed": {
      const { command, action, failure } = event;
      return canBeAllowed(command, failure)
        ? askForLeave(state, command, action, failure)
        : takeResult(state, command, failedResult(firstId(command), action, failure));
    }
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
  const { thought, actions, claim, unanswerable, problem, wish, raw } = reply;
  const assumptions = [...new Set([...state.assumptions, ...(reply.assumptions ?? [])])];
  const said = (taken: readonly { id: string; action: Action }[], more: object = {}): ReactState => ({
    ...state,
    assumptions,
    transcript: [...state.transcript, { type: "step", thought, actions: taken, ...more }],
  });
  const written = raw === undefined ? {} : { raw };
  if (problem !== undefined) return ask(told(said([], written), unusableReply(problem)));
  if (wish !== undefined) return weigh(said([], { wish }), wish);
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

function isModelCommand(id: string): boolean {
  return id.startsWith("model-");
}
