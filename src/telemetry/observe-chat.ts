import { type Attributes, SpanKind } from "@opentelemetry/api";
import { measure } from "./instruments.ts";
import { messagesAttribute, type ObservedMessage } from "./messages.ts";
import { observe } from "./observe.ts";
import { type RunEnd, usageAttributes } from "./observe-run.ts";
import { providerName } from "./provider-name.ts";

export interface ObservedChat {
  /** As the AI SDK names it. */
  readonly provider: string;
  readonly model: string;
  readonly temperature?: number | undefined;
  readonly seed?: number | undefined;
  readonly maxTokens?: number | undefined;
  readonly messages: () => readonly ObservedMessage[];
}

export interface ChatEnd extends Pick<RunEnd, "inputTokens" | "outputTokens" | "cachedInputTokens"> {
  readonly finishReason: string;
  readonly responseModel?: string | undefined;
  readonly responseId?: string | undefined;
  readonly retries: number;
  readonly messages: () => readonly ObservedMessage[];
}

const BY = ["gen_ai.operation.name", "gen_ai.provider.name", "gen_ai.request.model"];

/** `chat {model}`: one reply, however often it had to be tried. */
export function observeChat<T>(
  given: ObservedChat,
  ended: (result: T) => ChatEnd,
  work: () => Promise<T>,
): Promise<T> {
  const { provider, model, temperature, seed, maxTokens, messages } = given;
  const attributes: Attributes = {
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": providerName(provider),
    "gen_ai.request.model": model,
    ...(temperature === undefined ? {} : { "gen_ai.request.temperature": temperature }),
    ...(seed === undefined ? {} : { "gen_ai.request.seed": seed }),
    ...(maxTokens === undefined ? {} : { "gen_ai.request.max_tokens": maxTokens }),
  };
  return observe<T>(
    {
      name: `chat ${model}`,
      kind: SpanKind.CLIENT,
      attributes,
      contents: () => messagesAttribute("gen_ai.input.messages", messages()),
      measured: { histogram: "gen_ai.client.operation.duration", by: BY },
      ended: (result) => {
        const end = ended(result);
        const { finishReason, responseModel, responseId, retries } = end;
        countTokens(attributes, end);
        return {
          attributes: {
            "gen_ai.response.finish_reasons": [finishReason],
            ...(responseModel === undefined ? {} : { "gen_ai.response.model": responseModel }),
            ...(responseId === undefined ? {} : { "gen_ai.response.id": responseId }),
            ...(retries === 0 ? {} : { "fuxi.model.retries": retries }),
            ...usageAttributes(end),
          },
          contents: () => messagesAttribute("gen_ai.output.messages", end.messages()),
        };
      },
    },
    work,
  );
}

function countTokens(attributes: Attributes, { inputTokens, outputTokens }: ChatEnd): void {
  const by = Object.fromEntries(BY.map((name) => [name, attributes[name]]));
  for (const [type, tokens] of [
    ["input", inputTokens],
    ["output", outputTokens],
  ] as const) {
    if (tokens !== undefined)
      measure("gen_ai.client.token.usage", tokens, { ...by, "gen_ai.token.type": type });
  }
}
