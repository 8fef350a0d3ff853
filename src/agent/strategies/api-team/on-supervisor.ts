import { closeCycle } from "./end-of-cycle.ts";
import { namesAnother, selectWithGuidance } from "./find-operations-for.ts";
import { handIn } from "./hand-in.ts";
import type { SupervisorSays } from "./supervisor.ts";
import type { Situation, TeamState } from "./team-state.ts";
import { ask, command, finish, type TeamStep } from "./team-step.ts";

export function onSupervisor(state: TeamState, situation: Situation, said: SupervisorSays): TeamStep {
  switch (said.type) {
    case "question":
      return command(state, [{ type: "weigh", role: "supervisor", wish: said.wish }]);
    case "refutation":
      return goOn(refuted(state, said.guidance), situation);
    case "objective":
      return ask(
        { ...abandoned(state, situation), objective: said.objective, guidance: [] },
        { role: "planner" },
      );
    case "answer":
      return handIn(state, said.answer);
    case "unanswerable": {
      const words = situation.type === "difficulty" ? situation.difficulty.words : [];
      return finish(state, { type: "unanswerable", reason: said.reason, words });
    }
  }
}

/** Counts a refutation, with its guidance for the role that had the difficulty. */
export function refuted(state: TeamState, guidance: string): TeamState {
  return { ...state, guidance: [...state.guidance, guidance], refutations: state.refutations + 1 };
}

/** Back to the role that had the difficulty, or to the selector where another operation is to be called; after a cycle the planner is next. */
export function goOn(state: TeamState, situation: Situation): TeamStep {
  const role = situation.type === "difficulty" ? situation.difficulty.role : "planner";
  const { work, guidance } = state;
  const said = guidance.at(-1) ?? "";
  if (work === undefined || role === "planner") return ask(state, { role });
  if (role === "selector") return selectWithGuidance(state, work, said);
  if (!namesAnother(work, said)) return ask(state, { role });
  const { step, searches, tried } = work;
  const anew = { step, searches, tried, failures: [] };
  return selectWithGuidance({ ...state, work: anew }, anew, said);
}

/** A step that is given up for another objective stays among the steps, so that the planner does not take it again. */
function abandoned(state: TeamState, situation: Situation): TeamState {
  if (situation.type === "end-of-cycle" || situation.difficulty.role === "planner") return state;
  return closeCycle(state, { done: false, result: `Not done: ${situation.difficulty.problem}` });
}
