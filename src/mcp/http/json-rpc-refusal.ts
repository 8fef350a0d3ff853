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
