import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach } from "vitest";

export interface SeenRequest {
  readonly method: string;
  /** Path and query as they came. */
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export interface LoopbackServer {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  readonly host: string;
  /** In the order in which they came. */
  readonly seen: readonly SeenRequest[];
}

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

/** A real server, gone with its connections after the test. */
export async function loopbackServer(
  answer: (request: SeenRequest, response: ServerResponse, seen: readonly SeenRequest[]) => void,
): Promise<LoopbackServer> {
  const seen: SeenRequest[] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const { method = "", url = "", headers } = incoming;
      const request = { method, url, headers, body: Buffer.concat(chunks).toString("latin1") };
      seen.push(request);
      answer(request, response, seen);
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  closers.push(
    () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  );
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, host: `127.0.0.1:${port}`, seen };
}

export function sendJson(
  response: ServerResponse,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  response.writeHead(200, { "content-type": "application/json", ...headers }).end(text);
}
