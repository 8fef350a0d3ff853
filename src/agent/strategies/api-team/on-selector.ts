import type { RunEvent } from "../../../trajectory/run-event.ts";
import { actionKey } from "../../action-key.ts";
import { asData } from "../../prompts/data-marks.ts";
import { renderFailure } from "../../render-result.ts";
import { endOfCycle } from "./end-of-cycle.ts";
import { withFound } from "./find-operations-for.ts";
import { raiseDifficulty } from "./raise-difficulty.ts";
import { textOf } from "./role-form.ts";
import type { SelectorSays } from "./selector.ts";
import { TEAM_LIMITS } from "./team-limits.ts";
import type { Selection, TeamState, Work } from "./team-state.ts";
import { act, ask, type TeamStep } from "./team-step.ts";

type Result = Extract<RunEvent, { type: "action-observed" | "action-failed" }>;

/** Operations found for the step. */
export function onFound(state: TeamState, work: Work, event: Result): TeamStep {
  const found =
    event.type === "action-observed"
      ? {
          // That it was looked up before, for another step, is nothing to whoever reads it now.
          text: event.observation.text,
          operations: namesIn(event.observation.data["operations"]),
        }
      : { text: renderFailure(event.failure), operations: [] };
  const { environment } = event.action;
  const searches = withFound(
    work.searches,
    { environment, ...found },
    textOf(event.action.arguments["text"]),
  );
  const waiting = state.waiting.filter((id) => id !== event.command);
  const after = { ...state, waiting, work: { ...work, searches } };
  if (waiting.length > 0) return { state: after, commands: [] };
  if (searches.every(({ operations }) => operations.length === 0)) {
    return noOperation(after, work, "The search for operations found none for it.");
  }
  return ask(after, { role: "selector" });
}

function namesIn(operations: unknown): readonly string[] {
  if (!Array.isArray(operations)) return [];
  return operations.map((each: { readonly operation?: string }) => textOf(each.operation));
}

export function onSelector(state: TeamState, work: Work, said: SelectorSays): TeamStep {
  switch (said.type) {
    case "operation":
      return describe(state, work, said.selection);
    case "answer":
      return endOfCycle(state, said.answer);
    case "none":
      return noOperation(state, work, said.reason);
    case "difficulty":
      return raiseDifficulty(state, said.difficulty);
  }
}

function describe(state: TeamState, work: Work, selection: Selection): TeamStep {
  const { environment, operation } = selection;
  const action = { environment, tool: "describe_operation", arguments: { operation } };
  if (state.failedActions.includes(actionKey(action))) {
    return unusable(state, work, operation, `${operation} was no operation before, and is none now.`);
  }
  return act({ ...state, work: { ...work, selection } }, "selector", action);
}

/** The documentation of the selected operation; one that does not exist goes back to the selector. */
export function onDescribed(state: TeamState, work: Work, event: Result): TeamStep {
  if (event.type === "action-failed") {
    const failedActions = [...state.failedActions, actionKey(event.action)];
    const operation = work.selection?.operation ?? "";
    return unusable({ ...state, failedActions }, work, operation, renderFailure(event.failure));
  }
  const { data } = event.observation;
  const canonical = textOf(data["operation"]);
  const selection =
    work.selection === undefined || canonical === ""
      ? work.selection
      : { ...work.selection, operation: canonical };
  return ask(
    {
      ...state,
      work: {
        ...work,
        ...(selection === undefined ? {} : { selection }),
        document: event.observation.text,
        failures: [],
      },
    },
    { role: "caller" },
  );
}

/** Back to the selector, some times. */
function unusable(state: TeamState, work: Work, operation: string, why: string): TeamStep {
  const failures = [...work.failures, `Your selection cannot be used.\n${asData(why)}`];
  const { step, searches, tried } = work;
  const again = { ...state, work: { step, searches, tried, failures } };
  if (failures.length <= TEAM_LIMITS.corrections) return ask(again, { role: "selector" });
  return noOperation(again, work, `The API has no operation such as ${operation}.`);
}

function noOperation(state: TeamState, { step }: Work, reason: string): TeamStep {
  const problem = `No operation can do the step "${step}": ${reason}`;
  return raiseDifficulty(state, { role: "selector", problem, words: [], kind: "unsupported" });
}
