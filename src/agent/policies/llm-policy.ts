import { ModelError } from "../../model/provider-failure.ts";
import { addUsage } from "../../model/usage.ts";
import type { PolicyReply } from "../../trajectory/policy-reply.ts";
import type { PolicyRequest } from "../policy-request.ts";
import type { Policy, PolicyContext } from "../strategy.ts";
import { choiceReply, slotReply } from "./choice-reply.ts";
import { type LlmPolicyOptions, ModelConversation } from "./model-conversation.ts";
import { roleReply } from "./role-reply.ts";
import { roundReply } from "./round-reply.ts";
import { stepReply, thoughtReply } from "./step-reply.ts";

export type { LlmPolicyOptions } from "./model-conversation.ts";

/** A language model decides, by prompting (Middleware, Section 3.2). What it sees is made anew from the request at each call. */
export function llmPolicy(options: LlmPolicyOptions): Policy {
  const { model } = options;
  return {
    id: `llm:${model.provider}/${model.modelId}`,
    async reply(request, context) {
      const conversation = new ModelConversation(options, context);
      try {
        return await replyTo(request, context, conversation);
      } catch (error) {
        if (!(error instanceof ModelError) || error.failure.kind !== "malformed-tool-call") throw error;
        const reply = { thought: "", actions: [], usage: addUsage(conversation.usage, { calls: 1 }) };
        return request.kind !== "choice" && request.kind !== "slot"
          ? { ...reply, problem: unreadableCall(error) }
          : { ...reply, choice: "none" };
      }
    },
  };
}

function replyTo(
  request: PolicyRequest,
  context: PolicyContext,
  conversation: ModelConversation,
): Promise<PolicyReply> {
  switch (request.kind) {
    case "step":
      return stepReply(request, context, conversation);
    case "thought":
      return thoughtReply(request, context, conversation);
    case "choice":
      return choiceReply(request, context, conversation);
    case "slot":
      return slotReply(request, context, conversation);
    case "role":
      return roleReply(request, context, conversation);
    case "round":
      return roundReply(request, context, conversation);
  }
}

function unreadableCall(error: ModelError): NonNullable<PolicyReply["problem"]> {
  const message = `The provider could not read your tool call (${error.failure.message}). Send it again with valid JSON arguments.`;
  return { kind: "malformed-action", message };
}
