import type { Action } from "../../../environment/action.ts";
import { actionKey } from "../../action-key.ts";
import { renderCall } from "../../text-actions/render-call.ts";
import { clipped } from "../api-team/clipped.ts";
import { LONGEST } from "./long-form-limits.ts";
import type { LongFormState, Look } from "./long-form-state.ts";
import { ask, command, idAfter, type LongFormStep, settled, tell } from "./long-form-step.ts";
import type { Call } from "./planner.ts";

/** Takes the calls at once; those whose results stand there already are left out. */
export function lookAround(state: LongFormState, calls: readonly Call[]): LongFormStep {
  const seen = new Set(state.looks.map(({ key }) => key));
  const actions = calls.flatMap(({ environment, tool, given }): readonly Action[] => {
    const action = { environment, tool, arguments: given };
    const key = actionKey(action);
    if (seen.has(key)) return [];
    seen.add(key);
    return [action];
  });
  if (actions.length === 0) return tell(state, "All of that has been looked at already: plan now.");
  const looks = actions.map(
    (action, index): Look => ({
      command: idAfter(state, "planner", index),
      key: actionKey(action),
      call: renderCall(nameOf(action, state), action.arguments),
    }),
  );
  return command(
    { ...state, lookRounds: state.lookRounds + 1, looks: [...state.looks, ...looks] },
    actions.map((action) => ({ type: "act", role: "planner", action })),
  );
}

function nameOf({ environment, tool }: Action, { environments }: LongFormState): string {
  return environments.length > 1 && environment !== "" ? `${environment}: ${tool}` : tool;
}

/** Keeps what a call showed; with the last one the planner goes on. */
export function onLooked(state: LongFormState, id: string, text: string): LongFormStep {
  if (!state.waiting.includes(id)) return { state, commands: [] };
  const looks = state.looks.map((look) =>
    look.command === id ? { ...look, result: clipped(text, LONGEST.look) } : look,
  );
  const after = settled({ ...state, looks }, id);
  return after.waiting.length > 0 ? { state: after, commands: [] } : ask(after, "planner");
}
