import { z } from "zod";
import { rememberReply } from "../../agent/remember-reply.ts";
import { gate } from "../../clarification/gate.ts";
import { writtenAnswer } from "../../clarification/written-answer.ts";
import type { Environment } from "../../environment/environment.ts";
import type { Glossary } from "../../environment/glossary.ts";
import type { Task } from "../../environment/task.ts";
import { CLARIFICATION_KINDS, type Clarification, type Wish } from "../../trajectory/clarification.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import { actContextOf, type ServiceBounds } from "../act-context-of.ts";
import type { Caller } from "../caller.ts";
import type { Held, Workspaces } from "../workspaces/workspaces.ts";
import { type PersonReply, personQuestion, relayedTexts, replyOf } from "./clarification-question.ts";
import { CLARIFY, type ClarifyInput, readClarify } from "./clarify-definition.ts";
import { afterCancel, clarifyReply, toBeRelayed, whatWasSaid } from "./clarify-reply.ts";
import type { McpTool, Round, ToolReply } from "./mcp-tool.ts";
import { relayedQuestions } from "./relayed-questions.ts";
import { withReply } from "./task-with-reply.ts";

export interface ClarifyOptions extends ServiceBounds {
  readonly environments: readonly Environment[];
  readonly workspaces: Workspaces;
  /** Where answers are kept that the person wants kept. */
  readonly glossary?: Glossary;
}

/** Asks the person what words of the question mean, once the gate has let the question through; the answer belongs to the task from then on. */
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
    const context = actContextOf(caller, options, content.allowed);
    const verdict = await gate(wishOf(input), { task, environments, asked: content.asked ?? [] }, context);
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
    const texts = relayedTexts(clarification);
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
    reply: PersonReply,
    caller: Caller,
  ): Promise<ToolReply> => {
    const said = whatWasSaid(clarification, reply);
    const changed = await workspaces.change(input.workspace, "adds", caller, async ({ content }) => {
      const next = withReply(content, clarification, reply, unsaidTask(input));
      return { value: undefined, ...(next === undefined ? {} : { content: next }) };
    });
    if (changed.failure !== undefined) {
      // The person is not asked a second time because the first answer could not be kept.
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

/** Of a workspace that was opened without a question: what is known of it are the words that are unclear. */
function unsaidTask({ words, question }: ClarifyInput): Task {
  return { question: words ?? question };
}
