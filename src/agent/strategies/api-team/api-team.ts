import { chosenReading, followUp, settle } from "../../../clarification/settle.ts";
import { egressOf } from "../../../environment/egress/told-answer.ts";
import { settledSentence } from "../../../environment/glossary.ts";
import type { Task } from "../../../environment/task.ts";
import type { Clarification, ClarificationReply, WishVerdict } from "../../../trajectory/clarification.ts";
import type { PolicyReply } from "../../../trajectory/policy-reply.ts";
import { DEFAULT_RUN_LIMITS, type RunEvent } from "../../../trajectory/run-event.ts";
import type { JsonObject } from "../../../util/json.ts";
import { methodsAndPaths } from "../../../util/methods-and-paths.ts";
import { asData } from "../../prompts/data-marks.ts";
import type { Strategy } from "../../strategy.ts";
import { command, finish, NO_OUTPUT } from "../role-turns.ts";
import {
  describe,
  onCaller,
  onCallFailed,
  onDescribed,
  onExtracted,
  onFound,
  onParser,
  onResponse,
  onSelector,
} from "./on-call.ts";
import { decisionsIn, isLastStep, mayAsk } from "./plan-roles.ts";
import { decidedFor, kindOf, objectOf, saidBefore, textOf, textsOf } from "./role-form.ts";
import {
  type ApiTeamOptions,
  type Difficulty,
  TEAM_LIMITS,
  type TeamState,
  teamSwitches,
} from "./team-state.ts";
import {
  ask,
  askAnew,
  closeCycle,
  findOperations,
  handIn,
  onConcluded,
  onDifficulty,
  onLeave,
  select,
  type TeamStep,
  tell,
  withDifficulty,
} from "./team-step.ts";

type Of<T extends RunEvent["type"]> = Extract<RunEvent, { type: T }>;

/**
 * A team over the operations of REST APIs (Query when need, Section 5.2): a planner, a selector of operations, a caller, a parser, and a
 * supervisor, who judges difficulties and talks to the person. Other than in the paper, a gate judges each question, the selector reads
 * the operations found for its step instead of all, and who can do the next role's work does it: the planner names an operation that is
 * plainly meant, reads its response where it is shown whole, words the question that only the person can answer, and ends the run; the caller
 * writes an expression by the documented form of the response.
 */
export function apiTeam(options: ApiTeamOptions = {}): Strategy {
  return team("api-team", options);
}

/** The team of `apiTeam` without what the paper adds to it: the baseline RestGPT. */
export function restGpt(): Strategy {
  return team("restgpt", { supervisor: false, questions: false, thoughts: false, shortcuts: false });
}

function team(name: string, options: ApiTeamOptions): Strategy<TeamState> {
  const switches = teamSwitches(options);
  return {
    name,
    options: { ...switches },
    start: (task: Task): TeamState => ({
      switches,
      task,
      environments: [],
      tools: {},
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
      documents: {},
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
      return onWeighed(state, event.verdict);
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
  const attached = environments.filter(({ api }) => api !== undefined);
  const apis = attached.map(({ id }) => id);
  const withheld = egressOf(attached);
  const begun = {
    ...state,
    environments: apis,
    tools: Object.fromEntries(attached.flatMap(({ id, api }) => (api === undefined ? [] : [[id, api]]))),
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
  const { environment, tool } = event.action;
  const { find, describe, call } = state.tools[environment] ?? {};
  if (tool === find) return onFound(state, work, event);
  if (tool === describe) return onDescribed(state, work, event);
  if (tool !== call) return onExtracted(state, work, event);
  return event.type === "action-observed" ? onResponse(state, work, event) : onCallFailed(state, work, event);
}

function onReplied({ question, ...state }: TeamState, { reply }: Of<"question-answered">): TeamStep {
  if (question !== undefined) return onAnswered(state, { clarification: question, reply });
  return state.work === undefined ? { state, commands: [] } : onLeave(state, state.work, reply);
}

/** What the role whose turn it is has written: done where it can be read, told where it cannot. */
function onReply(state: TeamState, { output, problem, assumptions = [] }: PolicyReply): TeamStep {
  const counts = output === undefined || state.turn.role === "planner";
  const taken = [...assumptions, ...textsOf(output?.["assumptions"])];
  const after: TeamState = {
    ...state,
    steps: state.steps + (counts ? 1 : 0),
    assumptions: [...new Set([...state.assumptions, ...taken])],
  };
  if (output === undefined) return tell(after, problem?.message ?? NO_OUTPUT, problem !== undefined);
  const { work, turn } = state;
  if (turn.role === "planner") return onPlanner(after, output, isLastStep(state));
  if (turn.role === "supervisor") return onSupervisor(after, turn.difficulty, output);
  if (work === undefined) return { state, commands: [] };
  if (turn.role === "selector") return onSelector(after, work, output);
  return turn.role === "caller" ? onCaller(after, work, output) : onParser(after, work, output);
}

/** @param last whether the reply was the last that the limit of steps allows */
function onPlanner(state: TeamState, output: JsonObject, last: boolean): TeamStep {
  const { supervisor } = state.switches;
  const decision = decidedFor(output, [
    ...(last ? [] : (["step", "continue"] as const)),
    "answer",
    ...(!supervisor || last ? (["unanswerable"] as const) : []),
    ...(last ? [] : withDifficulty(state)),
  ]);
  if (decision.problem !== undefined) return tell(state, decision.problem);
  const said = textOf(output[decision.said]);
  switch (decision.said) {
    case "step":
      return beginStep(state, said, output);
    case "continue":
      return continueStep(state);
    case "answer":
      return handIn(state, said);
    case "unanswerable":
      return finish(state, { type: "unanswerable", reason: said, words: [] });
    case "difficulty":
      return ownQuestion(state, output) ?? onDifficulty(state, "planner", output);
  }
}

/** The planner's own question, which goes to the gate at once. */
function ownQuestion(state: TeamState, output: JsonObject): TeamStep | undefined {
  const given = objectOf(output["difficulty"]) ?? {};
  const kind = kindOf(given["kind"]);
  const isQuestion = textOf(given["question"]) !== "" && kind !== "unsupported" && mayAsk(state);
  if (!isQuestion) return undefined;
  return onQuestion(state, given, { role: "planner", problem: "", words: [], kind });
}

function beginStep(state: TeamState, step: string, output: JsonObject): TeamStep {
  const before = state.cycles.findIndex((cycle) => cycle.done && folded(cycle.step) === folded(step));
  if (before >= 0) {
    return tell(
      state,
      `Step ${before + 1} was the very same, and its result would be too. Plan another step, or write "continue" to have another operation called for the last one.`,
    );
  }
  const work = { step, searches: [], tried: [], failures: [] };
  const begun = { ...state, refutations: 0, work };
  const [environment = "", ...others] = state.environments;
  const operation = state.switches.shortcuts ? textOf(output["operation"]) : "";
  if (operation === "" || others.length > 0) return findOperations(begun, step);
  const planned = objectOf(output["arguments"]);
  const own = planned === undefined ? work : { ...work, planned };
  return describe(begun, own, { environment, operation, purpose: step });
}

function continueStep(state: TeamState): TeamStep {
  const { work } = state;
  if (work === undefined) return tell(state, 'There is no step yet that "continue" could go on with.');
  const { step, searches, selection } = work;
  const tried = selection === undefined ? work.tried : [...new Set([...work.tried, selection.operation])];
  return select({ ...state, work: { step, searches, tried, failures: [] } });
}

function folded(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

function onSupervisor(state: TeamState, difficulty: Difficulty, output: JsonObject): TeamStep {
  const decision = decidedFor(output, decisionsIn(state));
  if (decision.problem !== undefined) return tell(state, decision.problem);
  const said = textOf(output[decision.said]);
  switch (decision.said) {
    case "question":
      return onQuestion(state, objectOf(output["question"]) ?? { question: said }, difficulty);
    case "refutation":
      return proceed(refuted(state, said), difficulty);
    case "objective":
      return ask({ ...abandoned(state, difficulty), objective: said, guidance: [] }, { role: "planner" });
    case "unanswerable":
      return finish(state, { type: "unanswerable", reason: said, words: difficulty.words });
  }
}

function onQuestion(state: TeamState, given: JsonObject, difficulty: Difficulty): TeamStep {
  const question = textOf(given["question"]);
  if (question === "") return tell(state, 'A question has its text in "question".');
  const words = Array.isArray(given["words"]) ? textsOf(given["words"]) : difficulty.words;
  const kind = given["kind"] === undefined ? difficulty.kind : kindOf(given["kind"]);
  const options = textsOf(given["options"]);
  const wish = { question, words, kind, ...(options.length === 0 ? {} : { options }) };
  return command(state, [{ type: "weigh", role: state.turn.role, wish }]);
}

/** Counts a refutation, with its guidance for the role that had the difficulty. */
function refuted(state: TeamState, guidance: string): TeamState {
  return { ...state, guidance: [...state.guidance, guidance], refutations: state.refutations + 1 };
}

/** Back to the role that had the difficulty, or to the selector, with the operations that the guidance names. */
function proceed(state: TeamState, { role }: Difficulty): TeamStep {
  const { work, guidance } = state;
  const named = methodsAndPaths(guidance.at(-1) ?? "");
  if (work === undefined || role === "planner" || named.length === 0) return ask(state, { role });
  const { step, searches, tried } = work;
  return findOperations({ ...state, work: { step, searches, tried, failures: [] } }, named.join(", "));
}

/** A step that is given up for another objective stays among the steps, so that the planner does not take it again. */
function abandoned(state: TeamState, { role, problem }: Difficulty): TeamState {
  if (role === "planner") return state;
  return closeCycle(state, { done: false, result: `Not done: ${problem}` });
}

/** The gate's word on a question of the supervisor. */
function onWeighed(state: TeamState, verdict: WishVerdict): TeamStep {
  if (verdict.type === "refuted") {
    const guidance = `The person was not asked, because:\n${asData(verdict.guidance)}`;
    return proceed(refuted(state, guidance), difficultyOf(state));
  }
  return put(state, verdict.clarification);
}

function put(state: TeamState, clarification: Clarification): TeamStep {
  const asked = { ...state, questions: state.questions + 1, question: clarification };
  return command(asked, [{ type: "ask", role: state.turn.role, clarification }]);
}

/** What the supervisor was asked about is what its question belongs to; the planner's own question is its own. */
function difficultyOf({ turn }: TeamState): Difficulty {
  return turn.role === "supervisor"
    ? turn.difficulty
    : { role: "planner", problem: "", words: [], kind: "missing" };
}

/**
 * Question and answer become one sentence that every role reads from now on (Section 5.2.5). Where a reading was chosen, its words take the
 * place of the unclear ones in the objective and the step at once, without a call of the model. An answer that still fits several choices is
 * asked about once more, among these alone.
 */
function onAnswered(
  state: TeamState,
  { clarification, reply }: { readonly clarification: Clarification; readonly reply: ClarificationReply },
): TeamStep {
  const difficulty = difficultyOf(state);
  if (reply.type !== "answered") {
    const declined = `Asked "${clarification.question}", the person declined to say.`;
    return proceed(refuted({ ...state, extra: [...state.extra, declined] }, GO_ON_WITHOUT), difficulty);
  }
  const open = state.questions < TEAM_LIMITS.questions ? followUp(clarification, reply) : undefined;
  if (open !== undefined) return put(state, open);
  const settled = settle(clarification, reply);
  const sentence = settledSentence(settled);
  // What a model may not read stays out of the objective, which it reads.
  const replacement =
    settled.told === undefined ? chosenReading(clarification, reply)?.replacement : undefined;
  const known: TeamState = { ...state, extra: [...state.extra, sentence], guidance: [], refutations: 0 };
  const [words] = clarification.words;
  const clear = replacement !== undefined && words !== undefined && clarification.words.length === 1;
  return proceed(clear ? reworded(known, words, replacement) : known, difficulty);
}

const GO_ON_WITHOUT = "Do not ask again: take what is likeliest meant, as an assumption to be said.";

function reworded(state: TeamState, words: string, replacement: string): TeamState {
  const { work, objective } = state;
  const reword = (text: string): string => replaced(text, words, replacement);
  const { selection } = work ?? {};
  return {
    ...state,
    objective: reword(objective),
    ...(work === undefined
      ? {}
      : {
          work: {
            ...work,
            step: reword(work.step),
            ...(selection === undefined
              ? {}
              : { selection: { ...selection, purpose: reword(selection.purpose) } }),
          },
        }),
  };
}

/** Where the words stand as words of their own, whatever their case. */
function replaced(text: string, words: string, replacement: string): string {
  const exact = RegExp(
    `(?<![\\p{L}\\p{N}])${words.replace(/[\\^$.*+?()[\]{}|]/gu, "\\$&")}(?![\\p{L}\\p{N}])`,
    "iu",
  );
  return text.replace(exact, () => replacement);
}
