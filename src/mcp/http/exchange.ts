import {
  type AuthInfo,
  isJsonContentType,
  type RequestId,
  readRequestBody,
} from "@modelcontextprotocol/server";
import { isObject } from "../../util/is-object.ts";
import type { Json, JsonObject } from "../../util/json.ts";

const PARSE_ERROR = -32700;

/** The parsed body of a POST, undefined for other methods; or the answer that refuses it. */
export async function readBody(request: Request, mostBytes: number): Promise<Json | undefined | Response> {
  if (request.method !== "POST") return undefined;
  if (!isJsonContentType(request.headers.get("content-type"))) {
    return jsonRpcRefusal(415, "Unsupported Media Type: Content-Type must be application/json");
  }
  const text = await textOf(request, mostBytes);
  if (text === undefined) {
    const message = `The body is larger than the ${mostBytes} bytes that this server takes.`;
    // The rest of the body is on its way and would be taken for the next request.
    return jsonRpcRefusal(413, message, { Connection: "close" });
  }
  try {
    return JSON.parse(text) as Json;
  } catch {
    return jsonRpcRefusal(400, "Parse error: the body is not JSON", {}, PARSE_ERROR);
  }
}

async function textOf(request: Request, mostBytes: number): Promise<string | undefined> {
  const declared = request.headers.get("content-length");
  // No more than was declared can arrive, and reading it at once is the faster way.
  if (declared !== null) return Number(declared) > mostBytes ? undefined : request.text();
  const read = await readRequestBody(request, mostBytes);
  return read.tooLarge ? undefined : read.text;
}

/** One HTTP request to the MCP endpoint, after its sender was found out and its body was read. */
export interface Exchange {
  readonly request: Request;
  /** Parsed; undefined where there is none. */
  readonly body: Json | undefined;
  readonly authInfo: AuthInfo | undefined;
  /** Resolves when the response has been sent, or the connection broke. */
  readonly ended: Promise<void>;
}

/**
 * The answer to a request that reaches no MCP server, in the shape of a JSON-RPC error without an id. -32000 is the code that MCP servers
 * use for what concerns the transport.
 */
export function jsonRpcRefusal(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
  code = -32000,
): Response {
  return Response.json({ jsonrpc: "2.0", error: { code, message }, id: null }, { status, headers });
}

/** More is asked of the server than it does at once. */
export function busyRefusal(): Response {
  return jsonRpcRefusal(503, "The server is busy. Try again later.", { "Retry-After": "2" });
}

/** Ids of the requests in a body: of one message, or of a batch. */
export function requestIdsIn(body: Json | undefined): readonly RequestId[] {
  return messagesIn(body).flatMap(({ id, method }) => (isId(id) && typeof method === "string" ? [id] : []));
}

/** Ids of the requests that a body cancels. */
export function cancelledIdsIn(body: Json | undefined): readonly RequestId[] {
  return messagesIn(body).flatMap(({ method, params }) => {
    const id = method === "notifications/cancelled" && isObject(params) ? params["requestId"] : undefined;
    return isId(id) ? [id] : [];
  });
}

export function hasMethod(body: Json | undefined, method: string): boolean {
  return messagesIn(body).some((message) => message["method"] === method);
}

function messagesIn(body: Json | undefined): readonly JsonObject[] {
  return (Array.isArray(body) ? body : [body]).filter(isObject);
}

function isId(value: Json | undefined): value is RequestId {
  return typeof value === "string" || typeof value === "number";
}
