import type { RunEvent } from "../../../trajectory/run-event.ts";
import { actionKey } from "../../action-key.ts";
import { asData } from "../../prompts/data-marks.ts";
import { renderFailure, renderObservation } from "../../render-result.ts";
import { endOfCycle, giveUpStep } from "./end-of-cycle.ts";
import type { ParserSays } from "./parser.ts";
import { TEAM_LIMITS } from "./team-limits.ts";
import type { TeamState, Work } from "./team-state.ts";
import { act, ask, type TeamStep } from "./team-step.ts";

type Result = Extract<RunEvent, { type: "action-observed" | "action-failed" }>;

export function onParser(state: TeamState, work: Work, said: ParserSays): TeamStep {
  if (said.type === "result") return endOfCycle(state, said.result);
  const { environment = "" } = work.selection ?? {};
  const given = { response: work.response?.name ?? "", ...said.what };
  const action = { environment, tool: "extract", arguments: given };
  if (state.failedActions.includes(actionKey(action))) {
    return writeAnew(state, work, "Your extraction is the very same that failed before.");
  }
  return act(state, "parser", action);
}

/** Responses that are read by whoever comes next, where the program finds nothing in them. */
const SHORT_SAMPLE = 600;

/** What the program took out. One that fails is written anew; one that finds nothing may be wrong about the data, so the sample is read. */
export function onExtracted(state: TeamState, work: Work, event: Result): TeamStep {
  if (event.type === "action-observed") {
    const { observation } = event;
    if (observation.warnings.some(({ code }) => code === "no-match")) return onNothing(state, work);
    return endOfCycle(state, renderObservation(observation));
  }
  const { response: _, ...what } = event.action.arguments;
  const failedActions = [...state.failedActions, actionKey(event.action)];
  const failure = `Your extraction ${JSON.stringify(what)} failed.\n${asData(renderFailure(event.failure))}`;
  return writeAnew({ ...state, failedActions }, work, failure);
}

function writeAnew(state: TeamState, work: Work, failure: string): TeamStep {
  const failures = [...work.failures, failure];
  const reads = failures.length < TEAM_LIMITS.programs ? "schema" : "sample";
  if (reads === "sample" && state.withheld !== undefined) return giveUpStep(state, NOT_READ);
  const told = { ...state, work: { ...work, failures: reads === "sample" ? [] : failures } };
  return ask(told, { role: "parser", reads });
}

function onNothing(state: TeamState, { response }: Work): TeamStep {
  if (state.withheld !== undefined) return endOfCycle(state, formOnly(response));
  const sample = response?.sample ?? "";
  if (sample.length > SHORT_SAMPLE) return ask(state, { role: "parser", reads: "sample" });
  return endOfCycle(state, `Nothing that was wanted is in the response: ${sample}`);
}

const NOT_READ = "no extraction could be run over the response, and its values are withheld.";

/** A sample of withheld values says no more than the form. */
function formOnly(response: Work["response"]): string {
  const { name = "the response", schema = "" } = response ?? {};
  return `Nothing that was wanted is in ${name}. Its form: ${schema}`;
}
