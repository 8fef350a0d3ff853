import type { Json, JsonObject } from "../util/json.ts";
import type { ScriptedReply } from "./scripted-turn.ts";

const FINISH = {
  stop: "stop",
  length: "length",
  "tool-calls": "tool_calls",
  "content-filter": "content_filter",
} as const;

/** A reply as the body of a chat completion. */
export function completionBody(turn: ScriptedReply, request: JsonObject): JsonObject {
  return {
    ...head(request, "chat.completion"),
    choices: [
      { index: 0, message: { role: "assistant", ...messageOf(turn) }, finish_reason: finishOf(turn) },
    ],
    ...usageOf(turn),
  };
}

/** The same reply as the events of a streamed one. */
export function completionEvents(turn: ScriptedReply, request: JsonObject): readonly JsonObject[] {
  const chunk = head(request, "chat.completion.chunk");
  const { tool_calls: calls, ...message } = messageOf(turn);
  const indexed = calls?.map((call, index) => ({ index, ...call }));
  return [
    {
      ...chunk,
      choices: [
        { index: 0, delta: { role: "assistant", ...message, ...(indexed ? { tool_calls: indexed } : {}) } },
      ],
    },
    { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: finishOf(turn) }], ...usageOf(turn) },
  ];
}

export function errorBody(message: string, code?: string): JsonObject {
  return { error: { message, type: "invalid_request_error", param: null, code: code ?? null } };
}

function head(request: JsonObject, object: string): { readonly [key: string]: Json } {
  return {
    id: "chatcmpl-1",
    object,
    created: 0,
    model: typeof request.model === "string" ? request.model : "scripted",
  };
}

function messageOf({ text, reasoning, calls = [] }: ScriptedReply) {
  const toolCalls = calls.map((call, i) => ({
    id: `call_${i}`,
    type: "function",
    function: {
      name: call.name,
      arguments: typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments),
    },
  }));
  return {
    content: text ?? null,
    ...(reasoning === undefined ? {} : { reasoning_content: reasoning }),
    ...(toolCalls.length === 0 ? {} : { tool_calls: toolCalls }),
  };
}

function finishOf({ finish, calls = [] }: ScriptedReply): string {
  return FINISH[finish ?? (calls.length > 0 ? "tool-calls" : "stop")];
}

function usageOf({ usage }: ScriptedReply): JsonObject {
  if (usage === undefined) return {};
  const { inputTokens, outputTokens, cachedInputTokens } = usage;
  return {
    usage: {
      prompt_tokens: inputTokens,
      completion_tokens: outputTokens,
      total_tokens: inputTokens + outputTokens,
      ...(cachedInputTokens === undefined
        ? {}
        : { prompt_tokens_details: { cached_tokens: cachedInputTokens } }),
    },
  };
}
