import type {
  LanguageModelV4GenerateResult,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
} from "@ai-sdk/provider";
import type { Action } from "../../environment/action.ts";
import type { Environment } from "../../environment/environment.ts";
import type { Task } from "../../environment/task.ts";
import type { PolicyReply } from "../../trajectory/policy-reply.ts";
import { actionKey } from "../action-key.ts";
import type { PolicyRequest, StepRequest, ThoughtRequest } from "../policy-request.ts";
import { LAST_REPLY } from "../prompts/rules.ts";
import { type ReplyFormat, type SystemPrompt, systemPrompt } from "../prompts/system-prompt.ts";
import { taskPrompt } from "../prompts/task-prompt.ts";
import { thoughtPrompt } from "../prompts/thought-prompt.ts";
import type { PolicyContext } from "../strategy.ts";
import { FINAL_ANSWER } from "../text-actions/control-calls.ts";
import { stripThinking } from "../text-actions/literal-reader.ts";
import { callWithin, parseTextReply } from "../text-actions/parse-text-reply.ts";
import { type ToolNames, toolNames, withoutOnDemand } from "../tool-names.ts";
import { providerTools } from "./control-tools.ts";
import type { LlmPolicyOptions, ModelConversation } from "./model-conversation.ts";
import { nativeMessages, nativeReply } from "./native.ts";
import {
  actionFor,
  cacheable,
  type Decided,
  decisionReply,
  lastReasoning,
  mergeNeighbours,
  replyText,
  undecided,
  userText,
} from "./reply-text.ts";

import { shotMessages, textMessages } from "./shot-messages.ts";

/** A thought with actions, or an end: by the provider's tool calls, or in words. */
export async function stepReply(
  request: StepRequest,
  context: PolicyContext,
  conversation: ModelConversation,
): Promise<PolicyReply> {
  const { environments } = context;
  const names = toolNames(environments);
  const { mayAsk = false } = request;
  const { options, abilities } = conversation;
  const offered = (request.tools ?? options.tools) === "all" ? names : withoutOnDemand(names);
  const { format = "auto" } = options;
  let using: ReplyFormat = "native";
  const result = await conversation.ask(
    async () => {
      using = format === "auto" ? (abilities.tools ? "native" : "text") : format;
      const system = await systemPrompt(environments, offered, using, context.act, mayAsk);
      return {
        prompt: await conversationPrompt(system, request, context, using, options),
        ...conversation.settings(using === "text" ? ["Observation:"] : undefined),
        ...(using === "native"
          ? { tools: providerTools(environments, offered, mayAsk), toolChoice: { type: "auto" } }
          : {}),
      };
    },
    () => ({ tools: format === "auto" && using === "native" }),
  );
  const read = using === "native" ? nativeReply : textReply;
  return { ...read(result, names, environments), usage: conversation.usage };
}

const FORM = 'Reply with "Thought: …" and one "Action: tool(…)" line, or with "Final Answer: …".';

/** Reads a reply in the text format. */
function textReply(
  result: LanguageModelV4GenerateResult,
  names: ToolNames,
  environments: readonly Environment[],
): Decided {
  // Some models call tools of their own accord, though none were offered.
  if (result.content.some(({ type }) => type === "tool-call"))
    return nativeReply(result, names, environments);
  const raw = replyText(result.content);
  const decision = parseTextReply(raw, names);
  const cutOff = result.finishReason.unified === "length";
  // An answer that was cut off is half an answer; an action was read to its closing bracket.
  const decided =
    cutOff && decision.control?.name === FINAL_ANSWER ? undefined : decisionReply(decision, environments);
  if (decided === undefined || (cutOff && decided.problem !== undefined)) {
    return { ...undecided(result, decision.thought, FORM), raw };
  }
  const problem = decided.problem && {
    problem: { ...decided.problem, message: `${decided.problem.message} ${FORM}` },
  };
  return { ...decided, ...problem, raw };
}

const THOUGHT_FORM = 'Reply with "Thought: …" saying what to do next, or with "Final Answer: …".';

/** The thought, with the calls that it holds in full, or an end; in words for all models. */
export async function thoughtReply(
  request: ThoughtRequest,
  context: PolicyContext,
  conversation: ModelConversation,
): Promise<PolicyReply> {
  const { environments, act } = context;
  const names = toolNames(environments);
  const result = await conversation.ask(async () => {
    const system = await thoughtPrompt(environments, names, request.mayAsk ?? false, act);
    return {
      prompt: await conversationPrompt(system, request, context, "text", conversation.options),
      ...conversation.settings(["Observation:"]),
    };
  });
  return { ...readThought(result, request, names, environments), usage: conversation.usage };
}

function readThought(
  result: LanguageModelV4GenerateResult,
  { transcript }: ThoughtRequest,
  names: ToolNames,
  environments: readonly Environment[],
): Decided {
  const { raw = "", problem: _, ...read } = textReply(result, names, environments);
  const { claim, unanswerable, wish } = read;
  const cutOff = result.finishReason.unified === "length";
  const isWritten = (unanswerable ?? wish ?? claim?.claim.text) !== undefined;
  const call = isWritten || cutOff ? undefined : callWithin(read.thought, names);
  const named = call && actionFor(call.name, call.tool, call.arguments, environments);
  // A thought may also tell of a call that was made before.
  const isNew = named && !transcript.some((item) => item.type === "result" && isSame(item.action, named));
  const actions = read.actions.length === 0 && isNew ? [named] : read.actions;
  const ends = claim !== undefined || unanswerable !== undefined || wish !== undefined;
  if (actions.length > 0 ? !cutOff : ends) return { ...read, actions, raw };
  const thought = read.thought.trim() || lastReasoning(result.content) || withoutLabel(raw);
  return cutOff || thought === ""
    ? { ...undecided(result, thought, THOUGHT_FORM), raw }
    : { thought, actions: [], raw };
}

const isSame = (one: Action, other: Action): boolean => actionKey(one) === actionKey(other);

function withoutLabel(raw: string): string {
  return stripThinking(raw)
    .replace(/^[\W_]*(?:action|thought)[\W_]*:\s*/iu, "")
    .trim();
}

/** The main context: the system prompt, demonstrations, the question, and the transcript as turns. */
async function conversationPrompt(
  system: SystemPrompt,
  { transcript, mustConclude }: PolicyRequest,
  { environments, task, act }: PolicyContext,
  format: ReplyFormat,
  { shots = [], stepLimit }: Pick<LlmPolicyOptions, "shots" | "stepLimit">,
): Promise<LanguageModelV4Prompt> {
  const names = toolNames(environments);
  const descriptions = await Promise.all(
    system.pruned.map(async (environment) => ({
      environment: environment.id,
      text: (await environment.describe("task", task, act)).text,
    })),
  );
  const render = format === "native" ? nativeMessages : textMessages;
  const limit = stepLimit === undefined ? {} : { stepLimit };
  const turns: readonly LanguageModelV4Message[] = mergeNeighbours([
    ...shotMessages(shots, format, names),
    userText(taskPrompt({ task: knownBefore(task, transcript), descriptions, ...limit })),
    ...render(transcript, names),
    ...(mustConclude ? [userText(LAST_REPLY[format])] : []),
  ]);
  return cacheable([{ role: "system", content: system.text }, ...turns]);
}

/** The task without what the transcript itself says: answers of this run stand there as turns, and the beginning stays as it was. */
function knownBefore(task: Task, transcript: PolicyRequest["transcript"]): Task {
  const { settled, ...rest } = task;
  const said = transcript.filter(({ type }) => type === "answer").length;
  const before = (settled ?? []).slice(0, Math.max(0, (settled ?? []).length - said));
  return before.length === 0 ? rest : { ...rest, settled: before };
}
