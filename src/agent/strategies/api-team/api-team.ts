import { egressOf } from "../../../environment/egress/told-answer.ts";
import type { Task } from "../../../environment/task.ts";
import type { RunEvent } from "../../../trajectory/run-event.ts";
import { DEFAULT_RUN_LIMITS } from "../../../trajectory/run-limits.ts";
import type { Strategy } from "../../strategy.ts";
import { onLeave } from "./ask-for-leave.ts";
import { onConcluded } from "./hand-in.ts";
import { onCallFailed, onResponse } from "./on-caller.ts";
import { onExtracted } from "./on-parser.ts";
import { onAnswered, onWeighed } from "./on-question.ts";
import { onReply } from "./on-reply.ts";
import { onDescribed, onFound } from "./on-selector.ts";
import { type ApiTeamOptions, switchesOf } from "./team-options.ts";
import type { Situation, TeamState } from "./team-state.ts";
import { ask, askAnew, finish, type TeamStep } from "./team-step.ts";
import { saidBefore } from "./what-is-known.ts";

type Of<T extends RunEvent["type"]> = Extract<RunEvent, { type: T }>;

/**
 * A team over the operations of REST APIs (Query when need, Section 5.2): a planner, a selector of operations, a caller, a parser, and a
 * supervisor, who alone talks to the person and restates the objective after each cycle. Beyond the paper: a gate judges each question, the
 * supervisor may ask at the end of a cycle too, and the selector reads the operations found for its step instead of all.
 */
export function apiTeam(options: ApiTeamOptions = {}): Strategy {
  return team("api-team", options);
}

/** The team of `apiTeam` without what the paper adds to it: the baseline RestGPT. */
export function restGpt(): Strategy {
  return team("restgpt", { supervisor: false, questions: false, thoughts: false });
}

function team(name: string, options: ApiTeamOptions): Strategy<TeamState> {
  const switches = switchesOf(options);
  return {
    name,
    options: { ...switches },
    start: (task: Task): TeamState => ({
      switches,
      task,
      environments: [],
      stepLimit: DEFAULT_RUN_LIMITS.steps,
      steps: 0,
      commands: 0,
      waiting: [],
      listening: false,
      turn: { role: "planner" },
      objective: task.question.trim(),
      extra: saidBefore(task),
      cycles: [],
      guidance: [],
      refutations: 0,
      questions: 0,
      problems: [],
      refusals: [],
      assumptions: [],
      failedActions: [],
      leaveAsked: [],
      called: [],
    }),
    next,
  };
}

function next(state: TeamState, event: RunEvent): TeamStep {
  switch (event.type) {
    case "run-started":
      return begin(state, event);
    case "run-resumed":
      return askAnew({ ...state, stepLimit: event.limits.steps, problems: [] });
    case "policy-replied":
      return onReply(state, event.reply);
    case "action-observed":
    case "action-failed":
      return onResult(state, event);
    case "wish-weighed":
      return onWeighed(state, situationOf(state), event.verdict);
    case "question-answered":
      return onReplied(state, event);
    case "claim-accepted":
    case "claim-refused":
      return onConcluded(state, event);
    default:
      return { state, commands: [] };
  }
}

function begin(state: TeamState, { environments, limits }: Of<"run-started">): TeamStep {
  const attached = environments.filter(({ kind }) => kind === "rest-api");
  const apis = attached.map(({ id }) => id);
  const withheld = egressOf(attached);
  const begun = {
    ...state,
    environments: apis,
    stepLimit: limits.steps,
    ...(withheld === undefined ? {} : { withheld }),
  };
  if (apis.length > 0) return ask(begun, { role: "planner" });
  const others = environments.map(({ id, kind }) => `${id} (${kind})`).join(", ");
  const reason = `This strategy works on REST APIs, and none is attached: ${others}. Use the strategy react.`;
  return finish(begun, { type: "unanswerable", reason, words: [] });
}

function onResult(state: TeamState, event: Of<"action-observed"> | Of<"action-failed">): TeamStep {
  const { work } = state;
  if (work === undefined || !state.waiting.includes(event.command)) return { state, commands: [] };
  switch (event.action.tool) {
    case "find_operations":
      return onFound(state, work, event);
    case "describe_operation":
      return onDescribed(state, work, event);
    case "call_operation":
      return event.type === "action-observed"
        ? onResponse(state, work, event)
        : onCallFailed(state, work, event);
    default:
      return onExtracted(state, work, event);
  }
}

function onReplied({ question, ...state }: TeamState, { reply }: Of<"question-answered">): TeamStep {
  if (question !== undefined)
    return onAnswered(state, situationOf(state), { clarification: question, reply });
  return state.work === undefined ? { state, commands: [] } : onLeave(state, state.work, reply);
}

/** Only the supervisor asks, so what it was asked about is what its question belongs to. */
function situationOf({ turn }: TeamState): Situation {
  return turn.role === "supervisor" ? turn.situation : { type: "end-of-cycle" };
}
