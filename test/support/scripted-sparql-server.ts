import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface ScriptedReply {
  /** What must stand in the query (or in the parameters of a GET), for this reply to be given. */
  readonly when: RegExp;
  /** Rows of `name: term` in the JSON of the protocol; or a body. */
  readonly rows?: readonly Readonly<Record<string, Readonly<Record<string, string>>>>[];
  readonly json?: unknown;
  readonly status?: number;
  readonly body?: string;
}

export interface ScriptedServer {
  readonly url: string;
  /** Queries, or the parameters where there was none. */
  readonly asked: string[];
  stop(): Promise<void>;
}

/** Stands in for an engine that cannot run here: answers what it is told to, by what it is asked, and remembers that. */
export async function startScriptedServer(
  server: string,
  replies: readonly ScriptedReply[],
): Promise<ScriptedServer> {
  const asked: string[] = [];
  const http = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const parameters = new URLSearchParams(Buffer.concat(chunks).toString("utf8"));
    const inAddress = new URL(request.url ?? "/", "http://localhost").searchParams;
    const query =
      parameters.get("query") ?? inAddress.get("query") ?? decodeURIComponent(inAddress.toString());
    asked.push(query);
    const reply = replies.find(({ when }) => when.test(query));
    const rows = reply?.rows ?? [];
    const vars = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    const json = reply?.json ?? {
      head: { vars: vars.length === 0 ? ["x"] : vars },
      results: { bindings: rows },
    };
    response.writeHead(reply?.status ?? 200, { server, "content-type": "application/sparql-results+json" });
    response.end(reply?.body ?? JSON.stringify(json));
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/sparql`,
    asked,
    async stop() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}
