import { createHttpClient } from "../../../../src/environments/http/create-http-client.ts";
import type { HttpRequest } from "../../../../src/environments/http/http-message.ts";
import { loadDocument } from "../../../../src/environments/rest-api/document/load-document.ts";
import {
  type FetchedPages,
  fetchPages,
} from "../../../../src/environments/rest-api/pagination/fetch-pages.ts";
import { loopbackServer, type SeenRequest, sendJson } from "../../http/loopback-server.ts";

export interface ListServer {
  /** Query parameters of `GET /films` with their schemas. */
  readonly parameters?: Readonly<Record<string, object>>;
  /** What the server answers to a query: texts are sent as they stand, numbers are statuses, undefined is no answer at all. */
  readonly answer: (query: URLSearchParams, url: string) => unknown;
  readonly headers?: (query: URLSearchParams, url: string) => Readonly<Record<string, string>>;
}

export interface FetchedList {
  readonly result: FetchedPages;
  /** The joined body; undefined where it is no JSON. */
  readonly body: unknown;
  readonly text: string;
  /** Paths and queries that were asked for. */
  readonly asked: readonly string[];
  readonly seen: readonly SeenRequest[];
}

/** Calls `GET /films` of a real server and follows its pages. */
export async function fetchedList(
  { parameters = {}, answer, headers }: ListServer,
  { query = "", pages = 10, milliseconds = 30_000 } = {},
): Promise<FetchedList> {
  const server = await loopbackServer((request, response) => {
    const { searchParams } = new URL(request.url, "http://localhost");
    const base = `http://${request.headers.host}`;
    const value = answer(searchParams, base);
    if (value === undefined) return;
    if (typeof value === "number") response.writeHead(value).end();
    else sendJson(response, value, headers?.(searchParams, base));
  });
  const document = await loadDocument({
    text: JSON.stringify({
      openapi: "3.1.0",
      info: { title: "Films", version: "1" },
      paths: {
        "/films": {
          get: {
            parameters: Object.entries(parameters).map(([name, schema]) => ({ name, in: "query", schema })),
            responses: { 200: { description: "ok" } },
          },
        },
      },
    }),
  });
  const http = createHttpClient({
    settings: { trustedHosts: [server.host], requestsPerSecond: 1000 },
    securitySchemes: document.securitySchemes,
    server: server.url,
  });
  const [operation] = document.operations;
  if (operation === undefined) throw new TypeError("no operation");
  const request: HttpRequest = { method: "GET", url: `${server.url}/films${query}`, headers: {} };
  try {
    const result = await fetchPages(request, {
      operation,
      document,
      http,
      mayRetry: true,
      pages,
      milliseconds,
      signal: new AbortController().signal,
    });
    const text = new TextDecoder().decode(result.response?.body);
    return { result, body: parsed(text), text, asked: server.seen.map(({ url }) => url), seen: server.seen };
  } finally {
    await http.close();
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Items `{ id }` from `from` on, of `total`. */
export function items(from: number, count: number, total: number): readonly { readonly id: number }[] {
  const length = Math.max(0, Math.min(count, total - from));
  return Array.from({ length }, (_, at) => ({ id: from + at }));
}
