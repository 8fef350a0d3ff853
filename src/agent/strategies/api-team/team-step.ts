import { allows } from "../../../clarification/settle.ts";
import type { Action } from "../../../environment/action.ts";
import type { ApiTools } from "../../../environment/capabilities.ts";
import { isUntold } from "../../../environment/egress/marks.ts";
import { egressSentence } from "../../../environment/egress/with-egress.ts";
import type { ToolFailure } from "../../../environment/tool-failure.ts";
import type { ClarificationReply } from "../../../trajectory/clarification.ts";
import type { RunEvent } from "../../../trajectory/run-event.ts";
import type { JsonObject } from "../../../util/json.ts";
import { actionKey } from "../../action-key.ts";
import type { RoleRequest } from "../../policy-request.ts";
import { renderFailure } from "../../render-result.ts";
import { notAllowed, permissionQuestion } from "../permission.ts";
import { command, finish, type RoleStep, roleTurns } from "../role-turns.ts";
import { callerRequest, parserRequest, sampleRequest, selectorRequest } from "./call-roles.ts";
import { plannerRequest, supervisorRequest } from "./plan-roles.ts";
import { kindOf, objectOf, textOf, textsOf } from "./role-form.ts";
import {
  type Cycle,
  type Difficulty,
  type Role,
  TEAM_LIMITS,
  type TeamState,
  type Turn,
  type Work,
  type WorkingRole,
} from "./team-state.ts";

const NO_WORK: Work = { step: "", searches: [], tried: [], failures: [] };

/** What the role whose turn it is gets to read, with everything that went wrong with what it said before. */
function roleRequest(state: TeamState): RoleRequest {
  const told = state.turn.role === "planner" || state.turn.role === "supervisor" ? state.refusals : [];
  const failures =
    state.turn.role === "supervisor" || state.turn.role === "planner" ? [] : (state.work?.failures ?? []);
  const request = requestOf(state);
  return {
    ...request,
    input: [...namedValues(state), request.input].join("\n\n"),
    problems: [...told, ...failures, ...state.problems],
  };
}

function requestOf(state: TeamState): Omit<RoleRequest, "problems"> {
  const { turn, work = NO_WORK } = state;
  switch (turn.role) {
    case "planner":
      return plannerRequest(state);
    case "selector":
      return selectorRequest(state, work);
    case "caller":
      return callerRequest(state, work);
    case "parser":
      return turn.reads === "schema" ? parserRequest(state, work) : sampleRequest(state, work);
    case "supervisor":
      return supervisorRequest(state, turn.difficulty);
  }
}

/** For roles that would write values out: how they are named where they are withheld. The parser reads forms at each level. */
function namedValues({ withheld, turn }: TeamState): readonly string[] {
  if (withheld === undefined || turn.role === "parser") return [];
  return [
    `${egressSentence(withheld)} Where you would write a value out, name it in braces: {e1} is what e1 holds, {e1[0].id} and {r1.results[0].id} are parts. A step, an argument of an operation that changes nothing ("film_id": "{e1[0].id}") and an answer take it so; in the answer the person reads the value itself.`,
  ];
}

export type TeamStep = RoleStep<TeamState>;

const turns = roleTurns<TeamState>({
  role: ({ turn }) => turn.role,
  request: roleRequest,
  unusable: TEAM_LIMITS.unusable,
});
export const { askAnew, tell } = turns;

/** Gives the turn to a role. */
export const ask = (state: TeamState, turn: Turn): TeamStep => turns.ask({ ...state, turn });

export function act(state: TeamState, role: Role, action: Action): TeamStep {
  return command(state, [{ type: "act", role, action }]);
}

type Ending = Pick<Cycle, "done" | "result">;

/** Closes the step with its result, which the planner reads. */
export function endOfCycle(state: TeamState, result: string): TeamStep {
  return ask(closeCycle(state, { done: true, result }), { role: "planner" });
}

/** Closes the step as one that could not be done. */
export function giveUpStep(state: TeamState, why: string): TeamStep {
  return ask(closeCycle(state, { done: false, result: `Not done: ${why}` }), { role: "planner" });
}

/** The state with the step and its result among those so far. */
export function closeCycle(state: TeamState, { done, result }: Ending): TeamState {
  const { work } = state;
  if (work === undefined) return state;
  const { step, selection, call, response } = work;
  const cycle: Cycle = {
    step,
    ...(selection === undefined || call === undefined
      ? {}
      : { operation: selection.operation, given: JSON.stringify(call.given["arguments"] ?? {}) }),
    result: [result, ...(response?.remarks ?? [])].join("\n"),
    done,
  };
  return {
    ...state,
    cycles: [...state.cycles, cycle],
    work: { ...work, failures: [] },
    refutations: 0,
    refusals: [],
  };
}

/**
 * Brings a difficulty before the supervisor. Without one, and where it has refuted often enough in this cycle, the step ends undone; the
 * planner has no step to end, so the run does.
 */
export function raiseDifficulty(state: TeamState, difficulty: Difficulty): TeamStep {
  const heard = state.switches.supervisor && state.refutations < TEAM_LIMITS.refutations;
  if (heard) return ask(state, { role: "supervisor", difficulty });
  const { role, problem, words } = difficulty;
  if (role !== "planner") return giveUpStep(state, problem);
  const reason = `The team could not get past a difficulty: ${problem}`;
  return finish(state, { type: "unanswerable", reason, words });
}

/** The member by which a role says that it cannot go on, where somebody hears it. */
export const withDifficulty = ({ switches }: TeamState): readonly "difficulty"[] =>
  switches.supervisor ? ["difficulty"] : [];

/** The difficulty that a role has met. */
export function onDifficulty(state: TeamState, role: WorkingRole, output: JsonObject): TeamStep {
  const { problem, words, kind } = objectOf(output["difficulty"]) ?? {};
  if (textOf(problem) === "") return tell(state, 'A difficulty says its "problem".');
  return raiseDifficulty(state, {
    role,
    problem: textOf(problem),
    words: textsOf(words),
    kind: kindOf(kind),
  });
}

/**
 * Asks the person to allow a call with an effect outside. This needs no supervisor and no switch: it is no question about the request.
 * The same call is asked about once.
 */
export function askForLeave(state: TeamState, action: Action, failure: ToolFailure): TeamStep {
  const key = actionKey(action);
  if (state.leaveAsked.includes(key)) return withoutLeave(state, { type: "declined" });
  const asked = { ...state, leaveAsked: [...state.leaveAsked, key] };
  const clarification = permissionQuestion(action, failure);
  return command(asked, [{ type: "ask", role: "caller", clarification }]);
}

/** The step ends undone, with what the person said; the supervisor decides whether the goal can be reached in another way. */
function withoutLeave(state: TeamState, reply: ClarificationReply): TeamStep {
  const problem = notAllowed(reply).message;
  if (!state.switches.supervisor) return giveUpStep(state, problem);
  const closed = closeCycle(state, { done: false, result: `Not done: ${problem}` });
  return raiseDifficulty(closed, { role: "planner", problem, words: [], kind: "unsupported" });
}

/** With leave the same call is sent. */
export function onLeave(state: TeamState, work: Work, reply: ClarificationReply): TeamStep {
  if (reply.type !== "answered" || !allows(reply)) return withoutLeave(state, reply);
  const { environment = "" } = work.selection ?? {};
  return act(state, "caller", apiAction(state, environment, "call", work.call?.given ?? {}));
}

type Concluded = Extract<RunEvent, { type: "claim-accepted" | "claim-refused" }>;

/** Hands the answer to every environment that answered a call, so that each says what it rests on. */
export function handIn(state: TeamState, answer: string): TeamStep {
  const { called, environments, turn } = state;
  if (tellsNothing(state, answer)) return refused(state, turn, TELLS_NOTHING);
  const asked = called.length > 0 ? called : environments.slice(0, 1);
  const handed: TeamState = {
    ...state,
    handedIn: { turn, evidence: [] },
  };
  return command(
    handed,
    asked.map((environment) => ({ type: "conclude", role: turn.role, environment, claim: { text: answer } })),
  );
}

export function onConcluded(state: TeamState, event: Concluded): TeamStep {
  const { handedIn, ...rest } = state;
  if (handedIn === undefined) return { state, commands: [] };
  if (event.type === "claim-refused") return refused(rest, handedIn.turn, renderFailure(event.failure));
  const waiting = state.waiting.filter((id) => id !== event.command);
  const { answer = event.answer } = handedIn;
  const evidence = [...handedIn.evidence, event.evidence];
  if (waiting.length > 0) {
    return { state: { ...rest, waiting, handedIn: { ...handedIn, answer, evidence } }, commands: [] };
  }
  return finish(rest, { type: "answered", answer, evidence, assumptions: state.assumptions });
}

/** Told to whoever gave the answer. */
function refused(state: TeamState, turn: TeamState["turn"], failure: string): TeamStep {
  const refusals = [...state.refusals, `Your answer was not accepted.\n${failure}`];
  if (refusals.length > TEAM_LIMITS.refusals) {
    const reason = `The answer was not accepted: ${failure}`;
    return finish({ ...state, refusals }, { type: "unanswerable", reason, words: [] });
  }
  return ask({ ...state, refusals }, turn);
}

/** An action with the tool that an API has for this. */
export function apiAction(
  { tools }: TeamState,
  environment: string,
  purpose: keyof ApiTools,
  given: JsonObject,
): Action {
  return { environment, tool: tools[environment]?.[purpose] ?? purpose, arguments: given };
}

/** The selector's turn, once there are operations to select from. */
export function select(state: TeamState): TeamStep {
  const { step, searches } = state.work ?? NO_WORK;
  return searches.length === 0 ? findOperations(state, step) : ask(state, { role: "selector" });
}

/** Looks in each environment for operations, so that the selector need not read all of them. */
export function findOperations(state: TeamState, text: string): TeamStep {
  return command(
    state,
    state.environments.map((environment) => ({
      type: "act",
      role: "selector",
      action: apiAction(state, environment, "find", { text }),
    })),
  );
}

/** True for an answer with the mark of a withheld value in it. */
function tellsNothing({ withheld }: TeamState, answer: string): boolean {
  return withheld === "schema" && isUntold(answer);
}

const TELLS_NOTHING =
  "It holds •, which tells the person nothing. Name values in braces, such as {e1}, or say what was found in words.";
