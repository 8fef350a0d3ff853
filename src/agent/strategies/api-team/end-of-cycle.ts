import type { Cycle, TeamState } from "./team-state.ts";
import { ask, type TeamStep } from "./team-step.ts";

type Ending = Pick<Cycle, "done" | "result">;

/** Closes the step with its result: the supervisor looks at what came of it, or without one the planner does. */
export function endOfCycle(state: TeamState, result: string): TeamStep {
  return afterCycle(closeCycle(state, { done: true, result }));
}

/** Closes the step as one that could not be done. */
export function giveUpStep(state: TeamState, why: string): TeamStep {
  return afterCycle(closeCycle(state, { done: false, result: `Not done: ${why}` }));
}

function afterCycle(state: TeamState): TeamStep {
  if (!state.switches.supervisor) return ask(state, { role: "planner" });
  return ask(state, { role: "supervisor", situation: { type: "end-of-cycle" } });
}

/** The state with the step and its result among those so far. */
export function closeCycle(state: TeamState, { done, result }: Ending): TeamState {
  const { work } = state;
  if (work === undefined) return state;
  const { step, selection, call, response } = work;
  const cycle: Cycle = {
    step,
    ...(selection === undefined || call === undefined
      ? {}
      : { operation: selection.operation, given: JSON.stringify(call.given["arguments"] ?? {}) }),
    result: [result, ...(response?.remarks ?? [])].join("\n"),
    done,
  };
  return {
    ...state,
    cycles: [...state.cycles, cycle],
    work: { ...work, failures: [] },
    refutations: 0,
    refusals: [],
  };
}
