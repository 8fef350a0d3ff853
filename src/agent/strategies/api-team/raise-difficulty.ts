import { giveUpStep } from "./end-of-cycle.ts";
import { TEAM_LIMITS } from "./team-limits.ts";
import type { Difficulty, TeamState } from "./team-state.ts";
import { ask, finish, type TeamStep } from "./team-step.ts";

/**
 * Brings a difficulty before the supervisor. Without one, and where it has refuted often enough in this cycle, the step ends undone; the
 * planner has no step to end, so the run does.
 */
export function raiseDifficulty(state: TeamState, difficulty: Difficulty): TeamStep {
  const heard = state.switches.supervisor && state.refutations < TEAM_LIMITS.refutations;
  if (heard) return ask(state, { role: "supervisor", situation: { type: "difficulty", difficulty } });
  const { role, problem, words } = difficulty;
  if (role !== "planner") return giveUpStep(state, problem);
  const reason = `The team could not get past a difficulty: ${problem}`;
  return finish(state, { type: "unanswerable", reason, words });
}
