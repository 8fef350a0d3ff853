import { allows, whatIsSaid } from "../../clarification/settle.ts";
import type { Action } from "../../environment/action.ts";
import type { ToolFailure } from "../../environment/tool-failure.ts";
import type { Clarification, ClarificationReply, Wish, WishVerdict } from "../../trajectory/clarification.ts";
import { DEFAULT_RUN_LIMITS, type RunEvent } from "../../trajectory/run-event.ts";
import { given } from "../../util/given.ts";
import { actionKey } from "../action-key.ts";
import type { TranscriptItem } from "../policy-request.ts";
import { renderFailure, renderObservation } from "../render-result.ts";
import type { Strategy } from "../strategy.ts";
import { notAllowed, permissionQuestion } from "./permission.ts";
import {
  ASKING_IS_OFF,
  ask,
  conclude,
  DECLINED,
  MAY_BE_OPEN,
  NO_DECISION,
  NOT_ASKED,
  NOT_HANDED_IN,
  NOT_TAKEN,
  type OpenQuestion,
  type ReactState,
  type ReactStep,
  ROLE,
  refusedClaim,
  refutedWish,
  told,
  unusableReply,
} from "./react-state.ts";

/** What `react` and `decoupled` can be told. */
export interface ReactOptions {
  /** False where the person is never to be asked what is meant. Permission for external effects is asked all the same. */
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
        ? askPermission(state, command, action, failure)
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
  const handedIn =
    claim === undefined ? {} : { claim: claim.claim, ...given({ assumptions: reply.assumptions }) };
  if (problem !== undefined) return ask(told(said([], written), unusableReply(problem)));
  if (wish !== undefined) return weigh(said([], { wish }), wish);
  const late = state.steps >= state.stepLimit;
  if (actions.length > 0 && late && claim === undefined) return ask(told(said([], written), NOT_TAKEN));
  if (actions.length > 0 && !late) {
    const taken = actions.map((action, index) => ({ id: `act-${state.steps}-${index + 1}`, action }));
    return {
      state: {
        ...said(taken, handedIn),
        waiting: taken.map(({ id }) => id),
        ...(claim === undefined ? {} : { ahead: claim }),
      },
      commands: taken.map(({ id, action }) => ({ type: "act", id, role: ROLE, action })),
    };
  }
  if (claim !== undefined) return conclude(said([], handedIn), claim);
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

/** The id of an action that is taken again because it was allowed ends so. */
const ALLOWED = "-allowed";

/** The id under which the policy knows an action, whether it had to be allowed or not. */
function firstId(command: string): string {
  return command.endsWith(ALLOWED) ? command.slice(0, -ALLOWED.length) : command;
}

/** A wish to ask goes before the gate. */
function weigh(state: ReactState, wish: Wish): ReactStep {
  if (!state.asking) return ask(told(state, ASKING_IS_OFF));
  if (state.steps >= state.stepLimit) return ask(told(state, NOT_ASKED));
  const id = `weigh-${state.steps}`;
  return { state: { ...state, waiting: [id] }, commands: [{ type: "weigh", id, role: ROLE, wish }] };
}

function onWeighed(state: ReactState, verdict: WishVerdict): ReactStep {
  if (verdict.type === "refuted") return ask(told(state, refutedWish(verdict.guidance)));
  const { clarification } = verdict;
  const transcript = [...state.transcript, { type: "question" as const, text: clarification.question }];
  return put({ ...state, transcript, waiting: [] }, `ask-${state.steps}`, { clarification });
}

/** True where the person is to be asked to allow what has just been refused for want of permission, asking about the question or not. */
function canBeAllowed(command: string, { code }: ToolFailure): boolean {
  return code === "permission-needed" && firstId(command) === command;
}

/** Holds an action back until the person has said whether it may be taken. */
function askPermission(state: ReactState, command: string, action: Action, failure: ToolFailure): ReactStep {
  if (state.notAllowed.includes(actionKey(action))) {
    return takeResult(state, command, failedResult(command, action, notAllowed({ type: "declined" })));
  }
  const waiting = state.waiting.filter((id) => id !== command);
  const clarification = permissionQuestion(action, failure);
  return put({ ...state, waiting }, `leave-${command}`, { clarification, held: { id: command, action } });
}

function onAnswered(state: ReactState, command: string, reply: ClarificationReply): ReactStep {
  const { [command]: open, ...questions } = state.questions;
  if (open === undefined) return { state, commands: [] };
  const answered = { ...state, questions };
  if (open.held !== undefined) return onPermission(answered, command, open.held, reply);
  if (reply.type !== "answered") return ask(told(answered, DECLINED));
  const text = answerText(open.clarification, reply);
  return ask({ ...answered, transcript: [...state.transcript, { type: "answer", text }] });
}

function onPermission(
  state: ReactState,
  command: string,
  { id, action }: NonNullable<OpenQuestion["held"]>,
  reply: ClarificationReply,
): ReactStep {
  if (reply.type === "answered" && allows(reply)) {
    const again = `${id}${ALLOWED}`;
    const waiting = [...state.waiting.filter((other) => other !== command), again];
    return { state: { ...state, waiting }, commands: [{ type: "act", id: again, role: ROLE, action }] };
  }
  const refused = { ...state, notAllowed: [...state.notAllowed, actionKey(action)] };
  return takeResult(refused, command, failedResult(id, action, notAllowed(reply)));
}

function put(state: ReactState, id: string, question: OpenQuestion): ReactStep {
  const { clarification } = question;
  return {
    state: {
      ...state,
      waiting: [...state.waiting, id],
      questions: { ...state.questions, [id]: question },
    },
    commands: [{ type: "ask", id, role: ROLE, clarification }],
  };
}

/** The reading that was chosen says more than the number or the word it was chosen by. */
function answerText(
  clarification: Clarification,
  reply: Extract<ClarificationReply, { type: "answered" }>,
): string {
  const { text, told = text } = whatIsSaid(clarification, reply);
  return told;
}

type Result = Extract<TranscriptItem, { type: "result" }>;

/** Takes in what became of an action; goes on when it was the last of its step. */
function takeResult(state: ReactState, command: string, result: Result): ReactStep {
  const { environment } = result.action;
  const after: ReactState = {
    ...state,
    transcript: [...state.transcript, result],
    waiting: state.waiting.filter((waiting) => waiting !== command),
    lastEnvironment: state.environments.includes(environment) ? environment : state.lastEnvironment,
  };
  if (after.waiting.length > 0) return { state: after, commands: [] };
  const { ahead, ...rest } = after;
  if (ahead === undefined) return ask(rest);
  if (lastStepIsSettled(rest.transcript, rest.asking)) return conclude(rest, ahead);
  return ask(told(rest, lastStepIsClean(rest.transcript) ? MAY_BE_OPEN : NOT_HANDED_IN));
}

function failedResult(id: string, action: Action, failure: ToolFailure): Result {
  const text = renderFailure(failure);
  return { type: "result", id, action, text, failed: true, failure: failure.code };
}

function observedResult(
  id: string,
  { action, observation }: Extract<RunEvent, { type: "action-observed" }>,
): Result {
  const { warnings, notes } = observation;
  return {
    type: "result",
    id,
    action,
    text: renderObservation(observation),
    failed: false,
    warnings: warnings.map(({ code }) => code),
    ...(notes.some(({ code }) => code === "could-also-mean") ? { isOpen: true } : {}),
  };
}

function lastStep(transcript: readonly TranscriptItem[]): readonly TranscriptItem[] {
  return transcript.slice(transcript.findLastIndex((item) => item.type === "step"));
}

function lastStepIsClean(transcript: readonly TranscriptItem[]): boolean {
  return lastStep(transcript).every(
    (item) => item.type !== "result" || (!item.failed && (item.warnings ?? []).length === 0),
  );
}

/** True where all actions of the last step went through, and none showed that the question could mean something else. */
export function lastStepIsSettled(transcript: readonly TranscriptItem[], asking: boolean): boolean {
  return lastStepIsClean(transcript) && !(asking && lastStep(transcript).some(isOpen));
}

const isOpen = (item: TranscriptItem): boolean => item.type === "result" && item.isOpen === true;
