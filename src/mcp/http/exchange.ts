import {
  type AuthInfo,
  isJsonContentType,
  type RequestId,
  readRequestBody,
} from "@modelcontextprotocol/server";
import { isObject } from "../../util/is-object.ts";
import type { Json } from "../../util/json.ts";

const PARSE_ERROR = -32700;

/** The parsed body of a POST, undefined for other methods, or the response that refuses the request. */
export async function readBody(request: Request, mostBytes: number): Promise<Json | undefined | Response> {
  if (request.method !== "POST") return undefined;
  if (!isJsonContentType(request.headers.get("content-type"))) {
    return jsonRpcRefusal(415, "Unsupported Media Type: Content-Type must be application/json");
  }
  const text = await textOf(request, mostBytes);
  if (text === undefined) {
    const message = `The body is larger than the ${mostBytes} bytes that this server takes.`;
    // The unread rest of the body would be taken for the next request.
    return jsonRpcRefusal(413, message, { Connection: "close" });
  }
  try {
    const body = JSON.parse(text) as Json;
    return Array.isArray(body)
      ? jsonRpcRefusal(400, "Batches are not taken: send each message by itself.")
      : body;
  } catch {
    return jsonRpcRefusal(400, "Parse error: the body is not JSON", {}, PARSE_ERROR);
  }
}

async function textOf(request: Request, mostBytes: number): Promise<string | undefined> {
  const declared = request.headers.get("content-length");
  // No more than the declared length can arrive, and reading it at once is faster.
  if (declared !== null) return Number(declared) > mostBytes ? undefined : request.text();
  const read = await readRequestBody(request, mostBytes);
  return read.tooLarge ? undefined : read.text;
}

/** An authenticated HTTP request to the MCP endpoint, with its parsed body. */
export interface Exchange {
  readonly request: Request;
  /** Parsed; undefined if there is none. */
  readonly body: Json | undefined;
  readonly authInfo: AuthInfo | undefined;
  /** Resolves when the response has been sent, or the connection broke. */
  readonly ended: Promise<void>;
}

/**
 * The response to a request that reaches no MCP server, as a JSON-RPC error without an id. -32000 is the code that MCP servers
 * use for transport errors.
 */
export function jsonRpcRefusal(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
  code = -32000,
): Response {
  return Response.json({ jsonrpc: "2.0", error: { code, message }, id: null }, { status, headers });
}

/** The response of an overloaded server. */
export function busyRefusal(): Response {
  return jsonRpcRefusal(503, "The server is busy. Try again later.", { "Retry-After": "2" });
}

/** Id of the request in a body; undefined for notifications and responses. */
export function requestIdIn(body: Json | undefined): RequestId | undefined {
  const { id, method } = isObject(body) ? body : {};
  return isId(id) && typeof method === "string" ? id : undefined;
}

/** Id of the request that a body cancels. */
export function cancelledIdIn(body: Json | undefined): RequestId | undefined {
  if (!hasMethod(body, "notifications/cancelled") || !isObject(body)) return undefined;
  const id = isObject(body["params"]) ? body["params"]["requestId"] : undefined;
  return isId(id) ? id : undefined;
}

export function hasMethod(body: Json | undefined, method: string): boolean {
  return isObject(body) && body["method"] === method;
}

function isId(value: Json | undefined): value is RequestId {
  return typeof value === "string" || typeof value === "number";
}
