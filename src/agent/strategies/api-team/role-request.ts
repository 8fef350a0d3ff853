import { egressSentence } from "../../../environment/egress/with-egress.ts";
import type { RoleRequest } from "../../policy-request.ts";
import { callerRequest, parserRequest, sampleRequest, selectorRequest } from "./call-roles.ts";
import { plannerRequest, supervisorRequest } from "./plan-roles.ts";
import type { TeamState, Work } from "./team-state.ts";

const NO_WORK: Work = { step: "", searches: [], tried: [], failures: [] };

/** What the role whose turn it is gets to read, with everything that went wrong with what it said before. */
export function roleRequest(state: TeamState): RoleRequest {
  const told = state.turn.role === "planner" || state.turn.role === "supervisor" ? state.refusals : [];
  const failures =
    "situation" in state.turn || state.turn.role === "planner" ? [] : (state.work?.failures ?? []);
  const request = requestOf(state);
  return {
    ...request,
    input: [...namedValues(state), request.input].join("\n\n"),
    problems: [...told, ...failures, ...state.problems],
  };
}

function requestOf(state: TeamState): Omit<RoleRequest, "problems"> {
  const { turn, work = NO_WORK } = state;
  switch (turn.role) {
    case "planner":
      return plannerRequest(state);
    case "selector":
      return selectorRequest(state, work);
    case "caller":
      return callerRequest(state, work);
    case "parser":
      return turn.reads === "schema" ? parserRequest(state, work) : sampleRequest(state, work);
    case "supervisor":
      return supervisorRequest(state, turn.situation);
  }
}

/** For roles that would write values out: how they are named where they are withheld. The parser reads forms at each level. */
function namedValues({ withheld, turn }: TeamState): readonly string[] {
  if (withheld === undefined || turn.role === "parser") return [];
  return [
    `${egressSentence(withheld)} Where you would write a value out, name it in braces: {e1} is what e1 holds, {e1[0].id} and {r1.results[0].id} are parts. A step, an argument of an operation that changes nothing ("film_id": "{e1[0].id}") and an answer take it so; in the answer the person reads the value itself.`,
  ];
}
