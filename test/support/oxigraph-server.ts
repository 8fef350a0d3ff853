import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Store } from "oxigraph";

/** What a server does wrong. All of it can be changed between requests. */
export interface ServerFaults {
  /** Before anything is sent. */
  delay?: number;
  /** Answers to the next requests, one each, before it works again. */
  statuses?: { status: number; body?: string; headers?: Record<string, string> }[];
  /** Rows of a SELECT at most, without a word about it. */
  rowLimit?: number;
  /** Gives nothing where OFFSET is more than 0. */
  pagesAreEmpty?: boolean;
  /** Closes the connection after this many bytes of the body. */
  dieAfter?: number;
  /** Ends the answer properly after this many bytes of the body. */
  cutAfter?: number;
  /** Closes connections before a byte is sent, so often. */
  refusals?: number;
  body?: { text: string | Uint8Array; headers: Record<string, string> };
  authorization?: string;
  /** Refuses everything else with 405. */
  onlyMethod?: "GET" | "POST";
}

export interface OxigraphRequest {
  readonly method: string;
  readonly query: string;
  readonly headers: IncomingMessage["headers"];
  readonly parameters: URLSearchParams;
}

export interface OxigraphServer {
  readonly url: string;
  readonly faults: ServerFaults;
  /** All so far; empty it as you like. */
  readonly requests: OxigraphRequest[];
  /** Greatest number of requests that were open at the same time. */
  readonly mostOpen: () => number;
  load(nTriples: string | Uint8Array): void;
  stop(): Promise<void>;
}

const JSON_TYPE = "application/sparql-results+json";

const EMPTY = '{"head":{"vars":["x"]},"results":{"bindings":[]}}';

/** A SPARQL protocol server on loopback, over Oxigraph in this process: GET, POST of a form, POST of the query. */
export async function startOxigraph(
  nTriples: string | Uint8Array,
  faults: ServerFaults = {},
): Promise<OxigraphServer> {
  let store = new Store();
  const load = (text: string | Uint8Array): void => {
    store = new Store();
    store.load(text, { format: "application/n-triples", lenient: true });
  };
  load(nTriples);
  const requests: OxigraphRequest[] = [];
  let open = 0;
  let mostOpen = 0;

  const server = createServer((request, response) => {
    mostOpen = Math.max(mostOpen, ++open);
    response.on("close", () => open--);
    answer(request, response).catch((error) => {
      if (!response.headersSent) response.writeHead(400, { "content-type": "text/plain" });
      response.end(String(error?.message ?? error));
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString("utf8");
    const parameters = new URL(request.url ?? "/", "http://localhost").searchParams;
    const type = request.headers["content-type"] ?? "";
    if (type.startsWith("application/x-www-form-urlencoded"))
      for (const [name, value] of new URLSearchParams(body)) parameters.append(name, value);
    const query = type.startsWith("application/sparql-query") ? body : (parameters.get("query") ?? "");
    requests.push({ method: request.method ?? "", query, headers: request.headers, parameters });
    if ((faults.refusals ?? 0) > 0) {
      faults.refusals = (faults.refusals ?? 0) - 1;
      return void request.socket.destroy();
    }
    if (faults.delay !== undefined) await new Promise((resolve) => setTimeout(resolve, faults.delay));
    const failure = faults.statuses?.shift();
    if (failure !== undefined) {
      response.writeHead(failure.status, { "content-type": "text/plain", ...failure.headers });
      return void response.end(failure.body ?? "");
    }
    if (faults.authorization !== undefined && request.headers.authorization !== faults.authorization) {
      response.writeHead(401, { "www-authenticate": "Basic" });
      return void response.end("Who are you?");
    }
    if (faults.onlyMethod !== undefined && request.method !== faults.onlyMethod) {
      response.writeHead(405, { allow: faults.onlyMethod });
      return void response.end();
    }
    if (faults.body !== undefined) {
      response.writeHead(200, faults.body.headers);
      return void response.end(faults.body.text);
    }
    send(response, JSON_TYPE, run(query));
  }

  function run(query: string): string {
    if (faults.pagesAreEmpty === true && /\bOFFSET [1-9]/u.test(query)) return EMPTY;
    const text = store.query(query, { results_format: "json" }) as string;
    if (faults.rowLimit === undefined) return text;
    const result = JSON.parse(text) as { results?: { bindings: unknown[] } };
    if (result.results !== undefined)
      result.results.bindings = result.results.bindings.slice(0, faults.rowLimit);
    return JSON.stringify(result);
  }

  function send(response: ServerResponse, type: string, text: string): void {
    const bytes = Buffer.from(text);
    if (faults.dieAfter !== undefined) {
      response.writeHead(200, { "content-type": type, "content-length": bytes.length });
      response.write(bytes.subarray(0, faults.dieAfter), () => response.socket?.destroy());
      return;
    }
    const sent = faults.cutAfter === undefined ? bytes : bytes.subarray(0, faults.cutAfter);
    response.writeHead(200, { "content-type": type, "content-length": sent.length });
    response.end(sent);
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sparql`,
    faults,
    requests,
    mostOpen: () => mostOpen,
    load,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
