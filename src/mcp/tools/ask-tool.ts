import { z } from "zod";
import { computedText } from "../../agent/figures/computed-text.ts";
import { NO_PROGRESS, progressAfter } from "../../agent/run-fold.ts";
import type { ResumeRunOptions, RunResult } from "../../agent/run-options.ts";
import { type OpenQuestion, openQuestion, writtenAnswer } from "../../clarification/ask-person.ts";
import { allows } from "../../clarification/settle.ts";

import type { Action } from "../../environment/action.ts";
import type { Withheld } from "../../environment/egress/egress-level.ts";
import { egressOf } from "../../environment/egress/told-answer.ts";
import type { Environment } from "../../environment/environment.ts";
import type { Task } from "../../environment/task.ts";
import { invalidArgument, type ToolFailure } from "../../environment/tool-failure.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import type { RunEvent } from "../../trajectory/run-event.ts";
import { given as optional } from "../../util/given.ts";
import type { JsonObject } from "../../util/json.ts";
import type { Caller } from "../caller.ts";
import { askReply, toldResult } from "./ask-reply.ts";
import { noSuchReading, personQuestion, replyOf } from "./clarify-definition.ts";
import {
  type McpAnnotations,
  type McpTool,
  type McpToolDefinition,
  type Round,
  readInput,
  type ToolReply,
} from "./mcp-tool.ts";
import { withoutElicitation } from "./permission.ts";

const TEXT: JsonObject = { type: "string" };
const TEXTS: JsonObject = { type: "array", items: TEXT };

function askDefinition(environments: readonly Environment[]): McpToolDefinition {
  const names = environments.map(({ id }) => id).join(", ");
  return {
    name: "ask",
    description: `Answers a whole question about ${names} by itself, with what the answer rests on: another model does the work, which takes a while. On needs-clarification put its question to the person and call again with \`resume\` and their \`answer\`.`,
    inputSchema: {
      type: "object",
      properties: {
        question: TEXT,
        oracle_knowledge: { type: "string", description: "what is known beforehand" },
        resume: { type: "string", description: "an unfinished run" },
        answer: TEXT,
      },
    },
    outputSchema: {
      type: "object",
      properties: {
        text: TEXT,
        outcome: { type: "string", enum: ["answered", "needs-clarification", "unanswerable", "stopped"] },
        answer: {
          type: "object",
          properties: {
            text: TEXT,
            total: { type: "integer" },
            columns: TEXTS,
            rows: { type: "array", items: { type: "array" } },
            members: { type: "array", items: { type: "object" } },
            value: {},
            full: TEXT,
          },
          required: ["text"],
        },
        assumptions: TEXTS,
        evidence: { type: "array", items: { type: "object" } },
        clarification: {
          type: "object",
          properties: { question: TEXT, words: TEXTS, readings: TEXTS },
          required: ["question", "words", "readings"],
        },
        reason: TEXT,
        resume: TEXT,
        usage: { type: "object" },
      },
      required: ["text", "outcome", "usage"],
    },
    annotations: annotationsOver(environments),
  };
}

/** A run's thoughts go to the provider of its model, which is outside; with an API it may change something there, too. */
function annotationsOver(environments: readonly Environment[]): McpAnnotations {
  const changes = environments.some(({ tools }) => tools.some(({ effect }) => effect !== "none"));
  return changes
    ? { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true }
    : { readOnlyHint: true, openWorldHint: true };
}

interface AskInput {
  readonly question?: string;
  readonly oracle_knowledge?: string;
  readonly resume?: string;
  readonly answer?: string;
}

/** What is wrong with arguments that do not go together: a call has a question, or a run to go on with. */
function misfit({ question, resume, answer }: AskInput): ToolFailure | undefined {
  if (resume !== undefined && question !== undefined)
    return invalidArgument(
      "question",
      "Give a question, or a run to resume; the run has its question already.",
    );
  if (resume !== undefined) return undefined;
  if (question === undefined) return invalidArgument("question", "ask lacks a question, or a run to resume.");
  if (answer === undefined) return undefined;
  return invalidArgument(
    "answer",
    "An answer belongs to a run: name it with resume, as the call that asked said.",
  );
}

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

const stateSchema = z.object({ run: z.string(), command: z.string() });

/**
 * Has a whole question answered by a run of its own. The run's questions are put to the person where the client can do that, as many as there are;
 * else the call ends with the question, and another call goes on with the answer. Leave for an effect is taken from the person alone.
 */
export function askTool(runs: AskRuns, environments: readonly Environment[]): McpTool {
  const definition = askDefinition(environments);
  const level = egressOf(environments);
  const reply = (result: RunResult): ToolReply => askReply(toldResult(result, level));

  const read = async (run: string, caller: Caller): Promise<readonly RunEvent[]> => {
    const events = await runs.read(run, caller);
    refuseOtherLevel(run, events, environments);
    return events;
  };

  const asked = (run: string, { command, clarification }: OpenQuestion): ToolReply => ({
    type: "question",
    question: personQuestion(clarification, runs.remembers === true),
    state: { run, command },
  });

  const replyTo = (result: RunResult, caller: Caller): ToolReply => {
    const open = result.outcome.type === "needs-clarification" ? openQuestion(result.events) : undefined;
    return open !== undefined && caller.elicits ? asked(result.runId, open) : reply(result);
  };

  const goOn = async (run: string, answer: ResumeRunOptions["answer"], caller: Caller): Promise<ToolReply> =>
    replyTo(await runs.resume(run, answer, caller, runProgress(caller, level)), caller);

  const resumed = async (run: string, answer: string | undefined, caller: Caller): Promise<ToolReply> => {
    const events = await read(run, caller);
    const ended = endedRun(run, events);
    if (ended !== undefined) return reply(ended);
    const open = openQuestion(events);
    if (open === undefined) return answer === undefined ? goOn(run, undefined, caller) : waitsForNone();
    const { clarification } = open;
    const { permission } = clarification;
    if (caller.elicits && (answer === undefined || permission !== undefined)) return asked(run, open);
    if (answer === undefined) return goOn(run, undefined, caller);
    if (permission !== undefined && allows({ type: "answered", text: answer })) {
      return failure(withoutElicitation(leaveNeeded(permission.operation)));
    }
    const written = writtenAnswer(answer, permission === undefined ? clarification.readings : []);
    return written === undefined
      ? failure(noSuchReading(answer, clarification, WAITS_ON))
      : goOn(run, { ...written, to: open.command }, caller);
  };

  const answeredByPerson = async (
    { run, command }: z.output<typeof stateSchema>,
    { answer }: Round,
    caller: Caller,
  ): Promise<ToolReply> => {
    const events = await read(run, caller);
    // The reply to the same answer got lost on its way.
    const ended = endedRun(run, events);
    if (ended !== undefined) return reply(ended);
    const open = openQuestion(events);
    if (open === undefined) return failure(answeredBefore(run));
    // An answer is for the question that the person saw: a later one is put to them on its own.
    if (open.command !== command) return caller.elicits ? asked(run, open) : failure(answeredBefore(run));
    // The run waits on, and its question is told as to a client that cannot ask: the form would only be closed again.
    if (answer.type === "cancelled") return goOn(run, undefined, { ...caller, elicits: false });
    const given = replyOf(answer, open.clarification);
    if (given.type === "declined") return goOn(run, { declined: true, to: command }, caller);
    const { type: _, ...said } = given;
    // The form shows its choices without numbers: what is written beside them is no choice.
    return goOn(run, { ...said, inOwnWords: true, to: command }, caller);
  };

  return {
    definition,
    async call(given: JsonObject, caller: Caller, round?: Round): Promise<ToolReply> {
      const read = readInput(definition, given);
      if (read.failure !== undefined) return failure(read.failure);
      const input = read.input as AskInput;
      const wrong = misfit(input);
      if (wrong !== undefined) return failure(wrong);
      const state = round === undefined ? undefined : stateSchema.safeParse(round.state).data;
      if (round !== undefined && state !== undefined)
        return orNoSuchRun(answeredByPerson(state, round, caller));
      const { question = "", oracle_knowledge: oracleKnowledge, resume, answer } = input;
      if (resume !== undefined) return orNoSuchRun(resumed(resume.trim(), answer, caller));
      const task = { question: question.trim(), ...optional({ oracleKnowledge }) };
      return replyTo(await runs.start(task, caller, runProgress(caller, level)), caller);
    },
  };
}

/** What naming another run, or asking anew, mends. */
const NO_SUCH_RUN: readonly string[] = ["run-not-found", "run-not-resumable", "usage"];

async function orNoSuchRun(reply: Promise<ToolReply>): Promise<ToolReply> {
  try {
    return await reply;
  } catch (error) {
    if (FuxiError.isInstance(error) && NO_SUCH_RUN.includes(error.code)) return failure(noSuchRun(error));
    throw error;
  }
}

const failure = (told: ToolFailure): ToolReply => ({ type: "failure", failure: told });

/** The hints of these errors are for a command line. */
function noSuchRun({ code, message }: FuxiError): ToolFailure {
  return code === "run-not-found"
    ? invalidArgument("resume", `${message} Ask the question anew.`)
    : invalidArgument("resume", `The run cannot be gone on with: ${message} Ask the question anew.`);
}

function waitsForNone(): ToolReply {
  return failure(invalidArgument("answer", "The run waits for no answer: call ask with resume alone."));
}

function answeredBefore(run: string): ToolFailure {
  return invalidArgument(
    "answer",
    `The question was answered before, and this answer was not used. Another call may still be at work on the run; ask with resume: ${JSON.stringify(run)} tells how it ended.`,
  );
}

const WAITS_ON = " The run waits on: call ask again with the same resume.";

function leaveNeeded(operation: string): ToolFailure {
  return {
    code: "permission-needed",
    message: `The run waits for leave for ${operation}. Nothing was done.`,
    part: { argument: "answer", text: operation },
    suggestions: [],
  };
}

/** The result of a run that has come to its end, with an answer or without any to be had; undefined of one that can be gone on with. */
function endedRun(runId: string, events: readonly RunEvent[]): RunResult | undefined {
  const last = events.at(-1);
  if (last?.type !== "run-finished") return undefined;
  const { outcome } = last;
  if (outcome.type !== "answered" && outcome.type !== "unanswerable") return undefined;
  return { runId, outcome, usage: events.reduce(progressAfter, NO_PROGRESS).usage, events };
}

/** Runs a whole strategy with the model, the stores and the limits that whoever composed the server chose; nobody is asked back within it. */
export interface AskRuns {
  /** Answers can be kept for later questions, which then read them. */
  readonly remembers?: boolean;
  /** Runs a task to its end, or to a question. */
  start(task: Task, caller: Caller, onEvent: (event: RunEvent) => void): Promise<RunResult>;
  /**
   * All events of a run so far: what it waits for, or how it ended.
   * @throws FuxiError `run-not-found` (also for another principal's run)
   */
  read(runId: string, caller: Caller): Promise<readonly RunEvent[]>;
  /** @throws FuxiError `run-not-found` (also for another principal's run), `run-not-resumable` */
  resume(
    runId: string,
    answer: ResumeRunOptions["answer"],
    caller: Caller,
    onEvent: (event: RunEvent) => void,
  ): Promise<RunResult>;
}

type Levels = readonly Pick<Environment, "egress">[];

/**
 * Refuses a run of which a model was told something else than one may be told here: its question, its reason and its readings hold what was told.
 * @throws FuxiError `run-not-resumable`
 */
function refuseOtherLevel(
  runId: string,
  events: readonly RunEvent[],
  environments: readonly Environment[],
): void {
  const started = events.find((event) => event.type === "run-started");
  if (started === undefined || egressOf(environments) === undefined) return;
  const [then, now] = [levels(started.environments), levels(environments)];
  if (then === now) return;
  throw new FuxiError("run-not-resumable", `The run ${runId} was made under egress ${then}, not ${now}.`);
}

function levels(environments: Levels): string {
  return environments.map(({ egress = "all" }) => egress).join(", ");
}
