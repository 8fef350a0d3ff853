import { isJsonContentType, readRequestBody } from "@modelcontextprotocol/server";
import type { Json } from "../../util/json.ts";
import { jsonRpcRefusal } from "./json-rpc-refusal.ts";

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
