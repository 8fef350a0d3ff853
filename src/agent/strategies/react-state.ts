import type { Action } from "../../environment/action.ts";
import type { Clarification } from "../../trajectory/clarification.ts";
import type { PolicyReply, ReplyProblem } from "../../trajectory/policy-reply.ts";
import type { TranscriptItem } from "../policy-request.ts";
import type { Command } from "../strategy.ts";

export const ROLE = "agent";

/** A question that waits for the person. */
export type OpenQuestion = {
  readonly clarification: Clarification;
  /** Where permission is asked for: the action that is held back, with the id of its command. */
  readonly held?: { readonly id: string; readonly action: Action };
};

export type ReactState = {
  /** Whether the person may be asked what is meant. */
  readonly asking: boolean;
  readonly environments: readonly string[];
  readonly stepLimit: number;
  /** Replies so far. */
  readonly steps: number;
  readonly transcript: readonly TranscriptItem[];
  /** Ids of the commands of this step that have no result yet. */
  readonly waiting: readonly string[];
  /** By the id of their command. */
  readonly questions: Readonly<Record<string, OpenQuestion>>;
  /** Keys of actions that the person did not allow: they are not asked about again. */
  readonly notAllowed: readonly string[];
  /** The environment that was last worked in: a claim that names none is meant for it. */
  readonly lastEnvironment: string;
  readonly assumptions: readonly string[];
  /** Handed in together with the actions of this step, for the case that they all go through. */
  readonly ahead?: NonNullable<PolicyReply["claim"]>;
};

export type ReactStep = { readonly state: ReactState; readonly commands: readonly Command[] };

/** Asks for the next step. What is near the end is told at the end of the request only, so that the prefix that providers cache stays as it was. */
export function ask(state: ReactState): ReactStep {
  const mustConclude = state.steps >= state.stepLimit - 1;
  const transcript: readonly TranscriptItem[] = mustConclude
    ? [...state.transcript, { type: "feedback", text: LAST_STEP }]
    : state.transcript;
  const id = `model-${state.steps + 1}`;
  const request = { kind: "step" as const, transcript, mustConclude, mayAsk: state.asking };
  return {
    state: { ...state, waiting: [id] },
    commands: [{ type: "model", id, role: ROLE, request }],
  };
}

export function told(state: ReactState, text: string): ReactState {
  return { ...state, transcript: [...state.transcript, { type: "feedback", text }] };
}

export function conclude(
  state: ReactState,
  { claim, environment }: NonNullable<PolicyReply["claim"]>,
): ReactStep {
  const id = `conclude-${state.steps}`;
  return {
    state: { ...state, waiting: [id] },
    commands: [
      { type: "conclude", id, role: ROLE, environment: environment ?? state.lastEnvironment, claim },
    ],
  };
}

/** What `react` says to the policy on its own account. Short: each is read again in every later step. */
const LAST_STEP =
  "This is your last step: no further action will be taken. Give the final answer now, from what you have.";

/** Read only where the run is resumed with a higher limit. */
export const NOT_TAKEN = "Your last action was not taken, because the limit of steps had been reached.";

export const NO_DECISION = "Your reply held neither an action nor a final answer. Reply with one of them.";

/** A claim that came together with actions was made before their results could be seen. */
export const NOT_HANDED_IN =
  "Your answer was not handed in, because a call before it failed or warned. Mend what it names, or hand the answer in again.";

/** A claim whose check shows that the question could mean something else: whoever wrote it has not seen that yet. */
export const MAY_BE_OPEN =
  "Your answer was not handed in yet: a note says what else the question could mean. Ask if it is open, or hand the answer in again and say what you assumed.";

export function unusableReply({ message }: ReplyProblem): string {
  return `Your reply could not be used: ${message} Reply with an action or with the final answer.`;
}

export function refusedClaim(failure: string): string {
  return `Your answer was not accepted.\n${failure}`;
}

/** Read by policies that wish to ask though nobody offered it. */
export const ASKING_IS_OFF =
  "Your question was not put: nobody can be asked in this run. Take the likeliest meaning and say so as an assumption, or give up with the reason.";

/** Read only where the run is resumed with a higher limit. */
export const NOT_ASKED = "Your question was not put, because the limit of steps had been reached.";

export const DECLINED =
  "The person does not want to say. Go on with the likeliest meaning and say it as an assumption, or give up with the reason. Do not ask this again.";

export function refutedWish(guidance: string): string {
  return `Your question was not put. ${guidance}`;
}
