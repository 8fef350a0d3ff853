import { z } from "zod";
import { NO_PROGRESS, progressAfter } from "../../agent/run-fold.ts";
import type { ResumeRunOptions, RunResult } from "../../agent/run-options.ts";
import { type OpenQuestion, openQuestion, writtenAnswer } from "../../clarification/ask-person.ts";
import { allows } from "../../clarification/settle.ts";

import type { Action } from "../../environment/action.ts";
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

/** A run sends text to its model's provider, which is outside. With an API it may also have effects. */
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

/** The failure for inconsistent arguments: a call has either a question, or a run to resume. */
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

/** Progress stays below 1 until the answer is there. */
const MOST_SHARE = 0.99;

/**
 * Reports a run's events to the client, one line each: actions by their names, abandoned attempts. Thoughts and arguments may hold values that are
 * withheld. The share is that of the steps used, if the run was observed from its start.
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
    if (fromTheBeginning) tell(line, Math.min(steps / limits.steps, MOST_SHARE));
    else tell(line);
  };
}

/** An event in one line; "" for events that are not reported. */
function lineOf(event: RunEvent): string {
  switch (event.type) {
    case "run-started":
      return `${event.strategy} with ${event.policy}`;
    case "action-observed":
      return toolLine(event.action);
    case "action-failed":
      return `${toolLine(event.action)} failed: ${event.failure.code}`;
    case "workspaces-restored":
      return "goes back and tries another way";
    default:
      return "";
  }
}

const toolLine = ({ environment, tool }: Action): string => `${environment}.${tool}`;

const stateSchema = z.object({ run: z.string(), command: z.string() });

/**
 * Answers a whole question by a run. If the client can ask, the person gets all questions of the run.
 * Otherwise the call ends with a question, and another call resumes with the answer. Only the person can permit effects.
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

  const continueRun = async (
    run: string,
    answer: ResumeRunOptions["answer"],
    caller: Caller,
  ): Promise<ToolReply> => replyTo(await runs.resume(run, answer, caller, runProgress(caller)), caller);

  const resumed = async (run: string, answer: string | undefined, caller: Caller): Promise<ToolReply> => {
    const events = await read(run, caller);
    const ended = endedRun(run, events);
    if (ended !== undefined) return reply(ended);
    const open = openQuestion(events);
    if (open === undefined)
      return answer === undefined ? continueRun(run, undefined, caller) : waitsForNone();
    const { clarification } = open;
    const { permission } = clarification;
    if (caller.elicits && (answer === undefined || permission !== undefined)) return asked(run, open);
    if (answer === undefined) return continueRun(run, undefined, caller);
    if (permission !== undefined && allows({ type: "answered", text: answer })) {
      return failure(withoutElicitation(leaveNeeded(permission.operation)));
    }
    const written = writtenAnswer(answer, permission === undefined ? clarification.readings : []);
    return written === undefined
      ? failure(noSuchReading(answer, clarification, WAITS_ON))
      : continueRun(run, { ...written, to: open.command }, caller);
  };

  const answeredByPerson = async (
    { run, command }: z.output<typeof stateSchema>,
    { answer }: Round,
    caller: Caller,
  ): Promise<ToolReply> => {
    const events = await read(run, caller);
    // The answer was received before, but the reply to it was lost.
    const ended = endedRun(run, events);
    if (ended !== undefined) return reply(ended);
    const open = openQuestion(events);
    if (open === undefined) return failure(answeredBefore(run));
    // The answer is for another question than the open one, which the person has not seen yet.
    if (open.command !== command) return caller.elicits ? asked(run, open) : failure(answeredBefore(run));
    // The run keeps waiting. The agent gets the question, as if the client could not ask: another form might be closed, too.
    if (answer.type === "cancelled") return continueRun(run, undefined, { ...caller, elicits: false });
    const given = replyOf(answer, open.clarification);
    if (given.type === "declined") return continueRun(run, { declined: true, to: command }, caller);
    const { type: _, ...said } = given;
    // The form shows choices without numbers, so a number in the person's own words is no choice.
    return continueRun(run, { ...said, inOwnWords: true, to: command }, caller);
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
      return replyTo(await runs.start(task, caller, runProgress(caller)), caller);
    },
  };
}

/** Errors that the model can fix by naming another run, or by a new question. */
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

/** Rewrites these errors, whose hints are for a command line. */
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
    message: `The run waits for permission for ${operation}. Nothing was done.`,
    part: { argument: "answer", text: operation },
    suggestions: [],
  };
}

/** The result of a run that has ended. Undefined for a run that can be resumed. */
function endedRun(runId: string, events: readonly RunEvent[]): RunResult | undefined {
  const last = events.at(-1);
  if (last?.type !== "run-finished") return undefined;
  const { outcome } = last;
  if (outcome.type !== "answered" && outcome.type !== "unanswerable") return undefined;
  return { runId, outcome, usage: events.reduce(progressAfter, NO_PROGRESS).usage, events };
}

/** Runs a whole strategy, with the model, stores and limits chosen when the server was set up. The run itself asks nobody: it ends with a question. */
export interface AskRuns {
  /** True if the person's answers can be stored for later questions. */
  readonly remembers?: boolean;
  /** Runs a task to its end, or to a question. */
  start(task: Task, caller: Caller, onEvent: (event: RunEvent) => void): Promise<RunResult>;
  /**
   * All events of a run so far, which show its open question or its end.
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
 * Refuses a run that was made at another egress level than this server's: its question, reason and interpretations may contain values withheld here.
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
