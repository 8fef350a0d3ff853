import type { Action } from "../../environment/action.ts";
import type { Clarification } from "../../trajectory/clarification.ts";
import type { PolicyReply } from "../../trajectory/policy-reply.ts";
import type { TranscriptItem } from "../policy-request.ts";
import type { Command } from "../strategy.ts";
import { LAST_STEP } from "./react-feedback.ts";

export const ROLE = "agent";

/** A question that waits for the person. */
export type OpenQuestion = {
  readonly clarification: Clarification;
  /** Where leave is asked for: the action that is held back, with the id of its command. */
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
