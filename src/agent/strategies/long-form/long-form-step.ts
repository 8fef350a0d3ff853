import type { Command } from "../../strategy.ts";
import { LONG_FORM_LIMITS, type LongFormState, type Role } from "./long-form-state.ts";

import { roleRequest } from "./role-request.ts";

export type LongFormStep = { readonly state: LongFormState; readonly commands: readonly Command[] };

type Waiting = Exclude<Command, { type: "finish" }>;
type WithoutId<C> = C extends Waiting ? Omit<C, "id"> : never;

/** Gives commands whose results are waited for, each with the id that `idsAfter` tells. */
export function command(state: LongFormState, commands: readonly WithoutId<Waiting>[]): LongFormStep {
  const made = commands.map((each, index) => ({ ...each, id: idAfter(state, each.role, index) }) as Waiting);
  const waiting = made.map(({ id }) => id);
  const listening = made.some(({ type }) => type === "model");
  return { state: { ...state, commands: state.commands + made.length, waiting, listening }, commands: made };
}

/** The id of the command that is given next, or of one of several that are given together. */
export function idAfter({ commands }: Pick<LongFormState, "commands">, role: string, index = 0): string {
  return `${role}-${commands + index + 1}`;
}

export function finish(
  state: LongFormState,
  outcome: Extract<Command, { type: "finish" }>["outcome"],
): LongFormStep {
  return { state: { ...state, waiting: [], listening: false }, commands: [{ type: "finish", outcome }] };
}

/** Gives the turn to a role. */
export function ask(state: LongFormState, turn: Role): LongFormStep {
  const asked = { ...state, turn, problems: [] };
  return command(asked, [{ type: "model", role: turn, request: roleRequest(asked) }]);
}

/** The waiting request anew, under its own id, where one waits: what it said of the limits does not hold any more. */
export function askAnew(state: LongFormState): LongFormStep {
  const [id] = state.waiting;
  if (id === undefined || !state.listening) return { state, commands: [] };
  return { state, commands: [{ type: "model", id, role: state.turn, request: roleRequest(state) }] };
}

/**
 * Tells the role whose turn it is what is wrong with its reply. `malformed`: the loop counts such replies itself, and ends the run where
 * they do not end.
 */
export function tell(state: LongFormState, problem: string, malformed = false): LongFormStep {
  const told = { ...state, problems: [...state.problems, problem] };
  const most = malformed ? 2 * LONG_FORM_LIMITS.unusable : LONG_FORM_LIMITS.unusable;
  if (told.problems.length >= most) {
    const message = `The ${state.turn} could not be brought to a usable reply: ${problem}`;
    return finish(told, { type: "stopped", reason: "no-action", message });
  }
  return command(told, [{ type: "model", role: state.turn, request: roleRequest(told) }]);
}

/** Without the command that has its result now. */
export function settled(state: LongFormState, id: string): LongFormState {
  return { ...state, waiting: state.waiting.filter((waiting) => waiting !== id) };
}
