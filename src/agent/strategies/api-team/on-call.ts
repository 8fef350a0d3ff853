import type { RunEvent } from "../../../trajectory/run-event.ts";
import { wordKey } from "../../../util/english/word-key.ts";
import { foldedWords } from "../../../util/fold-text.ts";
import type { JsonObject } from "../../../util/json.ts";
import { actionKey } from "../../action-key.ts";
import { asData } from "../../prompts/data-marks.ts";
import { renderFailure, renderObservation, renderSuggestions } from "../../render-result.ts";
import { decidedFor, isBlank, objectOf, textOf } from "./role-form.ts";
import { type Selection, TEAM_LIMITS, type TeamState, type Work } from "./team-state.ts";
import {
  act,
  apiAction,
  ask,
  askForLeave,
  endOfCycle,
  giveUpStep,
  onDifficulty,
  raiseDifficulty,
  select,
  type TeamStep,
  tell,
  withDifficulty,
} from "./team-step.ts";

type Result = Extract<RunEvent, { type: "action-observed" | "action-failed" }>;

/** Operations found for the step. */
export function onFound(state: TeamState, work: Work, event: Result): TeamStep {
  const found =
    event.type === "action-observed"
      ? {
          // That it was looked up before, for another step, is nothing to whoever reads it now.
          text: event.observation.text,
          operations: namesIn(event.observation.data["operations"]),
        }
      : { text: renderFailure(event.failure), operations: [] };
  const { environment } = event.action;
  const searches = [...work.searches, { environment, ...found }];
  const waiting = state.waiting.filter((id) => id !== event.command);
  const after = { ...state, waiting, work: { ...work, searches } };
  if (waiting.length > 0) return { state: after, commands: [] };
  if (searches.every(({ operations }) => operations.length === 0)) {
    return noOperation(after, work, "The search for operations found none for it.");
  }
  return ask(after, { role: "selector" });
}

function namesIn(operations: unknown): readonly string[] {
  if (!Array.isArray(operations)) return [];
  return operations.map((each: { readonly operation?: string }) => textOf(each.operation));
}

/** What the selector has decided. */
export function onSelector(state: TeamState, work: Work, output: JsonObject): TeamStep {
  const members = ["operation", "answer", "none", ...withDifficulty(state)] as const;
  const decision = decidedFor(output, members);
  if (decision.problem !== undefined) return tell(state, decision.problem);
  const said = textOf(output[decision.said]);
  switch (decision.said) {
    case "operation": {
      const named = textOf(output["environment"]);
      const listed = work.searches.find(({ operations }) => operations.includes(said));
      const environment = state.environments.includes(named)
        ? named
        : (listed?.environment ?? state.environments[0] ?? "");
      const purpose = textOf(output["purpose"]) || work.step;
      return describe(state, work, { environment, operation: said, purpose });
    }
    case "answer":
      return endOfCycle(state, said);
    case "none":
      return noOperation(state, work, said);
    case "difficulty":
      return onDifficulty(state, "selector", output);
  }
}

/** Reads the documentation of the operation that the selector, or the planner, has chosen. */
export function describe(state: TeamState, work: Work, selection: Selection): TeamStep {
  const { environment, operation } = selection;
  const action = apiAction(state, environment, "describe", { operation });
  if (state.failedActions.includes(actionKey(action))) {
    return unusable(state, work, operation, `${operation} was no operation before, and is none now.`);
  }
  const known = state.documents[actionKey(action)];
  if (known !== undefined) return documented(state, work, selection, known);
  return act({ ...state, work: { ...work, selection } }, "selector", action);
}

/** The documentation of the selected operation; one that does not exist goes back to the selector. */
export function onDescribed(state: TeamState, work: Work, event: Result): TeamStep {
  if (event.type === "action-failed") {
    const failedActions = [...state.failedActions, actionKey(event.action)];
    const operation = work.selection?.operation ?? "";
    return unusable({ ...state, failedActions }, work, operation, renderFailure(event.failure));
  }
  const { data, text } = event.observation;
  const { selection } = work;
  if (selection === undefined) return { state, commands: [] };
  const operation = textOf(data["operation"]) || selection.operation;
  const documents = { ...state.documents, [actionKey(event.action)]: { operation, text } };
  return documented({ ...state, documents }, work, selection, { operation, text });
}

/** The caller's turn, with the operation by its own name, unless the planner gave the arguments. */
function documented(
  state: TeamState,
  work: Work,
  selection: Selection,
  { operation, text }: TeamState["documents"][string],
): TeamStep {
  const { planned, ...rest } = work;
  const chosen = { ...rest, selection: { ...selection, operation }, document: text, failures: [] };
  const next = { ...state, work: chosen };
  if (planned === undefined) return ask(next, { role: "caller" });
  return send(next, chosen, { given: { operation, arguments: planned }, extract: work.step, expression: "" });
}

/** Back to the selector, some times. */
function unusable(state: TeamState, work: Work, operation: string, why: string): TeamStep {
  const failures = [...work.failures, `Your selection cannot be used.\n${asData(why)}`];
  const { step, searches, tried } = work;
  const again = { ...state, work: { step, searches, tried, failures } };
  if (failures.length <= TEAM_LIMITS.corrections) return select(again);
  return noOperation(again, work, `The API has no operation such as ${operation}.`);
}

function noOperation(state: TeamState, { step }: Work, reason: string): TeamStep {
  const problem = `No operation can do the step "${step}": ${reason}`;
  return raiseDifficulty(state, { role: "selector", problem, words: [], kind: "unsupported" });
}

type Observed = Extract<RunEvent, { type: "action-observed" }>;
type Failed = Extract<RunEvent, { type: "action-failed" }>;

/** Failures that no other arguments can mend. */
const BEYOND_THE_CALLER = ["not-permitted", "effect-unknown", "server-unreachable"];

/** The call that the caller has written. */
export function onCaller(state: TeamState, work: Work, output: JsonObject): TeamStep {
  const hasArguments = Object.keys(objectOf(output["arguments"]) ?? {}).length > 0;
  // Whoever has a difficulty has no arguments either, and may say so by an empty object.
  const written = isBlank(output["difficulty"]) || hasArguments ? output : { ...output, arguments: null };
  const decision = decidedFor(written, ["arguments", ...withDifficulty(state)]);
  if (decision.problem !== undefined) return tell(state, decision.problem);
  if (decision.said === "difficulty") return onDifficulty(state, "caller", output);
  const values = objectOf(output["arguments"]);
  if (values === undefined) return tell(state, '"arguments" is an object of arguments by name.');
  const extract = textOf(output["extract"]) || (work.selection?.purpose ?? work.step);
  const { pages } = output;
  const operation = work.selection?.operation ?? "";
  const paged = typeof pages === "number" && pages > 1 ? { pages } : {};
  const given = { operation, arguments: values, ...paged };
  return send(state, work, { given, extract, expression: textOf(output["expression"]) });
}

function send(state: TeamState, work: Work, call: NonNullable<Work["call"]>): TeamStep {
  const { environment = "" } = work.selection ?? {};
  const called = { ...state, work: { ...work, call } };
  const action = apiAction(state, environment, "call", call.given);
  if (!state.failedActions.includes(actionKey(action))) return act(called, "caller", action);
  const told = "Not sent: this very call failed before. Change its arguments.";
  return correct(called, called.work, told, "The caller wrote a call again that had failed before.");
}

/** A response goes to the parser, unless the caller has said how it is read; one without content, or without a single item, is its own result. */
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
  const expression = work.call?.expression ?? "";
  // The planner reads the response to its own call, if it is shown whole.
  if (state.turn.role === "planner" && isWhole(read.sample, state, work))
    return endOfCycle(after, `${read.name} = ${read.sample}`);
  if (expression !== "") {
    const given = { response: read.name, expression };
    return act(after, "caller", apiAction(after, action.environment, "extract", given));
  }
  return ask(after, { role: "parser", reads: "schema" });
}

/** What stands in a sample for what it leaves out. */
const CUT = /…|\d (?:items\]|members\})/u;
const NOT_SHOWN = /\(not shown: ([^)]*)\)/gu;

/** True for a sample that leaves out nothing but members which neither the step nor the goal is about. */
function isWhole(sample: string, { withheld, objective }: TeamState, { step }: Work): boolean {
  if (withheld !== undefined || CUT.test(sample)) return false;
  const wanted = keysOf(`${step} ${objective}`);
  return [...sample.matchAll(NOT_SHOWN)].every(([, names = ""]) =>
    keysOf(names).every((key) => !wanted.includes(key)),
  );
}

const keysOf = (text: string): readonly string[] =>
  foldedWords(text.replace(/(?<=\p{Ll})(?=\p{Lu})|_/gu, " "))
    .split(" ")
    .filter((word) => word.length > 2)
    .map(wordKey);

export function onCallFailed(state: TeamState, work: Work, { failure, action }: Failed): TeamStep {
  const said = renderFailure(failure);
  if (failure.code === "permission-needed") return askForLeave(state, action, failure);
  const after = { ...state, failedActions: [...state.failedActions, actionKey(action)] };
  if (failure.code === "unknown-operation") {
    const failures = [...work.failures, `Your selection cannot be used.\n${asData(said)}`];
    if (failures.length > TEAM_LIMITS.corrections) return stuck(after, said);
    const { step, searches, tried } = work;
    return select({ ...after, work: { step, searches, tried, failures } });
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

/** The program that the parser has written, or what it has read in the sample. */
export function onParser(state: TeamState, work: Work, output: JsonObject): TeamStep {
  const readsSample = state.turn.role === "parser" && state.turn.reads === "sample";
  const decision = decidedFor(output, readsSample ? ["result"] : ["expression", "program"]);
  if (decision.problem !== undefined) return tell(state, decision.problem);
  const said = textOf(output[decision.said]);
  if (readsSample) return endOfCycle(state, said);
  const { environment = "" } = work.selection ?? {};
  const given = { response: work.response?.name ?? "", [decision.said]: said };
  const action = apiAction(state, environment, "extract", given);
  if (state.failedActions.includes(actionKey(action))) {
    return writeAnew(state, work, "Your extraction is the very same that failed before.");
  }
  return act(state, "parser", action);
}

/** Responses that are read by whoever comes next, where the program finds nothing in them. */
const SHORT_SAMPLE = 600;

/**
 * What the program took out. One that fails is written anew; one that finds nothing may be wrong about the data, so the sample is read. The
 * caller's expression, written before the response was seen, goes to the parser in both cases.
 */
export function onExtracted(state: TeamState, work: Work, event: Result): TeamStep {
  const { response: _, ...what } = event.action.arguments;
  let failure: string;
  if (event.type === "action-observed") {
    const { observation } = event;
    const isNothing = observation.warnings.some(({ code }) => code === "no-match");
    if (!isNothing) return endOfCycle(state, renderObservation(observation));
    if (state.turn.role === "parser") return onNothing(state, work);
    failure = `${JSON.stringify(what)} found nothing.`;
  } else {
    failure = `${JSON.stringify(what)} failed.\n${asData(renderFailure(event.failure))}`;
  }
  const failedActions = [...state.failedActions, actionKey(event.action)];
  return writeAnew({ ...state, failedActions }, work, `The extraction ${failure}`);
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
