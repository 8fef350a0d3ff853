import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4Prompt,
} from "@ai-sdk/provider";
import { type ObservedMessage, textMessage } from "../telemetry/contents.ts";
import { observeChat } from "../telemetry/observe-run.ts";
import type { LanguageModel } from "./language-model.ts";
import type { Usage } from "./usage.ts";

interface Reply {
  readonly result: LanguageModelV4GenerateResult;
  readonly usage: Usage;
}

/** The call within its span; `retries` says how often it had to be tried again. */
export function observedCall<T extends Reply>(
  { provider, modelId }: LanguageModel,
  { prompt, temperature, seed, maxOutputTokens }: LanguageModelV4CallOptions,
  retries: () => number,
  call: () => Promise<T>,
): Promise<T> {
  return observeChat(
    {
      provider,
      model: modelId,
      temperature,
      seed,
      maxTokens: maxOutputTokens,
      messages: () => promptMessages(prompt),
    },
    ({ result: { content, finishReason, response }, usage }) => ({
      ...usage,
      finishReason: FINISHED[finishReason.unified] ?? finishReason.unified,
      responseModel: response?.modelId,
      responseId: response?.id,
      retries: retries(),
      messages: () => [
        {
          role: "assistant",
          parts: content.flatMap(partsOf),
          finish_reason: FINISHED[finishReason.unified] ?? finishReason.unified,
        },
      ],
    }),
    call,
  );
}

/** Where the conventions' word is another than the AI SDK's. */
const FINISHED: Readonly<Record<string, string>> = {
  "content-filter": "content_filter",
  "tool-calls": "tool_call",
};

function promptMessages(prompt: LanguageModelV4Prompt): readonly ObservedMessage[] {
  return prompt.map(({ role, content }) =>
    typeof content === "string" ? textMessage(role, content) : { role, parts: content.flatMap(partsOf) },
  );
}

type Part = LanguageModelV4Content | Exclude<LanguageModelV4Prompt[number]["content"], string>[number];

/** Files and what only one provider knows are left out. */
function partsOf(part: Part): ObservedMessage["parts"] {
  switch (part.type) {
    case "text":
    case "reasoning":
      return [{ type: part.type, content: part.text }];
    case "tool-call": {
      const { toolCallId: id, toolName: name, input } = part;
      return [{ type: "tool_call", id, name, arguments: input }];
    }
    case "tool-result": {
      const result = "output" in part ? part.output : part.result;
      return [{ type: "tool_call_response", id: part.toolCallId, result }];
    }
    default:
      return [];
  }
}
