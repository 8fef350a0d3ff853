import type { RunEvent } from "../../../trajectory/run-event.ts";
import { renderFailure } from "../../render-result.ts";
import { TEAM_LIMITS } from "./team-limits.ts";
import type { TeamState } from "./team-state.ts";
import { ask, command, finish, type TeamStep } from "./team-step.ts";
import { TELLS_NOTHING, tellsNothing } from "./withheld-values.ts";

type Concluded = Extract<RunEvent, { type: "claim-accepted" | "claim-refused" }>;

/** Hands the answer to every environment that answered a call, so that each says what it rests on. */
export function handIn(state: TeamState, answer: string): TeamStep {
  const { called, environments, turn } = state;
  if (tellsNothing(state, answer)) return refused(state, turn, TELLS_NOTHING);
  const asked = called.length > 0 ? called : environments.slice(0, 1);
  const handed: TeamState = {
    ...state,
    handedIn: { turn, evidence: [] },
  };
  return command(
    handed,
    asked.map((environment) => ({ type: "conclude", role: turn.role, environment, claim: { text: answer } })),
  );
}

export function onConcluded(state: TeamState, event: Concluded): TeamStep {
  const { handedIn, ...rest } = state;
  if (handedIn === undefined) return { state, commands: [] };
  if (event.type === "claim-refused") return refused(rest, handedIn.turn, renderFailure(event.failure));
  const waiting = state.waiting.filter((id) => id !== event.command);
  const { answer = event.answer } = handedIn;
  const evidence = [...handedIn.evidence, event.evidence];
  if (waiting.length > 0) {
    return { state: { ...rest, waiting, handedIn: { ...handedIn, answer, evidence } }, commands: [] };
  }
  return finish(rest, { type: "answered", answer, evidence, assumptions: state.assumptions });
}

/** Told to whoever gave the answer. */
function refused(state: TeamState, turn: TeamState["turn"], failure: string): TeamStep {
  const refusals = [...state.refusals, `Your answer was not accepted.\n${failure}`];
  if (refusals.length > TEAM_LIMITS.refusals) {
    const reason = `The answer was not accepted: ${failure}`;
    return finish({ ...state, refusals }, { type: "unanswerable", reason, words: [] });
  }
  return ask({ ...state, refusals }, turn);
}
