import { allows, whatIsSaid } from "../../clarification/settle.ts";
import type { Action } from "../../environment/action.ts";
import type { ToolFailure } from "../../environment/tool-failure.ts";
import type { Clarification, ClarificationReply, Wish, WishVerdict } from "../../trajectory/clarification.ts";
import { actionKey } from "../action-key.ts";
import { notAllowed, permissionQuestion } from "./permission.ts";
import { ASKING_IS_OFF, DECLINED, NOT_ASKED, refutedWish } from "./react-feedback.ts";
import { failedResult, takeResult } from "./react-result.ts";
import { ask, type OpenQuestion, type ReactState, type ReactStep, ROLE, told } from "./react-state.ts";

/** The id of an action that is taken again because it was allowed ends so. */
const ALLOWED = "-allowed";

/** The id under which the policy knows an action, whether it had to be allowed or not. */
export function firstId(command: string): string {
  return command.endsWith(ALLOWED) ? command.slice(0, -ALLOWED.length) : command;
}

/** A wish to ask goes before the gate. */
export function weigh(state: ReactState, wish: Wish): ReactStep {
  if (!state.asking) return ask(told(state, ASKING_IS_OFF));
  if (state.steps >= state.stepLimit) return ask(told(state, NOT_ASKED));
  const id = `weigh-${state.steps}`;
  return { state: { ...state, waiting: [id] }, commands: [{ type: "weigh", id, role: ROLE, wish }] };
}

export function onWeighed(state: ReactState, verdict: WishVerdict): ReactStep {
  if (verdict.type === "refuted") return ask(told(state, refutedWish(verdict.guidance)));
  const { clarification } = verdict;
  const transcript = [...state.transcript, { type: "question" as const, text: clarification.question }];
  return put({ ...state, transcript, waiting: [] }, `ask-${state.steps}`, { clarification });
}

/** True where the person is to be asked to allow what has just been refused for want of leave, asking about the question or not. */
export function canBeAllowed(command: string, { code }: ToolFailure): boolean {
  return code === "permission-needed" && firstId(command) === command;
}

/** Holds an action back until the person has said whether it may be taken. */
export function askForLeave(
  state: ReactState,
  command: string,
  action: Action,
  failure: ToolFailure,
): ReactStep {
  if (state.notAllowed.includes(actionKey(action))) {
    return takeResult(state, command, failedResult(command, action, notAllowed({ type: "declined" })));
  }
  const waiting = state.waiting.filter((id) => id !== command);
  const clarification = permissionQuestion(action, failure);
  return put({ ...state, waiting }, `leave-${command}`, { clarification, held: { id: command, action } });
}

export function onAnswered(state: ReactState, command: string, reply: ClarificationReply): ReactStep {
  const { [command]: open, ...questions } = state.questions;
  if (open === undefined) return { state, commands: [] };
  const answered = { ...state, questions };
  if (open.held !== undefined) return onLeave(answered, command, open.held, reply);
  if (reply.type !== "answered") return ask(told(answered, DECLINED));
  const text = answerText(open.clarification, reply);
  return ask({ ...answered, transcript: [...state.transcript, { type: "answer", text }] });
}

function onLeave(
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
