import type { LanguageModelV4GenerateResult } from "@ai-sdk/provider";
import type { Environment } from "../../environment/environment.ts";
import type { PolicyReply } from "../../trajectory/policy-reply.ts";
import type { PolicyContext } from "../policy.ts";
import type { ThoughtRequest } from "../policy-request.ts";
import { thoughtPrompt } from "../prompts/thought-prompt.ts";
import { stripThinking } from "../text-actions/strip-thinking.ts";
import { type ToolNames, toolNames } from "../tool-names.ts";
import { thoughtOf } from "./answer-part.ts";
import { conversationPrompt } from "./conversation-prompt.ts";
import type { ModelConversation } from "./model-conversation.ts";
import { lastReasoning } from "./reply-text.ts";
import type { Decided } from "./text-decision-reply.ts";
import { textReply } from "./text-reply.ts";
import { undecided } from "./undecided.ts";

const FORM = 'Reply with "Thought: …" saying what to do next, or with "Final Answer: …".';

/** The thought alone, or an end; in words for all models, as there is nothing to be called. */
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
  return { ...readThought(result, names, environments), usage: conversation.usage };
}

/** An action that was written all the same is never taken: it stands for a thought where there is no other. */
function readThought(
  result: LanguageModelV4GenerateResult,
  names: ToolNames,
  environments: readonly Environment[],
): Decided {
  const { raw = "", ...read } = textReply(result, names, environments);
  const { claim, unanswerable, wish } = read;
  const ends = claim !== undefined || unanswerable !== undefined || wish !== undefined;
  // What was to be handed in after actions that are not taken is not there.
  if (ends && read.actions.length === 0) return { ...read, raw };
  const cutOff = result.finishReason.unified === "length";
  const [action] = read.actions;
  const written = action === undefined ? lastReasoning(result.content) : thoughtOf(action);
  const thought = read.thought.trim() || written || withoutLabel(raw);
  return cutOff || thought === ""
    ? { ...undecided(result, thought, FORM), raw }
    : { thought, actions: [], raw };
}

function withoutLabel(raw: string): string {
  return stripThinking(raw)
    .replace(/^[\W_]*(?:action|thought)[\W_]*:\s*/iu, "")
    .trim();
}
