import { z } from "zod";
import { DECLINED } from "../../agent/strategies/react-state.ts";
import { writtenAnswer } from "../../clarification/ask-person.ts";
import { afterReply, chosenReading, rememberReply, settle } from "../../clarification/settle.ts";
import { type Glossary, settledSentence } from "../../environment/glossary.ts";

import type { Task } from "../../environment/task.ts";
import { CLARIFICATION_KINDS, type Clarification, type Wish } from "../../trajectory/clarification.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import { visibleBlock, visibleText } from "../../util/visible-text.ts";
import type { Caller } from "../caller.ts";
import { type OpenedIn, type TaskContent, taskSession } from "../workspaces/workspace-content.ts";
import { type Held, readHandle, type Workspaces } from "../workspaces/workspaces.ts";
import {
  CLARIFY,
  type ClarifyInput,
  noSuchReading,
  type PersonReply,
  personQuestion,
  readClarify,
  relayedTexts,
  replyOf,
} from "./clarify-definition.ts";
import type { McpTool, Round, ToolReply } from "./mcp-tool.ts";

/** Maximum number of questions. The oldest are evicted; their interpretations are then computed again. */
const MOST = 500;

/**
 * Questions that agents relay to the person. An answer names an interpretation by number, so the shown interpretations are stored: computed again, they
 * may be others, or in another order.
 */
interface RelayedQuestions {
  put(input: ClarifyInput, caller: Caller, clarification: Clarification): void;
  /** Finds the question with the same words and text in the same workspace. */
  find(input: ClarifyInput, caller: Caller): Clarification | undefined;
  forget(input: ClarifyInput, caller: Caller): void;
}

/** Relayed questions in this process's memory: they are short-lived, and cheap to ask again. */
export function relayedQuestions(most = MOST): RelayedQuestions {
  const put = new Map<string, Clarification>();
  return {
    put(input, caller, clarification) {
      const key = keyOf(input, caller);
      put.delete(key);
      put.set(key, clarification);
      const [oldest] = put.keys();
      if (put.size > most && oldest !== undefined) put.delete(oldest);
    },
    find: (input, caller) => put.get(keyOf(input, caller)),
    forget: (input, caller) => put.delete(keyOf(input, caller)),
  };
}

/** The key ignores the workspace's version: others may write to it while the person thinks. */
function keyOf({ workspace, words = "", question }: ClarifyInput, { principal }: Caller): string {
  return JSON.stringify([
    principal.id,
    readHandle(workspace)?.id ?? "",
    ...[words, question].map((text) => text.replace(/\s+/gu, " ").trim()),
  ]);
}

export interface ClarifyOptions extends OpenedIn {
  readonly workspaces: Workspaces;
  /** Store for answers that the person wants to be remembered. */
  readonly glossary?: Glossary;
}

/** Asks the person what words of the question mean, if the gate accepts the question. The answer then belongs to the task. */
export function clarifyTool(options: ClarifyOptions): McpTool {
  const { environments, workspaces, glossary } = options;
  const handedOn = relayedQuestions();

  const weighed = async (
    input: ClarifyInput,
    { handle, content }: Held,
    caller: Caller,
  ): Promise<ToolReply> => {
    const shown = input.answer === undefined ? undefined : handedOn.find(input, caller);
    if (shown !== undefined && input.answer !== undefined) return relayed(input, input.answer, shown, caller);
    const task = content.task ?? unsaidTask(input);
    const verdict = await taskSession(content, caller, options).weigh(wishOf(input), task);
    if (verdict.type === "refuted") return clarifyReply("clear", verdict.guidance, handle);
    const { clarification } = verdict;
    if (input.answer !== undefined) return relayed(input, input.answer, clarification, caller);
    if (!caller.elicits) {
      handedOn.put(input, caller, clarification);
      return toBeRelayed(clarification, handle);
    }
    const state = { clarification: clarification as unknown as Json };
    return { type: "question", question: personQuestion(clarification, glossary !== undefined), state };
  };

  const relayed = async (
    input: ClarifyInput,
    written: string,
    clarification: Clarification,
    caller: Caller,
  ): Promise<ToolReply> => {
    const answer = writtenAnswer(written, clarification.readings);
    if (answer !== undefined) return settled(input, clarification, { type: "answered", ...answer }, caller);
    return { type: "failure", failure: noSuchReading(written, clarification) };
  };

  const settled = async (
    input: ClarifyInput,
    clarification: Clarification,
    reply: PersonReply,
    caller: Caller,
  ): Promise<ToolReply> => {
    const said = whatWasSaid(clarification, reply);
    const changed = await workspaces.change(input.workspace, "adds", caller, async ({ content }) => {
      const next = withReply(content, clarification, reply, unsaidTask(input));
      return { value: undefined, ...(next === undefined ? {} : { content: next }) };
    });
    if (changed.failure !== undefined) {
      // The answer could not be stored: the failure repeats it, so that the person is not asked again.
      const message = `${changed.failure.message} The person was asked, though. ${said.text}`;
      return { type: "failure", failure: { ...changed.failure, message } };
    }
    handedOn.forget(input, caller);
    await rememberReply(clarification, reply, { glossary, environments, principal: caller.principal });
    return clarifyReply(said.status, said.text, changed.held.handle, said.data);
  };

  return {
    definition: CLARIFY,
    async call(given: JsonObject, caller: Caller, round?: Round): Promise<ToolReply> {
      const { input, failure } = readClarify(given);
      if (failure !== undefined) return { type: "failure", failure };
      const asked = round === undefined ? undefined : stateSchema.safeParse(round.state).data?.clarification;
      if (round !== undefined && asked !== undefined) {
        const clarification = asked as Clarification;
        if (round.answer.type === "cancelled") {
          handedOn.put(input, caller, clarification);
          return afterCancel(clarification, input.workspace);
        }
        return settled(input, clarification, replyOf(round.answer, clarification), caller);
      }
      const held = await workspaces.read(input.workspace, caller);
      return held.failure === undefined
        ? weighed(input, held.held, caller)
        : { type: "failure", failure: held.failure };
    },
  };
}

const stateSchema = z.object({
  clarification: z.object({
    question: z.string(),
    words: z.array(z.string()),
    kind: z.enum(CLARIFICATION_KINDS),
    readings: z.array(
      z.object({
        environment: z.string(),
        text: z.string(),
        told: z.string().optional(),
        replacement: z.string().optional(),
        token: z.json().optional(),
      }),
    ),
  }),
});

function wishOf({ words, question, options }: ClarifyInput): Wish {
  return {
    question,
    words: words === undefined ? [] : [words],
    kind: words === undefined ? "missing" : "several-meanings",
    ...(options === undefined ? {} : { options }),
  };
}

/** The task of a workspace that was opened without a question: only the unclear words are known. */
function unsaidTask({ words, question }: ClarifyInput): Task {
  return { question: words ?? question };
}

type Status = "clear" | "settled" | "declined" | "ask-the-person";

/** The result of a call of `clarify`. The status comes first, because it says what to do. */
function clarifyReply(status: Status, text: string, workspace: string, more: JsonObject = {}): ToolReply {
  const shown = `${status}: ${text}\nworkspace: ${workspace}`;
  return { type: "result", text: shown, data: { text, status, workspace, ...more } };
}

/** The reply after the person closed the form, perhaps by mistake: the question stays open and can be asked in the conversation. */
function afterCancel(clarification: Clarification, workspace: string): ToolReply {
  return toBeRelayed(clarification, workspace, ["The person closed the form without answering."]);
}

/** The reply if the client cannot ask: the question for the agent to relay, and how to return the answer. */
export function toBeRelayed(
  clarification: Clarification,
  workspace: string,
  before: readonly string[] = [],
): ToolReply {
  const readings = relayedTexts(clarification);
  const { question } = clarification;
  const how =
    readings.length === 0
      ? "the person's words"
      : "the number of a reading, counted from 1, or the person's words";
  const text = [
    ...before,
    visibleBlock(question),
    ...readings.map((reading, at) => `${at + 1}. ${visibleText(reading)}`),
    `Put this to the person, and end your turn with it. Then call clarify again with the same arguments and \`answer\`: ${how}.`,
  ].join("\n");
  return clarifyReply("ask-the-person", text, workspace, {
    question,
    ...(readings.length === 0 ? {} : { readings }),
  });
}

/** The outcome of a question, in the words of the chosen interpretation, which name its place in the data. */
function whatWasSaid(
  clarification: Clarification,
  reply: PersonReply,
): { readonly status: Status; readonly text: string; readonly data: JsonObject } {
  if (reply.type === "declined") return { status: "declined", text: DECLINED, data: {} };
  const chosen = chosenReading(clarification, reply);
  if (chosen?.told !== undefined && chosen.told !== chosen.text) {
    return {
      status: "settled",
      text: visibleText(`The person chose: ${chosen.told}`),
      data: { meaning: chosen.told },
    };
  }
  const sentence = settledSentence(settle(clarification, reply));
  const reading = chosen?.text;
  const more = reading === undefined || sentence.includes(reading) ? "" : `, that is: ${reading}`;
  return {
    status: "settled",
    text: visibleText(`${sentence}${more}`),
    data: { meaning: reading ?? reply.text },
  };
}

/**
 * Adds the outcome of a question to the content of a task. Undefined if the content has it already, because the same answer came twice.
 * @param unsaid the task, if the workspace was opened without a question
 */
function withReply(
  content: TaskContent,
  clarification: Clarification,
  reply: PersonReply,
  unsaid: Task,
): TaskContent | undefined {
  const { asked = [], task: before = unsaid } = content;
  const { asked: grown, task = before } = afterReply({ asked, task: before }, clarification, reply);
  const { question, reply: said, declined } = grown.at(-1) ?? {};
  const isKnown = asked.some(
    (each) => each.question === question && each.reply === said && each.declined === declined,
  );
  if (isKnown) return undefined;
  return { ...content, asked: grown, ...(reply.type === "declined" ? {} : { task }) };
}
