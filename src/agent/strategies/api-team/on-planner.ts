import { findOperations } from "./find-operations-for.ts";
import { handIn } from "./hand-in.ts";
import type { PlannerSays } from "./planner.ts";
import { raiseDifficulty } from "./raise-difficulty.ts";
import type { TeamState } from "./team-state.ts";
import { ask, finish, type TeamStep, tell } from "./team-step.ts";

/** @param wasLast whether the reply was the last that the limit of steps allows */
export function onPlanner(state: TeamState, said: PlannerSays, wasLast: boolean): TeamStep {
  switch (said.type) {
    case "step":
      return beginStep(state, said.step);
    case "continue":
      return continueStep(state);
    case "answer":
      if (!state.switches.supervisor || wasLast) return handIn(state, said.answer);
      return ask(state, {
        role: "supervisor",
        situation: { type: "end-of-cycle", proposed: said.answer },
      });
    case "unanswerable":
      return finish(state, { type: "unanswerable", reason: said.reason, words: [] });
    case "difficulty":
      return raiseDifficulty(state, said.difficulty);
  }
}

function beginStep(state: TeamState, step: string): TeamStep {
  const before = state.cycles.findIndex((cycle) => cycle.done && folded(cycle.step) === folded(step));
  if (before >= 0) {
    return tell(
      state,
      `Step ${before + 1} was the very same, and its result would be too. Plan another step, or write "continue" to have another operation called for the last one.`,
    );
  }
  const begun = { ...state, refutations: 0, work: { step, searches: [], tried: [], failures: [] } };
  return findOperations(begun, step);
}

function continueStep(state: TeamState): TeamStep {
  const { work } = state;
  if (work === undefined) return tell(state, 'There is no step yet that "continue" could go on with.');
  const { step, searches, selection } = work;
  const tried = selection === undefined ? work.tried : [...new Set([...work.tried, selection.operation])];
  return ask({ ...state, work: { step, searches, tried, failures: [] } }, { role: "selector" });
}

function folded(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
