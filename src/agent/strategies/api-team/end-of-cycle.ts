import type { Cycle, TeamState } from "./team-state.ts";
import { ask, type TeamStep } from "./team-step.ts";

/** Closes the step that was worked on: the supervisor looks at what came of it, or without one the planner does. */
export function endOfCycle(state: TeamState, result: string): TeamStep {
  const closed = closeCycle(state, result);
  if (!closed.switches.supervisor) return ask(closed, { role: "planner" });
  return ask(closed, { role: "supervisor", situation: { type: "end-of-cycle" } });
}

/** The state with the step and its result among those so far. */
export function closeCycle(state: TeamState, result: string): TeamState {
  const { work } = state;
  if (work === undefined) return state;
  const { step, selection, call } = work;
  const cycle: Cycle = {
    step,
    ...(selection === undefined || call === undefined
      ? {}
      : { operation: selection.operation, purpose: selection.purpose }),
    result,
  };
  return {
    ...state,
    cycles: [...state.cycles, cycle],
    work: { ...work, failures: [] },
    guidance: [],
    refutations: 0,
    refusals: [],
  };
}
