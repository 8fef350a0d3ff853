import { computedText } from "../../agent/figures/computed-text.ts";
import { NO_PROGRESS, progressAfter } from "../../agent/run-progress.ts";
import type { Action } from "../../environment/action.ts";
import type { Withheld } from "../../environment/egress/egress-level.ts";
import type { RunEvent } from "../../trajectory/run-event.ts";
import type { Caller } from "../caller.ts";

const LONGEST = 160;
/** Nothing is done before it is: the answer itself is the end. */
const MOST_SHARE = 0.99;

/**
 * Tells a client what a run is doing: thoughts, actions, ways that were left, one line each. The share is that of the steps used up, where the run
 * was seen from its beginning. Where values are withheld, what is told of an action is its name: rules without a model think and act in values.
 */
export function runProgress(
  { progress: tell }: Pick<Caller, "progress">,
  level?: Withheld,
): (event: RunEvent) => void {
  let progress = NO_PROGRESS;
  let fromTheBeginning = false;
  return (event) => {
    progress = progressAfter(progress, event);
    if (event.type === "run-started") fromTheBeginning = true;
    const line = level === undefined ? lineOf(event) : nameOf(event);
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

/** The name of what is being done, without thoughts, arguments and results. */
function nameOf(event: RunEvent): string {
  switch (event.type) {
    case "policy-replied":
    case "results-computed":
      return "";
    case "action-observed":
      return toolLine(event.action);
    case "action-failed":
      return `${toolLine(event.action)} failed: ${event.failure.code}`;
    default:
      return lineOf(event);
  }
}

const toolLine = ({ environment, tool }: Action): string => `${environment}.${tool}`;

/** An action as a person would write the call; long arguments are cut, so that its end is still seen. */
function actionLine(action: Action): string {
  const values = Object.values(action.arguments).map((value) => JSON.stringify(value));
  const shown = values.join(", ").replace(/\s+/gu, " ");
  const room = LONGEST / 2;
  return `${toolLine(action)}(${shown.length <= room ? shown : `${shown.slice(0, room - 1)}…`})`;
}
