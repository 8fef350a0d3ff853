import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { ApiDocument, Operation } from "../../../environments/rest-api/document/api-document.ts";
import { typedValue } from "./typed-value.ts";

export interface TypedAnswers {
  /** Without a trailing slash. */
  readonly url: string;
  close(): Promise<void>;
}

/** Parameters whose text is what is searched for. */
const SEARCHING = ["query", "q", "search", "name", "text"];

/**
 * Serves a document's operations on a port of this machine with made-up answers of the declared types; nothing is kept, and nothing is sent anywhere
 * else. What is no operation of the document is answered with 404.
 */
export async function serveTypedAnswers(document: ApiDocument): Promise<TypedAnswers> {
  const routes = document.operations.map((operation) => ({ operation, route: routeOf(operation) }));
  const server = createServer((request, response) => {
    // What was sent is read to its end and not looked at.
    request.resume().on("end", () => answer(request, response));
  });
  const answer = ({ method, url = "/" }: IncomingMessage, response: ServerResponse): void => {
    const { pathname, searchParams } = new URL(url, "http://localhost");
    const fitting = routes.filter(
      ({ operation, route }) => operation.method === method && route.test(pathname),
    );
    // Of several, the one with the fewest parameters: /movie/popular before /movie/{movie_id}.
    const [found] = fitting.sort((a, b) => parametersIn(a.operation) - parametersIn(b.operation));
    if (found === undefined) {
      response.writeHead(404, { "content-type": "application/json" });
      response.end(JSON.stringify({ message: `${method} ${pathname} is no operation of the document.` }));
      return;
    }
    const searched = SEARCHING.map((name) => searchParams.get(name)).find(
      (text) => text !== null && text !== "",
    );
    send(found.operation, searched ?? undefined, document, response);
  };
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function send(
  { responses, method }: Operation,
  searched: string | undefined,
  document: ApiDocument,
  response: ServerResponse,
): void {
  const good = responses.find(({ status }) => /^2/u.test(status));
  const status = /^\d{3}$/u.test(good?.status ?? "") ? Number(good?.status) : 200;
  if (good?.schema === undefined || status === 204) {
    response.writeHead(good === undefined ? 200 : status).end();
    return;
  }
  const body = JSON.stringify(typedValue(good.schema, document.schemas, searched));
  response.writeHead(status, { "content-type": "application/json" });
  response.end(method === "HEAD" ? undefined : body);
}

function routeOf({ path }: Operation): RegExp {
  const parts = path.split(/\{[^}]*\}/u).map((part) => part.replace(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`));
  return new RegExp(`^${parts.join("[^/]+")}/?$`, "u");
}

function parametersIn({ path }: Operation): number {
  return path.split("{").length;
}
