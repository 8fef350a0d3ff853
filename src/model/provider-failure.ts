import { AISDKError, APICallError } from "@ai-sdk/provider";
import { scrubSecrets } from "../util/scrub-secrets.ts";
import {
  isContextTooLong,
  isMalformedToolCall,
  isOutOfCredit,
  isToolsUnsupported,
  unsupportedSetting,
} from "./provider-texts.ts";
import type { SamplingSetting } from "./sampling.ts";

/** What went wrong with a call, told apart as far as a caller can react to it. */
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
  /** Of the HTTP answer, where there was one. */
  readonly status?: number;
  /** With `setting-unsupported`: what to leave out. */
  readonly setting?: SamplingSetting;
  /** How long the provider asked to wait. */
  readonly retryAfterMilliseconds?: number;
}

const LONGEST_MESSAGE = 300;

/**
 * Reads an error thrown by a `LanguageModel`: status, texts and codes of the providers, network errors, aborts. Undefined for an error that
 * comes from no provider: that is somebody's defect and not to be hidden behind a retry.
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

/** A page comes from an address that is no model's, and comes again; an error in a reply that says it is none is told in its own words. */
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
  // Of the SDK's own errors what is left are answers of another form: no choices, wrong types.
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
