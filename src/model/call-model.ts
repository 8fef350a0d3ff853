import { setTimeout as sleep } from "node:timers/promises";
import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4Prompt,
  LanguageModelV4Usage,
} from "@ai-sdk/provider";
import { FuxiError } from "../errors/fuxi-error.ts";
import { type ObservedMessage, textMessage } from "../telemetry/contents.ts";
import { observeChat } from "../telemetry/observe-run.ts";
import { given } from "../util/given.ts";
import { callIdentity } from "./call-identity.ts";
import type { LanguageModel } from "./language-model.ts";
import { ModelError, providerFailure } from "./provider-failure.ts";
import type { Usage } from "./usage.ts";

/** How often a call is retried, and how long it waits in between. */
export interface CallModelOptions {
  /** Ends the call and any wait with the FuxiError `cancelled`. */
  readonly signal: AbortSignal;
  /** Calls after the first, on 429, 5xx, dropped connections and unreadable replies. Default 4. */
  readonly retries?: number;
  /** Wait before the first retry where the provider names none; doubles each time, up to 30 s. Default 1,000. */
  readonly firstDelayMilliseconds?: number;
  /** Longest wait that a provider may ask for; beyond it the call fails at once. Default 60,000. */
  readonly longestDelayMilliseconds?: number;
  /** Called before each wait; `attempt` counts from 1. */
  readonly onRetry?: (retry: {
    readonly attempt: number;
    readonly waitMilliseconds: number;
    readonly reason: string;
  }) => void;
}

interface ModelReply {
  readonly result: LanguageModelV4GenerateResult;
  readonly usage: Usage;
}

/**
 * One reply of a model, with retries. The AI SDK's own interface is called directly rather than through `generateText`: what a model wrote as
 * tool arguments must arrive as written, also where it is no JSON.
 *
 * @throws FuxiError `cancelled`, or its subclass ModelError: `model-unavailable`, `model-refused`, `context-too-long`; any FuxiError that a model
 * throws (`replay-miss`) is rethrown unchanged
 */
export async function callModel(
  model: LanguageModel,
  request: LanguageModelV4CallOptions,
  options: CallModelOptions,
): Promise<ModelReply> {
  let retries = 0;
  const onRetry: CallModelOptions["onRetry"] = (retry) => {
    retries = retry.attempt;
    options.onRetry?.(retry);
  };
  const { signal: abortSignal } = options;
  const place = callIdentity();
  const once = async (attempt: number): Promise<ModelReply> => {
    const providerOptions = { ...request.providerOptions, ...place(attempt) };
    const result = await model.doGenerate({ ...request, abortSignal, providerOptions });
    return { result, usage: usageOf(result.usage) };
  };
  const call = () => withRetries(model, once, { ...options, onRetry });
  return await observedCall(model, request, () => retries, call);
}

/** Calls a model until it replies, with the retries and waits of the options. @throws FuxiError as `callModel` does */
export async function withRetries<Reply>(
  model: Pick<LanguageModel, "provider" | "modelId">,
  call: (attempt: number) => PromiseLike<Reply>,
  options: CallModelOptions,
): Promise<Reply> {
  const { signal, retries = 4, firstDelayMilliseconds = 1000, longestDelayMilliseconds = 60_000 } = options;
  for (let attempt = 0; ; attempt++) {
    if (signal.aborted) throw cancelled();
    try {
      return await call(attempt);
    } catch (error) {
      if (signal.aborted) throw cancelled();
      if (FuxiError.isInstance(error)) throw error;
      const failure = providerFailure(error);
      if (failure === undefined) throw error;
      const backoff = Math.min(30_000, firstDelayMilliseconds * 2 ** attempt) * (0.75 + Math.random() / 4);
      const wait = failure.retryAfterMilliseconds ?? backoff;
      const most = isNobodyThere(error) ? Math.min(1, retries) : retries;
      if (!failure.retryable || attempt >= most || wait > longestDelayMilliseconds) {
        throw new ModelError(`${model.provider}/${model.modelId}`, failure);
      }
      options.onRetry?.({ attempt: attempt + 1, waitMilliseconds: wait, reason: failure.message });
      await sleep(wait, undefined, { signal }).catch(() => {});
    }
  }
}

/** Nothing listens at that address: waiting longer brings up no server. */
function isNobodyThere(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ((cause as NodeJS.ErrnoException).code === "ECONNREFUSED") return true;
  }
  return false;
}

function cancelled(): FuxiError {
  return new FuxiError("cancelled", "The call of the model was cancelled.");
}

/** The call within its span; `retries` returns how often it was retried. */
function observedCall<T extends ModelReply>(
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

/** Finish reasons that the OpenTelemetry conventions name differently from the AI SDK. */
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

/** Files and provider-specific parts are left out. */
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

/** One call's usage. Some adapters fill in 0 for cached tokens that the provider never mentioned; then it is left out. */
function usageOf(usage: LanguageModelV4Usage): Usage {
  const { total: inputTokens, cacheRead } = usage.inputTokens;
  const outputTokens = usage.outputTokens.total;
  const told = cacheRead !== 0 || usage.raw === undefined || /cache/iu.test(JSON.stringify(usage.raw));
  return {
    calls: 1,
    ...given({ inputTokens, outputTokens }),
    ...(cacheRead === undefined || !told ? {} : { cachedInputTokens: cacheRead }),
  };
}
