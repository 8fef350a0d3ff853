import type { PolicyReply } from "../../../trajectory/policy-reply.ts";
import { onCaller } from "./on-caller.ts";
import { onParser } from "./on-parser.ts";
import { onPlanner } from "./on-planner.ts";
import { onSelector } from "./on-selector.ts";
import { onSupervisor } from "./on-supervisor.ts";
import { isLastStep } from "./planner.ts";
import { textsOf } from "./role-form.ts";
import { type RoleSays, readRole } from "./role-request.ts";
import type { Situation, TeamState } from "./team-state.ts";
import { type TeamStep, tell } from "./team-step.ts";

/** What the role whose turn it is has written: done where it can be read, told where it cannot. */
export function onReply(state: TeamState, { output, problem, assumptions = [] }: PolicyReply): TeamStep {
  const counts = output === undefined || state.turn.role === "planner";
  const taken = [...assumptions, ...textsOf(output?.["assumptions"])];
  const after: TeamState = {
    ...state,
    steps: state.steps + (counts ? 1 : 0),
    assumptions: [...new Set([...state.assumptions, ...taken])],
  };
  if (output === undefined) return tell(after, problem?.message ?? NO_OUTPUT, problem !== undefined);
  const read = readRole(output, state);
  if (read.problem !== undefined) return tell(after, read.problem);
  return follow(after, read.said, isLastStep(state));
}

const NO_OUTPUT = "The reply has no output in the form that was asked for.";

function follow(state: TeamState, says: RoleSays, wasLast: boolean): TeamStep {
  const { work, turn } = state;
  const situation: Situation = turn.role === "supervisor" ? turn.situation : { type: "end-of-cycle" };
  if (says.role === "planner") return onPlanner(state, says.said, wasLast);
  if (says.role === "supervisor") return onSupervisor(state, situation, says.said);
  if (work === undefined) return { state, commands: [] };
  if (says.role === "selector") return onSelector(state, work, says.said);
  if (says.role === "caller") return onCaller(state, work, says.said);
  return onParser(state, work, says.said);
}
