import { z } from "zod";
import type { ResumeRunOptions, RunResult } from "../../agent/run-options.ts";
import { type OpenQuestion, openQuestion } from "../../clarification/open-question.ts";
import { allows } from "../../clarification/settle.ts";
import { writtenAnswer } from "../../clarification/written-answer.ts";
import { egressOf } from "../../environment/egress/told-answer.ts";
import type { Environment } from "../../environment/environment.ts";
import type { ToolFailure } from "../../environment/tool-failure.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import type { RunEvent } from "../../trajectory/run-event.ts";
import type { JsonObject } from "../../util/json.ts";
import type { Caller } from "../caller.ts";
import { type AskInput, askDefinition, readAsk } from "./ask-definition.ts";
import { askReply } from "./ask-reply.ts";
import type { AskRuns } from "./ask-runs.ts";
import { personQuestion, relayedTexts, replyOf } from "./clarification-question.ts";
import { endedRun } from "./ended-run.ts";
import type { McpTool, Round, ToolReply } from "./mcp-tool.ts";
import { refuseOtherLevel } from "./other-level.ts";
import { withoutElicitation } from "./permission.ts";
import { runProgress } from "./run-progress.ts";
import { toldResult } from "./told-result.ts";

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

  const resumed = async (
    { run, answer }: Extract<AskInput, { type: "resume" }>,
    caller: Caller,
  ): Promise<ToolReply> => {
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
      ? failure(noSuchReading(answer, relayedTexts(clarification)))
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
      const { input, failure: wrong } = readAsk(given, definition);
      if (wrong !== undefined) return failure(wrong);
      const state = round === undefined ? undefined : stateSchema.safeParse(round.state).data;
      if (round !== undefined && state !== undefined)
        return orNoSuchRun(answeredByPerson(state, round, caller));
      if (input.type === "resume") return orNoSuchRun(resumed(input, caller));
      const { type: _, ...task } = input;
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

function invalid(argument: string, message: string, suggestions: ToolFailure["suggestions"] = []) {
  return { code: "invalid-arguments" as const, message, part: { argument }, suggestions };
}

/** The hints of these errors are for a command line. */
function noSuchRun({ code, message }: FuxiError): ToolFailure {
  return code === "run-not-found"
    ? invalid("resume", `${message} Ask the question anew.`)
    : invalid("resume", `The run cannot be gone on with: ${message} Ask the question anew.`);
}

function waitsForNone(): ToolReply {
  return failure(invalid("answer", "The run waits for no answer: call ask with resume alone."));
}

function answeredBefore(run: string): ToolFailure {
  return invalid(
    "answer",
    `The question was answered before, and this answer was not used. Another call may still be at work on the run; ask with resume: ${JSON.stringify(run)} tells how it ended.`,
  );
}

function noSuchReading(answer: string, readings: readonly string[]): ToolFailure {
  return invalid(
    "answer",
    `There is no reading ${answer.trim()}: name one from 1 to ${readings.length}, or hand on the person's words. The run waits on: call ask again with the same resume.`,
    readings.map((text, at) => ({ text: String(at + 1), reason: text })),
  );
}

function leaveNeeded(operation: string): ToolFailure {
  return {
    code: "permission-needed",
    message: `The run waits for leave for ${operation}. Nothing was done.`,
    part: { argument: "answer", text: operation },
    suggestions: [],
  };
}
