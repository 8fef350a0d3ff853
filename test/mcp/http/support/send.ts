import { request } from "node:http";

export interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
}

/** One request on a connection of its own, with any headers, Host among them. */
export function send(
  url: string,
  { method = "GET", path, headers = {}, body }: Sent = {},
): Promise<Answered> {
  const target = path === undefined ? new URL(url) : new URL(path, url);
  return new Promise((resolve, reject) => {
    const outgoing = request(target, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const { statusCode = 0, headers: answered } = response;
        resolve({
          status: statusCode,
          headers: answered as Answered["headers"],
          text: Buffer.concat(chunks).toString(),
        });
      });
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

/** A message of a client of 2026-07-28, with the headers that belong to it. */
export function modern(
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
): Sent {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    progressToken: 7,
  };
  const name = params["name"];
  return {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      "MCP-Protocol-Version": "2026-07-28",
      "Mcp-Method": method,
      ...(typeof name === "string" ? { "Mcp-Name": name } : {}),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } }),
  };
}

export const callOf = (
  name: string,
  args: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
): Sent => modern("tools/call", { name, arguments: args }, headers);

/** The text that a tool returned. */
export function textOf({ text }: Answered): string {
  const message = JSON.parse(text) as { result?: { content: readonly { text: string }[] } };
  return message.result?.content[0]?.text ?? `no result: ${text}`;
}

/** A message of a client of 2025-11-25. */
export function legacy(
  message: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>> = {},
): Sent {
  return {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      "MCP-Protocol-Version": "2025-11-25",
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: "2.0", ...message }),
  };
}

export const initialize = (headers: Readonly<Record<string, string>> = {}): Sent =>
  legacy(
    {
      id: 0,
      method: "initialize",
      params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } },
    },
    headers,
  );

/** Opens a session and gives its id. */
export async function openSession(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const answered = await send(url, initialize(headers));
  const id = answered.headers["mcp-session-id"];
  if (answered.status !== 200 || id === undefined)
    throw new Error(`no session: ${answered.status} ${answered.text}`);
  return id;
}
