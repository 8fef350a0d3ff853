import { z } from "zod";
import { rememberReply } from "../../agent/remember-reply.ts";
import { DECLINED } from "../../agent/strategies/react-feedback.ts";
import { gate } from "../../clarification/gate.ts";
import { chosenReading, settle } from "../../clarification/settle.ts";
import { writtenAnswer } from "../../clarification/written-answer.ts";
import type { Environment } from "../../environment/environment.ts";
import type { Glossary } from "../../environment/glossary.ts";
import { settledSentence } from "../../environment/settled.ts";
import type { Task } from "../../environment/task.ts";
import {
  CLARIFICATION_KINDS,
  type Clarification,
  type ClarificationReply,
  type Wish,
} from "../../trajectory/clarification.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import { actContextOf, type ServiceBounds } from "../act-context-of.ts";
import type { Caller } from "../caller.ts";
import type { TaskContent } from "../workspaces/task-content.ts";
import type { Held, Workspaces } from "../workspaces/workspaces.ts";
import { personQuestion, readingTexts, replyOf } from "./clarification-question.ts";
import { CLARIFY, type ClarifyInput, readClarify } from "./clarify-definition.ts";
import type { McpTool, Round, ToolReply } from "./mcp-tool.ts";

export interface ClarifyOptions extends ServiceBounds {
  readonly environments: readonly Environment[];
  readonly workspaces: Workspaces;
  /** Where answers are kept that the person wants kept. */
  readonly glossary?: Glossary;
}

type Reply = Exclude<ClarificationReply, { type: "unavailable" }>;

/** Asks the person what words of the question mean, once the gate has let the question through; the answer belongs to the task from then on. */
export function clarifyTool(options: ClarifyOptions): McpTool {
  const { environments, workspaces, glossary } = options;

  const weighed = async (
    input: ClarifyInput,
    { handle, content }: Held,
    caller: Caller,
  ): Promise<ToolReply> => {
    const task = content.task ?? unsaidTask(input);
    const context = actContextOf(caller, options, content.allowed);
    const verdict = await gate(wishOf(input), { task, environments, asked: content.asked ?? [] }, context);
    if (verdict.type === "refuted") return result("clear", verdict.guidance, handle);
    const { clarification } = verdict;
    if (input.answer !== undefined) return relayed(input, input.answer, clarification, caller);
    if (!caller.elicits) return toBeRelayed(clarification, handle);
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
    const texts = readingTexts(clarification);
    return {
      type: "failure",
      failure: {
        code: "invalid-arguments",
        message: `There is no reading ${written.trim()}: name one from 1 to ${texts.length}, or hand on the person's words.`,
        part: { argument: "answer", text: written },
        suggestions: texts.map((text, at) => ({ text: String(at + 1), reason: text })),
      },
    };
  };

  const settled = async (
    input: ClarifyInput,
    clarification: Clarification,
    reply: Reply,
    caller: Caller,
  ): Promise<ToolReply> => {
    const said = whatWasSaid(clarification, reply);
    const changed = await workspaces.change(input.workspace, "adds", caller, async ({ content }) => {
      const next = withReply(content, input, clarification, reply);
      return { value: undefined, ...(next === undefined ? {} : { content: next }) };
    });
    if (changed.failure !== undefined) {
      // The person is not asked a second time because the first answer could not be kept.
      const message = `${changed.failure.message} The person was asked, though. ${said.text}`;
      return { type: "failure", failure: { ...changed.failure, message } };
    }
    await rememberReply(clarification, reply, { glossary, environments, principal: caller.principal });
    return result(said.status, said.text, changed.held.handle, said.data);
  };

  return {
    definition: CLARIFY,
    async call(given: JsonObject, caller: Caller, round?: Round): Promise<ToolReply> {
      const { input, failure } = readClarify(given);
      if (failure !== undefined) return { type: "failure", failure };
      const asked = round === undefined ? undefined : stateSchema.safeParse(round.state).data?.clarification;
      if (round !== undefined && asked !== undefined) {
        const clarification = asked as Clarification;
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
        replacement: z.string().optional(),
        token: z.json().optional(),
      }),
    ),
  }),
});

type Status = "clear" | "settled" | "declined" | "ask-the-person";

function result(status: Status, text: string, workspace: string, more: JsonObject = {}): ToolReply {
  const shown = `${status}: ${text}\nworkspace: ${workspace}`;
  return { type: "result", text: shown, data: { text, status, workspace, ...more } };
}

function wishOf({ words, question, options }: ClarifyInput): Wish {
  return {
    question,
    words: words === undefined ? [] : [words],
    kind: words === undefined ? "missing" : "several-meanings",
    ...(options === undefined ? {} : { options }),
  };
}

/** Of a workspace that was opened without a question: what is known of it are the words that are unclear. */
function unsaidTask({ words, question }: ClarifyInput): Task {
  return { question: words ?? question };
}

function toBeRelayed(clarification: Clarification, handle: string): ToolReply {
  const readings = readingTexts(clarification);
  const { question } = clarification;
  const how =
    readings.length === 0
      ? "the person's words"
      : "the number of a reading, counted from 1, or the person's words";
  const text = [
    question,
    ...readings.map((reading, at) => `${at + 1}. ${reading}`),
    `Put this to the person, and end your turn with it. Then call clarify again with the same arguments and \`answer\`: ${how}.`,
  ].join("\n");
  return result("ask-the-person", text, handle, { question, ...(readings.length === 0 ? {} : { readings }) });
}

function whatWasSaid(
  clarification: Clarification,
  reply: Reply,
): { readonly status: Status; readonly text: string; readonly data: JsonObject } {
  if (reply.type === "declined") return { status: "declined", text: DECLINED, data: {} };
  const sentence = settledSentence(settle(clarification, reply));
  const reading = chosenReading(clarification, reply)?.text;
  const more = reading === undefined || sentence.includes(reading) ? "" : ` (${reading})`;
  return {
    status: "settled",
    text: `${sentence}${more}`,
    data: { meaning: reading ?? reply.text },
  };
}

/** The content with what came of the question; undefined where that stands there already, because the same answer came twice. */
function withReply(
  content: TaskContent,
  input: ClarifyInput,
  clarification: Clarification,
  reply: Reply,
): TaskContent | undefined {
  const { question, words } = clarification;
  const { asked = [] } = content;
  const declined = reply.type === "declined";
  const said = declined ? "" : (chosenReading(clarification, reply)?.text ?? reply.text);
  const same = (before: (typeof asked)[number]): boolean =>
    before.question === question && before.reply === said && (before.declined === true) === declined;
  if (asked.some(same)) return undefined;
  const entry = { words, question, reply: said, ...(declined ? { declined } : {}) };
  const grown = { ...content, asked: [...asked, entry] };
  if (reply.type === "declined") return grown;
  const task = content.task ?? unsaidTask(input);
  return { ...grown, task: { ...task, settled: [...(task.settled ?? []), settle(clarification, reply)] } };
}
