import type { RunEvent } from "../../../trajectory/run-event.ts";
import { asData } from "../../prompts/data-marks.ts";
import { renderFailure, renderObservation } from "../../render-result.ts";
import { endOfCycle } from "./end-of-cycle.ts";
import type { ParserSays } from "./parser.ts";
import { TEAM_LIMITS } from "./team-limits.ts";
import type { TeamState, Work } from "./team-state.ts";
import { act, ask, type TeamStep } from "./team-step.ts";

type Result = Extract<RunEvent, { type: "action-observed" | "action-failed" }>;

export function onParser(state: TeamState, work: Work, said: ParserSays): TeamStep {
  if (said.type === "result") return endOfCycle(state, said.result);
  const { environment = "" } = work.selection ?? {};
  const given = { response: work.response?.name ?? "", ...said.what };
  return act(state, "parser", { environment, tool: "extract", arguments: given });
}

/** What the program took out. One that fails is written anew; one that finds nothing may be wrong about the data, so the sample is read. */
export function onExtracted(state: TeamState, work: Work, event: Result): TeamStep {
  if (event.type === "action-observed") {
    const { observation } = event;
    if (observation.warnings.some(({ code }) => code === "no-match")) {
      return ask(state, { role: "parser", reads: "sample" });
    }
    return endOfCycle(state, renderObservation(observation));
  }
  const { response: _, ...what } = event.action.arguments;
  const failure = `Your extraction ${JSON.stringify(what)} failed.\n${asData(renderFailure(event.failure))}`;
  const after = { ...state, work: { ...work, failures: [...work.failures, failure] } };
  const reads = after.work.failures.length < TEAM_LIMITS.programs ? "schema" : "sample";
  return ask(reads === "sample" ? { ...state, work: { ...work, failures: [] } } : after, {
    role: "parser",
    reads,
  });
}
