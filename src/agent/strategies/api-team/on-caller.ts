import type { RunEvent } from "../../../trajectory/run-event.ts";
import { actionKey } from "../../action-key.ts";
import { asData } from "../../prompts/data-marks.ts";
import { renderFailure, renderObservation, renderSuggestions } from "../../render-result.ts";
import { askForLeave } from "./ask-for-leave.ts";
import type { CallerSays } from "./caller.ts";
import { endOfCycle } from "./end-of-cycle.ts";
import { raiseDifficulty } from "./raise-difficulty.ts";
import { textOf } from "./role-form.ts";
import { TEAM_LIMITS } from "./team-limits.ts";
import type { TeamState, Work } from "./team-state.ts";
import { act, ask, type TeamStep } from "./team-step.ts";

type Observed = Extract<RunEvent, { type: "action-observed" }>;
type Failed = Extract<RunEvent, { type: "action-failed" }>;

/** Failures that no other arguments can mend. */
const BEYOND_THE_CALLER = ["not-permitted", "effect-unknown", "server-unreachable"];

export function onCaller(state: TeamState, work: Work, said: CallerSays): TeamStep {
  if (said.type === "difficulty") return raiseDifficulty(state, said.difficulty);
  const { given, extract } = said;
  const { environment = "" } = work.selection ?? {};
  const called = { ...state, work: { ...work, call: { given, extract } } };
  const call = { environment, tool: "call_operation", arguments: given };
  if (state.failedActions.includes(actionKey(call))) {
    const problem = "The caller wrote a call again that had failed before.";
    return correct(
      called,
      called.work,
      "Not sent: this very call failed before. Change its arguments.",
      problem,
    );
  }
  return act(called, "caller", call);
}

/** A response goes to the parser; one without content, or without a single item, is its own result. */
export function onResponse(state: TeamState, work: Work, { observation, action }: Observed): TeamStep {
  const { response, schema, sample } = observation.data;
  const called = [...new Set([...state.called, action.environment])];
  const read = {
    name: textOf(response),
    schema: textOf(schema),
    sample: textOf(sample) || renderObservation(observation),
    remarks: [...observation.warnings, ...observation.notes].flatMap((finding) => [
      finding.message,
      // The others say how to call again, which is not for who reads this; a name goes into the next step.
      ...(finding.code === "values-left" ? renderSuggestions(finding) : []),
    ]),
  };
  const after = { ...state, called, work: { ...work, response: read, failures: [] } };
  if (read.name === "" || read.schema === "") return endOfCycle(after, observation.text);
  if ([...observation.warnings, ...observation.notes].some(({ code }) => code === "no-match")) {
    const [head = ""] = observation.text.split("\n");
    return endOfCycle(after, head);
  }
  return ask(after, { role: "parser", reads: "schema" });
}

export function onCallFailed(state: TeamState, work: Work, { failure, action }: Failed): TeamStep {
  const said = renderFailure(failure);
  if (failure.code === "permission-needed") return askForLeave(state, action, failure);
  const after = { ...state, failedActions: [...state.failedActions, actionKey(action)] };
  if (failure.code === "unknown-operation") {
    const failures = [...work.failures, `Your selection cannot be used.\n${asData(said)}`];
    if (failures.length > TEAM_LIMITS.corrections) return stuck(after, said);
    const { step, searches, tried } = work;
    return ask({ ...after, work: { step, searches, tried, failures } }, { role: "selector" });
  }
  if (BEYOND_THE_CALLER.includes(failure.code)) return stuck(after, `The call failed: ${said}`);
  const told = `Your call with ${JSON.stringify(action.arguments["arguments"] ?? {})} failed.\n${asData(said)}`;
  return correct(after, work, told, `The call kept failing: ${said}`);
}

function correct(state: TeamState, work: Work, told: string, problem: string): TeamStep {
  const failures = [...work.failures, told];
  const after = { ...state, work: { ...work, failures } };
  return failures.length > TEAM_LIMITS.corrections ? stuck(after, problem) : ask(after, { role: "caller" });
}

function stuck(state: TeamState, problem: string): TeamStep {
  return raiseDifficulty(state, { role: "caller", problem, words: [], kind: "problematic" });
}
