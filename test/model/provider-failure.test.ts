import { APICallError } from "@ai-sdk/provider";
import { describe, expect, it } from "vitest";
import { providerFailure, retryAfter } from "../../src/model/provider-failure.ts";

const failure = (statusCode: number, message: string, body: object = { error: { message } }) =>
  providerFailure(
    new APICallError({
      message,
      statusCode,
      url: "http://x",
      requestBodyValues: {},
      responseBody: JSON.stringify(body),
    }),
  );

describe("a request that is too long is told apart whoever refuses it", () => {
  it.each([
    [
      400,
      "This model's maximum context length is 16384 tokens. However, you requested 122946 tokens (112946 in the messages, 10000 in the completion). Please reduce the length of the messages or completion.",
    ],
    [400, "prompt is too long: 213462 tokens > 200000 maximum"],
    [
      400,
      "input length and `max_tokens` exceed context limit: 174167 + 64000 > 200000, decrease input length or `max_tokens` and try again",
    ],
    [413, "Request too large for model"],
    [400, "The input token count (1199885) exceeds the maximum number of tokens allowed (1048576)."],
    [400, "the request exceeds the available context size, try increasing it"],
    [
      400,
      "Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough.",
    ],
    [400, "The number of tokens to keep from the initial prompt is greater than the context length."],
    [
      422,
      "Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length",
    ],
    [
      400,
      "This endpoint's maximum context length is 131072 tokens. However, you requested about 200000 tokens.",
    ],
    [500, "The prompt (total length 25938) is too long to fit into the model (context length 4096)."],
    [400, "Please reduce the length of the messages or completion."],
    [400, "Input is too long for requested model."],
  ])("%i %s", (status, message) => {
    expect(failure(status, message)?.kind).toBe("context-too-long");
  });

  it.each([
    [429, "Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested 40000."],
    [400, "max_tokens must be at least 1"],
    [429, "too many tokens per minute"],
    [404, "The model `long-context-128k` does not exist"],
  ])("but not %i %s", (status, message) => {
    expect(failure(status, message)?.kind).not.toBe("context-too-long");
  });
});

describe("a model without tool calls is told apart", () => {
  it.each([
    [400, "registry.ollama.ai/library/gemma3:4b does not support tools"],
    [400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'],
    [
      404,
      "No endpoints found that support tool use. To learn more about provider routing, visit the documentation.",
    ],
    [500, "tools param requires --jinja flag"],
    [400, "`tool calling` is not supported with this model"],
    [400, "deepseek-reasoner does not support Function Calling"],
    [400, "Unrecognized request argument supplied: tools"],
    [422, "Extra inputs are not permitted: tools"],
    [400, "Function calling is not enabled for models/gemma-3-27b-it"],
  ])("%i %s", (status, message) => {
    expect(failure(status, message)).toMatchObject({ kind: "tools-unsupported", retryable: false });
  });

  it.each([
    [400, "Invalid schema for function 'where': object schema missing properties"],
    [401, "Your key does not support tools"],
    [400, "An assistant message with 'tool_calls' must be followed by tool messages"],
  ])("but not %i %s", (status, message) => {
    expect(failure(status, message)?.kind).not.toBe("tools-unsupported");
  });
});

describe("a setting that a model does not take is named", () => {
  it.each([
    [
      "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.",
      "temperature",
    ],
    ["Unsupported parameter: 'stop' is not supported with this model.", "stopSequences"],
    [
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      "maxOutputTokens",
    ],
    ["`temperature` is deprecated for this model.", "temperature"],
    ["Unknown parameter: 'seed'", "seed"],
  ])("%s", (message, setting) => {
    expect(failure(400, message)).toMatchObject({ kind: "setting-unsupported", setting });
  });
});

it.each([
  [400, "Failed to call a function. Please adjust your prompt. See 'failed_generation' for more details."],
  [500, "error parsing tool call: raw='{\"a\": }', err=invalid character '}'"],
])("a tool call that the provider itself could not read is told apart: %i %s", (status, message) => {
  expect(failure(status, message)?.kind).toBe("malformed-tool-call");
});

it("shows a long message in one line and cut off", () => {
  const { message = "" } = failure(500, `Line one\nline two ${"x".repeat(1000)}`) ?? {};
  expect(message).not.toContain("\n");
  expect(message.length).toBeLessThan(350);
});

it("reads Retry-After as seconds, as a date and in milliseconds", () => {
  expect(retryAfter({ "retry-after": "1.5" })).toBe(1500);
  expect(retryAfter({ "retry-after-ms": "20", "retry-after": "9" })).toBe(20);
  expect(retryAfter({ "retry-after": new Date(Date.now() - 5000).toUTCString() })).toBe(0);
  expect(retryAfter({ "retry-after": "soon" })).toBeUndefined();
  expect(retryAfter(undefined)).toBeUndefined();
});

it("leaves alone what is no failure of a provider", () => {
  expect(providerFailure(new TypeError("Cannot read properties of undefined"))).toBeUndefined();
  expect(providerFailure(Object.assign(new Error("socket hang up"), { code: "ECONNRESET" }))).toMatchObject({
    kind: "unavailable",
    retryable: true,
  });
});

describe("an answer that is no model's", () => {
  const answered = (statusCode: number, responseBody: string) =>
    providerFailure(
      new APICallError({
        message: "Invalid JSON response",
        statusCode,
        url: "http://x/chat/completions",
        requestBodyValues: {},
        responseBody,
      }),
    );

  it.each(["<!DOCTYPE html>\n<html>", " <html><body>Welcome</body></html>"])(
    "is a web page (%s), which is told with the base URL, and not asked for again",
    (page) => {
      expect(answered(200, page)).toMatchObject({
        kind: "refused",
        message: "the address answers with a web page, not with a model's reply",
        hint: "Check the base URL (it usually ends in /v1).",
        retryable: false,
      });
    },
  );

  it("is an error in a reply of status 200, whose words are told", () => {
    expect(answered(200, '{"error":{"message":"model is loading","code":503}}')).toMatchObject({
      kind: "unavailable",
      message: "reply not readable (model is loading)",
      retryable: true,
    });
  });

  it("is asked for again where it is cut off", () => {
    expect(answered(200, '{"choices":[{"mess')).toMatchObject({ kind: "unavailable", retryable: true });
  });
});
