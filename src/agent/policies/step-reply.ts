import type { PolicyReply } from "../../trajectory/policy-reply.ts";
import type { PolicyContext } from "../policy.ts";
import type { StepRequest } from "../policy-request.ts";
import { type ReplyFormat, systemPrompt } from "../prompts/system-prompt.ts";
import { toolNames } from "../tool-names.ts";
import { providerTools } from "./control-tools.ts";
import { conversationPrompt } from "./conversation-prompt.ts";
import type { ModelConversation } from "./model-conversation.ts";
import { nativeReply } from "./native-reply.ts";
import { textReply } from "./text-reply.ts";

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
  const { format = "auto" } = options;
  let using: ReplyFormat = "native";
  const result = await conversation.ask(
    async () => {
      using = format === "auto" ? (abilities.tools ? "native" : "text") : format;
      const system = await systemPrompt(environments, names, using, context.act, mayAsk);
      return {
        prompt: await conversationPrompt(system, request, context, using, options),
        ...conversation.settings(using === "text" ? ["Observation:"] : undefined),
        ...(using === "native"
          ? { tools: providerTools(environments, names, mayAsk), toolChoice: { type: "auto" } }
          : {}),
      };
    },
    () => ({ tools: format === "auto" && using === "native" }),
  );
  const read = using === "native" ? nativeReply : textReply;
  return { ...read(result, names, environments), usage: conversation.usage };
}
