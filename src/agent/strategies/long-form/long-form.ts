import { settle } from "../../../clarification/settle.ts";
import type { Action } from "../../../environment/action.ts";
import type { Task } from "../../../environment/task.ts";
import type { ClarificationReply, Wish, WishVerdict } from "../../../trajectory/clarification.ts";
import type { PolicyReply } from "../../../trajectory/policy-reply.ts";
import { DEFAULT_RUN_LIMITS, type RunEvent } from "../../../trajectory/run-event.ts";
import { clipped } from "../../../util/clipped-text.ts";
import type { JsonObject } from "../../../util/json.ts";
import { actionKey } from "../../action-key.ts";
import { asData } from "../../prompts/data-marks.ts";
import { renderFailure, renderObservation } from "../../render-result.ts";
import type { Strategy } from "../../strategy.ts";
import { readWish } from "../../text-actions/control-calls.ts";
import { renderCall } from "../../text-actions/tool-signature.ts";
import { decidedFor, objectOf, textOf, textsOf } from "../api-team/role-form.ts";
import { DECLINED } from "../react-state.ts";
import { command, finish, idAfter, NO_OUTPUT } from "../role-turns.ts";
import { endReport, onComputed, onDraft } from "./judge-report.ts";
import {
  hasRows,
  LONG_FORM_LIMITS,
  LONGEST,
  type LongFormOptions,
  type LongFormState,
  type Look,
  longFormSwitches,
  type Method,
  type SequentialOptions,
  stepsLeft,
} from "./long-form-state.ts";
import { ask, askAnew, type LongFormStep, settled, tell } from "./long-form-step.ts";
import { left, mayLook, withoutEmptyLists } from "./plan-roles.ts";
import { handIn, onAccepted, onRefused, profile } from "./queries.ts";
import { readQueries, readReport, some } from "./report-roles.ts";
import { isToMend } from "./result-texts.ts";
import { mayAsk } from "./role-members.ts";

/** What `sequential` and `iterative` have in common: they differ in who has queries written, and when. */
function longForm(method: Method, options: SequentialOptions): Strategy {
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

/**
 * Plans in plain words what is to be found out, writes all queries, runs them, and writes one report from the results (*Database question
 * answering*, Section 3). Beyond the paper: the planner may look around first, failed queries are mended, and every figure of the report is
 * computed again from its source.
 */
export function sequential(options: SequentialOptions = {}): Strategy {
  return longForm("sequential", options);
}

/**
 * Names the most crucial missing information, writes a query for it, sees the result, and so on until it is enough; then writes the report
 * (*Database question answering*, Section 3). Beyond the paper: up to three independent queries at once, failed ones are mended, and every
 * figure of the report is computed again from its source.
 */
export function iterative(options: LongFormOptions = {}): Strategy {
  return longForm("iterative", { ...options, looking: false });
}

/** A wish to ask goes before the gate. Each counts, asked or not, so that there is an end to them. */
function weigh(state: LongFormState, wish: Wish): LongFormStep {
  const wished = { ...state, questions: state.questions + 1 };
  return command(wished, [{ type: "weigh", role: state.turn, wish }]);
}

function onWeighed(state: LongFormState, verdict: WishVerdict): LongFormStep {
  if (verdict.type === "refuted") {
    return proceed(state, `The person was not asked, because:\n${asData(verdict.guidance)}`);
  }
  const { clarification } = verdict;
  return command({ ...state, question: clarification }, [{ type: "ask", role: state.turn, clarification }]);
}

/** What the person said stands with the question from now on. */
function onAnswered({ question, ...state }: LongFormState, reply: ClarificationReply): LongFormStep {
  if (question === undefined) return { state, commands: [] };
  if (reply.type !== "answered") return proceed(state, DECLINED);
  const said = [...(state.task.settled ?? []), settle(question, reply)];
  return ask({ ...state, task: { ...state.task, settled: said } }, state.turn);
}

function proceed(state: LongFormState, guidance: string): LongFormStep {
  return ask({ ...state, guidance: [...state.guidance, guidance] }, state.turn);
}

/** Replies that are kept for the synthesiser. */
const KEPT = 2;

/** What the role whose turn it is has written: done where it can be read, told where it cannot. */
function onReply(state: LongFormState, { output, problem }: PolicyReply): LongFormStep {
  const said = output === undefined ? [] : some(output["assumptions"], LONG_FORM_LIMITS.assumptions);
  const after: LongFormState = {
    ...state,
    steps: state.steps + 1,
    waiting: [],
    listening: false,
    assumptions: state.turn === "synthesiser" ? state.assumptions : joined(state.assumptions, said),
  };
  if (output === undefined) return unusable(after, problem?.message ?? NO_OUTPUT, problem !== undefined);
  switch (state.turn) {
    case "planner":
      return onPlanner(after, output);
    case "writer":
      return onWriter(after, output);
    case "investigator":
      return onInvestigator(after, output);
    case "synthesiser":
      return onSynthesiser(after, output);
  }
}

function onPlanner(state: LongFormState, output: JsonObject): LongFormStep {
  const decision = decidedFor(withoutEmptyLists(output), [
    ...(mayLook(state) ? (["calls"] as const) : []),
    "plan",
    ...(mayAsk(state) ? (["question"] as const) : []),
    "unanswerable",
  ]);
  if (decision.problem !== undefined) return unusable(state, decision.problem);
  switch (decision.said) {
    case "calls":
      return lookAround(state, output);
    case "plan": {
      const steps = textsOf(output["plan"]);
      if (steps.length === 0) return unusable(state, '"plan" is a list of sentences.');
      const plan = steps.slice(0, LONG_FORM_LIMITS.steps).map((step) => clipped(step, LONGEST.step));
      const dropped = steps.length - plan.length;
      return ask(cut({ ...state, plan }, dropped, "step of the plan", "steps of the plan"), "writer");
    }
    default:
      return askOrGiveUp(state, decision.said, output);
  }
}

function onWriter(state: LongFormState, output: JsonObject): LongFormStep {
  const mending = state.queries.length > 0;
  const read = readQueries(output, state);
  if (read.problem !== undefined) return unusable(state, read.problem);
  const { queries, dropped } = read.said;
  if (mending && queries.some(({ name }) => name === undefined))
    return unusable(state, 'A mended query has the "name" of the one that it takes the place of.');
  if (!mending && queries.length === 0)
    return unusable(state, '"queries" is empty: write a query for each step.');
  const doubted = state.queries.map((query) => (isToMend(query) ? { ...query, doubted: true } : query));
  const after = cut({ ...state, queries: doubted }, dropped, "query", "queries");
  return queries.length === 0 ? profile(after) : handIn(after, queries);
}

function onInvestigator(state: LongFormState, output: JsonObject): LongFormStep {
  const decision = decidedFor(withoutEmptyLists(output), [
    "queries",
    ...(state.queries.length === 0 ? [] : (["enough"] as const)),
    ...(mayAsk(state) ? (["question"] as const) : []),
    "unanswerable",
  ]);
  if (decision.problem !== undefined) return unusable(state, decision.problem);
  switch (decision.said) {
    case "queries": {
      const most = Math.min(LONG_FORM_LIMITS.atOnce, left(state).queries);
      const read = readQueries(output, state, most);
      if (read.problem !== undefined) return unusable(state, read.problem);
      const missing = textOf(output["missing"]) || (read.said.queries[0]?.purpose ?? "");
      const plan = [...state.plan, clipped(missing, LONGEST.step)].slice(-LONG_FORM_LIMITS.steps);
      const step = plan.length;
      const queries = read.said.queries.map((query) =>
        query.name === undefined ? { ...query, step } : query,
      );
      return handIn({ ...state, plan }, queries);
    }
    case "enough":
      return profile(state);
    default:
      return askOrGiveUp(state, decision.said, output);
  }
}

function askOrGiveUp(
  state: LongFormState,
  decision: "question" | "unanswerable",
  output: JsonObject,
): LongFormStep {
  if (decision === "unanswerable") {
    const reason = clipped(textOf(output["unanswerable"]), LONGEST.step);
    return finish(state, { type: "unanswerable", reason, words: [] });
  }
  const { wish } = readWish(objectOf(output["question"]) ?? { question: textOf(output["question"]) });
  return wish === undefined ? unusable(state, 'A question has its text in "question".') : weigh(state, wish);
}

function onSynthesiser(state: LongFormState, output: JsonObject): LongFormStep {
  const read = readReport(output);
  return read.problem === undefined ? onDraft(state, read.said) : unusable(state, read.problem);
}

/** The role is told, unless what there is already can be gone on with: a report that could be read, or results. */
function unusable(state: LongFormState, problem: string, malformed = false): LongFormStep {
  if (state.draft !== undefined) return endReport(state, state.draft);
  const patience = Math.min(LONG_FORM_LIMITS.unusable - 1 - state.problems.length, stepsLeft(state) - KEPT);
  const goesOn = state.turn !== "synthesiser" && state.queries.some(hasRows) && patience <= 0;
  return goesOn ? profile(state) : tell(state, problem, malformed);
}

function cut(state: LongFormState, dropped: number, one: string, several: string): LongFormState {
  if (dropped === 0) return state;
  const what = dropped === 1 ? `1 ${one} was` : `${dropped} ${several} were`;
  return {
    ...state,
    remarks: [...state.remarks, `${what} left out, beyond the limit of ${LONG_FORM_LIMITS.steps}.`],
  };
}

function joined(before: readonly string[], said: readonly string[]): readonly string[] {
  return [...new Set([...before, ...said])].slice(0, LONG_FORM_LIMITS.assumptions);
}

/** Takes the calls at once; those whose results stand there already are left out. */
function lookAround(state: LongFormState, output: JsonObject): LongFormStep {
  const [only, ...others] = state.environments;
  const calls = (Array.isArray(output["calls"]) ? output["calls"] : []).flatMap((each): readonly Action[] => {
    const { tool, arguments: given, environment } = objectOf(each) ?? {};
    const named = textOf(environment) || (others.length === 0 ? (only?.id ?? "") : "");
    const name = textOf(tool);
    return name === "" ? [] : [{ environment: named, tool: name, arguments: objectOf(given) ?? {} }];
  });
  if (calls.length === 0) return unusable(state, '"calls" is a list of objects with "tool" and "arguments".');
  const seen = new Set(state.looks.map(({ key }) => key));
  const actions = calls.slice(0, LONG_FORM_LIMITS.calls).filter((action) => {
    const key = actionKey(action);
    return !seen.has(key) && seen.add(key);
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
function onLooked(state: LongFormState, id: string, text: string): LongFormStep {
  if (!state.waiting.includes(id)) return { state, commands: [] };
  const looks = state.looks.map((look) =>
    look.command === id ? { ...look, result: clipped(text, LONGEST.look) } : look,
  );
  const after = settled({ ...state, looks }, id);
  return after.waiting.length > 0 ? { state: after, commands: [] } : ask(after, "planner");
}
