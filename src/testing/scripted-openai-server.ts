import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { isObject } from "../util/is-object.ts";
import type { Json, JsonObject } from "../util/json.ts";
import type { ScriptedReply, ScriptedTurn } from "./scripted-model.ts";

const FINISH = {
  stop: "stop",
  length: "length",
  "tool-calls": "tool_calls",
  "content-filter": "content_filter",
} as const;

/** A reply as the body of a chat completion. */
function completionBody(turn: ScriptedReply, request: JsonObject): JsonObject {
  return {
    ...head(request, "chat.completion"),
    choices: [
      { index: 0, message: { role: "assistant", ...messageOf(turn) }, finish_reason: finishOf(turn) },
    ],
    ...usageOf(turn),
  };
}

/** The same reply as the events of a streamed one. */
function completionEvents(turn: ScriptedReply, request: JsonObject): readonly JsonObject[] {
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

function errorBody(message: string, code?: string): JsonObject {
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

/** What only a server can do: break off, or send something that is no completion. */
export type ServerTurn =
  | ScriptedTurn
  /** Closes the connection before anything was sent, or in the middle of the reply. */
  | { readonly drop: "before" | "middle" }
  | { readonly body: string; readonly contentType?: string };

/** A request that the server received. */
export interface RecordedRequest {
  /** Without host. */
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: JsonObject;
}

/** A running server. `await using` closes it. */
export interface ScriptedOpenAiServer extends AsyncDisposable {
  /** Base URL, ending in `/v1`. */
  readonly url: string;
  /** Requests for completions so far, in order. */
  readonly requests: readonly RecordedRequest[];
  /** Breaks off what is open and frees the port. */
  close(): Promise<void>;
}

/**
 * A server on loopback that speaks OpenAI's chat completions and follows a script, one turn per request; a function makes the turn from the
 * request. Beyond the end of the script it answers 500.
 */
export async function startScriptedOpenAiServer(
  script: readonly ServerTurn[] | ((request: RecordedRequest, index: number) => ServerTurn),
): Promise<ScriptedOpenAiServer> {
  const requests: RecordedRequest[] = [];
  const server = createServer((incoming, response) => {
    answer(incoming, response).catch(() => response.destroy());
  });

  const answer = async (incoming: IncomingMessage, response: ServerResponse) => {
    const path = incoming.url ?? "/";
    if (path === "/v1/models")
      return json(response, 200, { object: "list", data: [{ id: "scripted", object: "model" }] });
    if (path !== "/v1/chat/completions") return json(response, 404, errorBody(`Not found: ${path}`));
    const body = await bodyOf(incoming);
    if (body === undefined) return json(response, 400, errorBody("The body is not a JSON object."));
    const request = { path, headers: incoming.headers, body };
    const index = requests.push(request) - 1;
    const turn = typeof script === "function" ? script(request, index) : script[index];
    await perform(
      turn ?? { failure: { status: 500, message: `The script has no turn ${index + 1}.` } },
      body,
      response,
    );
  };

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { url: `http://127.0.0.1:${port}/v1`, requests, close, [Symbol.asyncDispose]: close };
}

async function perform(turn: ServerTurn, request: JsonObject, response: ServerResponse): Promise<void> {
  if ("drop" in turn) {
    if (turn.drop === "before") return void response.socket?.destroy();
    response.writeHead(200, { "content-type": "application/json", "content-length": "4000" });
    response.write('{"id":"1","choices":[');
    await sleep(20);
    response.socket?.destroy();
    return;
  }
  if ("body" in turn) {
    response.writeHead(200, { "content-type": turn.contentType ?? "application/json" });
    response.end(turn.body);
    return;
  }
  if ("failure" in turn) {
    const { status, message, code, retryAfterSeconds } = turn.failure;
    if (retryAfterSeconds !== undefined) response.setHeader("retry-after", String(retryAfterSeconds));
    return json(response, status, errorBody(message, code));
  }
  await sleep(turn.delayMilliseconds ?? 0);
  if (response.destroyed) return;
  if (request.stream !== true) return json(response, 200, completionBody(turn, request));
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of completionEvents(turn, request)) response.write(`data: ${JSON.stringify(event)}\n\n`);
  response.end("data: [DONE]\n\n");
}

async function bodyOf(incoming: IncomingMessage): Promise<JsonObject | undefined> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  try {
    const body = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    return isObject(body) ? body : undefined;
  } catch {
    return undefined;
  }
}

function json(response: ServerResponse, status: number, body: JsonObject): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}
