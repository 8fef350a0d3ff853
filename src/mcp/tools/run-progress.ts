import { computedText } from "../../agent/figures/computed-text.ts";
import { NO_PROGRESS, progressAfter } from "../../agent/run-progress.ts";
import type { Action } from "../../environment/action.ts";
import type { RunEvent } from "../../trajectory/run-event.ts";
import type { Caller } from "../caller.ts";

const LONGEST = 160;
/** Nothing is done before it is: the answer itself is the end. */
const MOST_SHARE = 0.99;

/**
 * Tells a client what a run is doing: thoughts, actions, ways that were left, one line each. The share is that of the steps used up, where the run
 * was seen from its beginning.
 */
export function runProgress({ progress: tell }: Pick<Caller, "progress">): (event: RunEvent) => void {
  let progress = NO_PROGRESS;
  let fromTheBeginning = false;
  return (event) => {
    progress = progressAfter(progress, event);
    if (event.type === "run-started") fromTheBeginning = true;
    const line = lineOf(event);
    if (line === "") return;
    const { steps, limits } = progress;
    const short = line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1)}…`;
    if (fromTheBeginning) tell(short, Math.min(steps / limits.steps, MOST_SHARE));
    else tell(short);
  };
}

/** In one line; "" for what nobody needs to hear of. */
function lineOf(event: RunEvent): string {
  switch (event.type) {
    case "run-started":
      return `${event.strategy} with ${event.policy}`;
    case "policy-replied": {
      const thought = event.reply.thought.replace(/\s+/gu, " ").trim();
      return thought === "" || event.role === "agent" ? thought : `${event.role}: ${thought}`;
    }
    case "action-observed":
      return actionLine(event.action);
    case "action-failed":
      return `${actionLine(event.action)} failed: ${event.failure.code}`;
    case "results-computed":
      return computedText(event);
    case "workspaces-restored":
      return "goes back and tries another way";
    default:
      return "";
  }
}

/** An action as a person would write the call; long arguments are cut, so that its end is still seen. */
function actionLine({ environment, tool, arguments: given }: Action): string {
  const values = Object.values(given).map((value) => JSON.stringify(value));
  const shown = values.join(", ").replace(/\s+/gu, " ");
  const room = LONGEST / 2;
  return `${environment}.${tool}(${shown.length <= room ? shown : `${shown.slice(0, room - 1)}…`})`;
}
