import type { RoleRequest } from "../../policy-request.ts";
import { type RoleStep, roleTurns } from "../role-turns.ts";
import { LONG_FORM_LIMITS, type LongFormState, type Role } from "./long-form-state.ts";
import { investigatorRequest, plannerRequest } from "./plan-roles.ts";
import { synthesiserRequest, writerRequest } from "./report-roles.ts";

export type LongFormStep = RoleStep<LongFormState>;

const turns = roleTurns<LongFormState>({
  role: ({ turn }) => turn,
  request: roleRequest,
  unusable: LONG_FORM_LIMITS.unusable,
});
export const { askAnew, tell } = turns;

/** Gives the turn to a role. */
export const ask = (state: LongFormState, turn: Role): LongFormStep => turns.ask({ ...state, turn });

/** Without the command that has its result now. */
export function settled(state: LongFormState, id: string): LongFormState {
  return { ...state, waiting: state.waiting.filter((waiting) => waiting !== id) };
}

const REQUESTS = {
  planner: plannerRequest,
  writer: writerRequest,
  investigator: investigatorRequest,
  synthesiser: synthesiserRequest,
} as const;

/** What the role whose turn it is gets to read, with everything that is wrong with what it said before. */
export function roleRequest(state: LongFormState): RoleRequest {
  return { ...REQUESTS[state.turn](state), problems: state.problems };
}
