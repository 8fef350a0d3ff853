import { setTimeout as sleep } from "node:timers/promises";
import {
  APICallError,
  type LanguageModelV4CallOptions,
  type LanguageModelV4Content,
  type LanguageModelV4GenerateResult,
} from "@ai-sdk/provider";
import { FuxiError } from "../errors/fuxi-error.ts";
import type { LanguageModel } from "../model/language-model.ts";
import { refuseStreaming } from "../model/providers/cassette.ts";
import type { JsonObject } from "../util/json.ts";

/** What a scripted model or server does in answer to one request. */
export type ScriptedTurn = ScriptedReply | ScriptedFailure;

/** A reply of the model, in parts; parts that are absent are not sent. */
export interface ScriptedReply {
  /** What it says. */
  readonly text?: string;
  /** Sent apart from the text. */
  readonly reasoning?: string;
  /** Arguments as text go out as written, so that they may be malformed. */
  readonly calls?: readonly { readonly name: string; readonly arguments: JsonObject | string }[];
  /** "tool-calls" where there are calls, else "stop", unless given. */
  readonly finish?: "stop" | "length" | "tool-calls" | "content-filter";
  /** Not told unless given. */
  readonly usage?: {
    readonly inputTokens: number;
    readonly outputTokens: number;
    readonly cachedInputTokens?: number;
  };
  /** Waited before the reply (0). */
  readonly delayMilliseconds?: number;
}

/** An HTTP error of the provider. */
export interface ScriptedFailure {
  /** Status and body as OpenAI's API has them; `retryAfterSeconds` is its header. */
  readonly failure: {
    readonly status: number;
    readonly message: string;
    readonly code?: string;
    readonly retryAfterSeconds?: number;
  };
}

/** Failures as the well-known servers word them. */
export const SCRIPTED_FAILURES = {
  tooManyRequests: (retryAfterSeconds = 0): ScriptedFailure => ({
    failure: {
      status: 429,
      message: "Rate limit reached for requests",
      code: "rate_limit_exceeded",
      retryAfterSeconds,
    },
  }),
  contextTooLong: (): ScriptedFailure => ({
    failure: {
      status: 400,
      message:
        "This model's maximum context length is 8192 tokens. However, your messages resulted in 9120 tokens.",
      code: "context_length_exceeded",
    },
  }),
  toolsUnsupported: (): ScriptedFailure => ({
    failure: { status: 400, message: "registry.ollama.ai/library/gemma:2b does not support tools" },
  }),
  wrongKey: (): ScriptedFailure => ({
    failure: {
      status: 401,
      message: "Incorrect API key provided: sk-wrong0123456789abcdef.",
      code: "invalid_api_key",
    },
  }),
  broken: (): ScriptedFailure => ({ failure: { status: 500, message: "The server had an error" } }),
} as const;

/** A model that follows a script, and tells what it was asked. */
export interface ScriptedModel extends LanguageModel {
  /** Every request so far, in order. */
  readonly requests: readonly LanguageModelV4CallOptions[];
}

/**
 * A model that gives the turns of a script, one per request, or whatever a function makes of the request. No network.
 * @throws FuxiError `usage` from a request beyond the script's end
 */
export function scriptedModel(
  script: readonly ScriptedTurn[] | ((request: LanguageModelV4CallOptions, index: number) => ScriptedTurn),
  name = "model",
): ScriptedModel {
  const requests: LanguageModelV4CallOptions[] = [];
  return {
    specificationVersion: "v4",
    provider: "scripted",
    modelId: name,
    supportedUrls: {},
    requests,
    doStream: refuseStreaming,
    async doGenerate(request) {
      const index = requests.push(request) - 1;
      const turn = typeof script === "function" ? script(request, index) : script[index];
      if (turn === undefined) throw new FuxiError("usage", `The script has no turn ${index + 1}.`);
      if ("failure" in turn) throw scriptedError(turn);
      await sleep(turn.delayMilliseconds ?? 0, undefined, { signal: request.abortSignal });
      return scriptedResult(turn);
    },
  };
}

function scriptedResult({
  text,
  reasoning,
  calls = [],
  finish,
  usage,
}: ScriptedReply): LanguageModelV4GenerateResult {
  const content: LanguageModelV4Content[] = [];
  if (reasoning !== undefined) content.push({ type: "reasoning", text: reasoning });
  if (text !== undefined) content.push({ type: "text", text });
  for (const [i, call] of calls.entries()) {
    const input = typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments);
    content.push({ type: "tool-call", toolCallId: `call_${i}`, toolName: call.name, input });
  }
  const cacheRead = usage?.cachedInputTokens;
  return {
    content,
    finishReason: { unified: finish ?? (calls.length > 0 ? "tool-calls" : "stop"), raw: finish },
    usage: {
      inputTokens: { total: usage?.inputTokens, noCache: undefined, cacheRead, cacheWrite: undefined },
      outputTokens: { total: usage?.outputTokens, text: undefined, reasoning: undefined },
    },
    warnings: [],
  };
}

function scriptedError({ failure }: ScriptedFailure): APICallError {
  const { status, message, code, retryAfterSeconds } = failure;
  return new APICallError({
    message,
    url: "scripted:",
    requestBodyValues: {},
    statusCode: status,
    responseBody: JSON.stringify({ error: { message, code } }),
    ...(retryAfterSeconds === undefined
      ? {}
      : { responseHeaders: { "retry-after": String(retryAfterSeconds) } }),
  });
}
