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
