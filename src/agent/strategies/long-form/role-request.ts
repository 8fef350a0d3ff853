import type { RoleRequest } from "../../policy-request.ts";
import type { LongFormState } from "./long-form-state.ts";
import { investigatorRequest, plannerRequest } from "./plan-roles.ts";
import { synthesiserRequest, writerRequest } from "./report-roles.ts";

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
