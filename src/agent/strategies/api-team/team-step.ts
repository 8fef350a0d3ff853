import type { Action } from "../../../environment/action.ts";
import type { Command } from "../../strategy.ts";
import { roleRequest } from "./role-request.ts";
import { TEAM_LIMITS } from "./team-limits.ts";
import type { Role, TeamState, Turn } from "./team-state.ts";

export type TeamStep = { readonly state: TeamState; readonly commands: readonly Command[] };

type Waiting = Exclude<Command, { type: "finish" }>;
type WithoutId<C> = C extends Waiting ? Omit<C, "id"> : never;

/** Gives commands whose results are waited for, each with an id of its own. */
export function command(state: TeamState, commands: readonly WithoutId<Waiting>[]): TeamStep {
  const made = commands.map(
    (each, index) => ({ ...each, id: `${each.role}-${state.commands + index + 1}` }) as Waiting,
  );
  const waiting = made.map(({ id }) => id);
  const listening = made.some(({ type }) => type === "model");
  return { state: { ...state, commands: state.commands + made.length, waiting, listening }, commands: made };
}

export function finish(state: TeamState, outcome: Extract<Command, { type: "finish" }>["outcome"]): TeamStep {
  return { state: { ...state, waiting: [], listening: false }, commands: [{ type: "finish", outcome }] };
}

/** Gives the turn to a role. */
export function ask(state: TeamState, turn: Turn): TeamStep {
  const asked = { ...state, turn, problems: [] };
  return command(asked, [{ type: "model", role: turn.role, request: roleRequest(asked) }]);
}

/** The waiting request anew, under its own id, where one waits: what it said of the limits does not hold any more. */
export function askAnew(state: TeamState): TeamStep {
  const [id] = state.waiting;
  if (id === undefined || !state.listening) return { state, commands: [] };
  const { role } = state.turn;
  return { state, commands: [{ type: "model", id, role, request: roleRequest(state) }] };
}

/**
 * Tells the role whose turn it is what is wrong with its reply. `malformed`: the loop counts such replies itself, and ends the run where
 * they do not end.
 */
export function tell(state: TeamState, problem: string, malformed = false): TeamStep {
  const told = { ...state, problems: [...state.problems, problem] };
  const most = malformed ? 2 * TEAM_LIMITS.unusable : TEAM_LIMITS.unusable;
  if (told.problems.length >= most) {
    const message = `The ${state.turn.role} could not be brought to a usable reply: ${problem}`;
    return finish(told, { type: "stopped", reason: "no-action", message });
  }
  return command(told, [{ type: "model", role: state.turn.role, request: roleRequest(told) }]);
}

export function act(state: TeamState, role: Role, action: Action): TeamStep {
  return command(state, [{ type: "act", role, action }]);
}
