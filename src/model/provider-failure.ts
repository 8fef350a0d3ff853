import { AISDKError, APICallError } from "@ai-sdk/provider";
import { type ErrorCode, FuxiError } from "../errors/fuxi-error.ts";
import { scrubSecrets } from "../util/scrub-secrets.ts";

/** A failed call, classified as far as a caller can react to it. */
export interface ProviderFailure {
  readonly kind:
    | "cancelled"
    | "context-too-long"
    | "refused"
    | "tools-unsupported"
    | "setting-unsupported"
    /** The provider itself could not read the tool call that its model wrote. */
    | "malformed-tool-call"
    | "unavailable";
  /** One line, without credentials. */
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string;
  /** Trying the same request again may help. */
  readonly retryable: boolean;
  /** HTTP status, if there was an answer. */
  readonly status?: number;
  /** With `setting-unsupported`: the setting to leave out. */
  readonly setting?: SamplingSetting;
  /** How long the provider asked to wait. */
  readonly retryAfterMilliseconds?: number;
}

const LONGEST_MESSAGE = 300;

/**
 * Reads an error thrown by a `LanguageModel`: status, texts and codes of the providers, network errors, aborts. Undefined for an error that comes
 * from no provider: such an error is a defect, and no retry may hide it.
 */
export function providerFailure(error: unknown): ProviderFailure | undefined {
  if (!APICallError.isInstance(error)) return foreignFailure(error);
  const status = error.statusCode;
  const text = `${error.message}\n${error.responseBody ?? ""}`;
  const said = oneLine(error.message);
  const base = { ...(status === undefined ? {} : { status }), message: said, retryable: false };
  if (status === undefined) return { ...base, kind: "unavailable", retryable: true };
  if (status < 400) return unreadable(base, error.responseBody ?? "");
  if (isContextTooLong(text, status)) return { ...base, kind: "context-too-long" };
  if (isMalformedToolCall(text)) return { ...base, kind: "malformed-tool-call" };
  if (status !== 401 && status !== 403 && status !== 429 && isToolsUnsupported(text)) {
    return { ...base, kind: "tools-unsupported" };
  }
  const setting = status === 400 || status === 422 ? unsupportedSetting(text) : undefined;
  if (setting !== undefined) return { ...base, kind: "setting-unsupported", setting };
  const transient = status === 408 || status === 409 || status === 425 || status === 429 || status >= 500;
  if (transient && !isOutOfCredit(text)) {
    const wait = retryAfter(error.responseHeaders);
    return {
      ...base,
      kind: "unavailable",
      message: `${status === 429 ? "too many requests" : `HTTP ${status}`}: ${said}`,
      retryable: true,
      ...(wait === undefined ? {} : { retryAfterMilliseconds: wait }),
    };
  }
  const hint = refusalHint(status, text);
  return {
    ...base,
    kind: "refused",
    message: `HTTP ${status}: ${said}`,
    ...(hint === undefined ? {} : { hint }),
  };
}

/** A web page means a wrong address, so no retry helps. An error object in a reply with a status of success is reported in its own words. */
function unreadable(base: Omit<ProviderFailure, "kind">, body: string): ProviderFailure {
  if (/^\s*<(?:!doctype|html|head|body)\b/iu.test(body)) {
    return {
      ...base,
      kind: "refused",
      message: "the address answers with a web page, not with a model's reply",
      hint: "Check the base URL (it usually ends in /v1).",
    };
  }
  const own = errorIn(body);
  const said = own === undefined ? base.message : oneLine(own);
  return { ...base, kind: "unavailable", message: `reply not readable (${said})`, retryable: true };
}

function errorIn(body: string): string | undefined {
  try {
    const { error } = JSON.parse(body) as { error?: { message?: unknown } | string };
    const message = typeof error === "string" ? error : error?.message;
    return typeof message === "string" ? message : undefined;
  } catch {
    return undefined;
  }
}

/** Milliseconds that a `Retry-After` (seconds or date) or `retry-after-ms` header asks for; undefined where there is none. */
export function retryAfter(headers: Readonly<Record<string, string>> | undefined): number | undefined {
  const exact = Number.parseFloat(headers?.["retry-after-ms"] ?? "");
  if (Number.isFinite(exact)) return Math.max(0, exact);
  const value = headers?.["retry-after"];
  if (value === undefined) return undefined;
  const milliseconds = /^\s*\d/u.test(value)
    ? Number.parseFloat(value) * 1000
    : Date.parse(value) - Date.now();
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : undefined;
}

function foreignFailure(error: unknown): ProviderFailure | undefined {
  if (!(error instanceof Error)) return undefined;
  const { name } = error;
  const message = oneLine(error.message);
  if (name === "AbortError" || name === "ResponseAborted") {
    return { kind: "cancelled", message: "the call was cancelled", retryable: false };
  }
  if (name === "AI_LoadAPIKeyError") {
    return { kind: "refused", message, hint: "Set the provider's API key variable.", retryable: false };
  }
  const isNetwork = "code" in error && /^(?:E[A-Z]+|UND_ERR_\w+)$/u.test(String(error.code));
  // The remaining errors of the SDK are answers of an unexpected form: no choices, wrong types.
  return AISDKError.isInstance(error) || isNetwork
    ? { kind: "unavailable", message, retryable: true }
    : undefined;
}

function refusalHint(status: number, text: string): string | undefined {
  if (isOutOfCredit(text) || status === 402) return "The account has no credit or quota left.";
  if (status === 401 || status === 403) return "Check the API key and what it is allowed to use.";
  if (status === 404) return "Check the model's name and the base URL (it usually ends in /v1).";
  return undefined;
}

function oneLine(text: string): string {
  const line = scrubSecrets(text).replace(/\s+/gu, " ").trim();
  return line.length > LONGEST_MESSAGE ? `${line.slice(0, LONGEST_MESSAGE)}…` : line;
}

/**
 * How providers and servers word their errors. There is no common code for any of these, so the texts of the known ones are matched:
 * OpenAI, Anthropic, Google, Mistral, Groq, OpenRouter, vLLM, llama.cpp, Ollama, LM Studio.
 */
const CONTEXT_TOO_LONG: readonly RegExp[] = [
  /context_length_exceeded|exceed_context_size|model_max_prompt_tokens_exceeded|string_above_max_length/iu,
  /(?:maximum|max|model'?s?) (?:context|sequence|prompt|input)[ _-]?(?:length|size|window|tokens?)?.{0,40}\b\d+/iu,
  /exceed\w*.{0,60}\bcontext[ _-]?(?:length|size|window|limit)/iu,
  /context[ _-]?(?:length|size|window|limit).{0,60}(?:exceed|overflow|too (?:small|long|short)|full)/iu,
  /(?:prompt|input|request|messages?)\b.{0,40}\b(?:is|are) too (?:long|large)\b/iu,
  /input (?:token count|length).{0,40}exceeds?/iu,
  /(?:greater|larger|longer|more tokens) than (?:the |its )?(?:maximum )?context/iu,
  /too many (?:input |prompt )?tokens\b(?!.{0,20}(?:per|minute|day))/iu,
  /tokens? to keep from the initial prompt is greater/iu,
  /maximum context length|context length of only/iu,
  /reduce the length of (?:the|your) (?:messages|prompt|input)/iu,
];

function isContextTooLong(text: string, status: number): boolean {
  if (status === 401 || status === 403 || status === 404) return false;
  if (status === 413) return true;
  if (status === 429) return /context_length_exceeded/iu.test(text);
  return CONTEXT_TOO_LONG.some((pattern) => pattern.test(text));
}

const TOOLS = String.raw`\b(?:tools?|functions?|tool[ _-]?(?:calls?|calling|choice|use)|function[ _-]?call(?:s|ing)?)\b`;
const REFUSES = `(?:not (?:supported|support|enabled|allowed|available|permitted)|unsupported|unrecognized|unknown|unexpected|extra inputs|requires? --|only supported)`;
const TOOLS_UNSUPPORTED: readonly RegExp[] = [
  new RegExp(`${TOOLS}["'\`]?[^.\\n]{0,60}${REFUSES}`, "iu"),
  new RegExp(`(?:does(?: not|n't) support|${REFUSES})[^.\\n]{0,40}["'\`]?${TOOLS}`, "iu"),
  new RegExp(`no (?:endpoints?|providers?)[^.\\n]{0,40}support[^.\\n]{0,20}${TOOLS}`, "iu"),
];

function isToolsUnsupported(text: string): boolean {
  return TOOLS_UNSUPPORTED.some((pattern) => pattern.test(text));
}

const MALFORMED_TOOL_CALL =
  /tool_use_failed|failed to call a function|(?:error|failed|failure)[^.\n]{0,20} pars(?:e|ing) (?:the )?tool[ _-]?call|failed to parse (?:input|tool|function|messages)|malformed_function_call/iu;

function isMalformedToolCall(text: string): boolean {
  return MALFORMED_TOOL_CALL.test(text);
}

/** True for a 429 or 402 for which waiting does not help. */
function isOutOfCredit(text: string): boolean {
  return /insufficient_quota|insufficient (?:credits?|balance|funds)|credit balance|billing|payment required/iu.test(
    text,
  );
}

const SETTINGS: readonly { readonly setting: SamplingSetting; readonly names: string }[] = [
  { setting: "temperature", names: "temperature" },
  { setting: "seed", names: "seed" },
  { setting: "stopSequences", names: "stop|stop_sequences|stop_tokens" },
  { setting: "maxOutputTokens", names: "max_tokens|max_output_tokens" },
];

/** The sampling setting that a request was refused for (reasoning models take no temperature, some no stop words). */
function unsupportedSetting(text: string): SamplingSetting | undefined {
  for (const { setting, names } of SETTINGS) {
    const name = `["'\`](?:${names})["'\`]`;
    const refused = "(?:unsupported|not supported|not support|deprecated|unrecognized|unknown|not permitted)";
    if (new RegExp(`${refused}[^\\n]{0,60}${name}|${name}[^\\n]{0,60}${refused}`, "iu").test(text))
      return setting;
  }
  return undefined;
}

const CODES: Readonly<Record<ProviderFailure["kind"], ErrorCode>> = {
  cancelled: "cancelled",
  "context-too-long": "context-too-long",
  refused: "model-refused",
  "tools-unsupported": "model-refused",
  "setting-unsupported": "model-refused",
  "malformed-tool-call": "model-unavailable",
  unavailable: "model-unavailable",
};

const HINTS: Readonly<Partial<Record<ProviderFailure["kind"], string>>> = {
  "context-too-long": "Use a model with a larger context window, or lower the limits on rows and characters.",
  "tools-unsupported": "Use the text format, or a model that can call tools.",
  unavailable: "Check that the server runs and can be reached, or try again later.",
};

/** A failed call of a model. The cause is left out on purpose: the raw error may hold the address with its key. */
export class ModelError extends FuxiError {
  /** The failure, classified by what a caller can do about it. */
  readonly failure: ProviderFailure;

  constructor(model: string, failure: ProviderFailure) {
    const hint = failure.hint ?? HINTS[failure.kind];
    super(CODES[failure.kind], `${model}: ${failure.message}`, hint === undefined ? {} : { hint });
    this.failure = failure;
  }
}

/** How replies are drawn. Absent members are the provider's default. */
export interface Sampling {
  readonly temperature?: number;
  readonly seed?: number;
  /** Limit for one reply. */
  readonly maxOutputTokens?: number;
  readonly stopSequences?: readonly string[];
}

/** A key of `Sampling`. */
export type SamplingSetting = keyof Sampling;
