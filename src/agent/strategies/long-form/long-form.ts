import type { Task } from "../../../environment/task.ts";
import type { RunEvent } from "../../../trajectory/run-event.ts";
import { DEFAULT_RUN_LIMITS } from "../../../trajectory/run-limits.ts";
import { renderFailure, renderObservation } from "../../render-result.ts";
import type { Strategy } from "../../strategy.ts";
import { onComputed } from "./judge-report.ts";
import { longFormSwitches, type SequentialOptions } from "./long-form-options.ts";
import type { LongFormState, Method } from "./long-form-state.ts";
import { ask, askAnew, type LongFormStep } from "./long-form-step.ts";
import { onLooked } from "./look-around.ts";
import { onAccepted, onRefused } from "./on-query.ts";
import { onAnswered, onWeighed } from "./on-question.ts";
import { onReply } from "./on-reply.ts";

/** What `sequential` and `iterative` have in common: they differ in who has queries written, and when. */
export function longForm(method: Method, options: SequentialOptions): Strategy {
  const switches = longFormSwitches(options);
  const { looking: _, ...common } = switches;
  const strategy: Strategy<LongFormState> = {
    name: method,
    options: method === "sequential" ? switches : common,
    start: (task: Task): LongFormState => ({
      method,
      switches,
      task,
      environments: [],
      stepLimit: DEFAULT_RUN_LIMITS.steps,
      steps: 0,
      commands: 0,
      waiting: [],
      listening: false,
      turn: method === "sequential" ? "planner" : "investigator",
      problems: [],
      lookRounds: 0,
      looks: [],
      plan: [],
      queries: [],
      attempts: 0,
      mendings: 0,
      questions: 0,
      guidance: [],
      remarks: [],
      assumptions: [],
      rewrites: 0,
    }),
    next,
  };
  return strategy;
}

function next(state: LongFormState, event: RunEvent): LongFormStep {
  switch (event.type) {
    case "run-started": {
      const { environments, limits } = event;
      return ask({ ...state, environments, stepLimit: limits.steps }, state.turn);
    }
    case "run-resumed":
      return askAnew({
        ...state,
        stepLimit: event.limits.steps,
        // Of a report that goes back they are the report itself, and what is wrong with it.
        problems: state.draft === undefined ? [] : state.problems,
      });
    case "policy-replied":
      return onReply(state, event.reply);
    case "action-observed":
      return onLooked(state, event.command, renderObservation(event.observation));
    case "action-failed":
      return onLooked(state, event.command, renderFailure(event.failure));
    case "claim-accepted":
      return onAccepted(state, event);
    case "claim-refused":
      return onRefused(state, event.command, renderFailure(event.failure));
    case "results-computed":
      return onComputed(state, event);
    case "wish-weighed":
      return onWeighed(state, event.verdict);
    case "question-answered":
      return onAnswered(state, event.reply);
    default:
      return { state, commands: [] };
  }
}
