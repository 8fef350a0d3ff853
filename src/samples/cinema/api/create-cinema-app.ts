import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { HTTPException } from "hono/http-exception";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { cinemaCatalogue } from "./catalogue.ts";
import { cinemaApiDocument } from "./cinema-api-document.ts";
import type { Operation } from "./document.ts";
import { readingHandlers } from "./handlers.ts";
import { type Handler, type Handlers, problemResponse } from "./http.ts";
import { allOperations } from "./operations.ts";
import { inputOf } from "./read-input.ts";
import { createReaderState, listHandlers, reviewHandlers } from "./readers.ts";

const MAX_BODY_BYTES = 64 * 1024;

interface CinemaAppOptions {
  /** What callers must show for writing and for their own things. */
  readonly token: string;
  /** Is told the operationId of every call, refused ones too. */
  readonly onCall?: (operationId: string) => void;
}

/** The sample API without a socket. Each app has a state of its own, which begins as the catalogue. */
export function createCinemaApp({ token, onCall }: CinemaAppOptions): Hono {
  const app = new Hono();
  const handlers = allHandlers();
  const limit = bodyLimit({
    maxSize: MAX_BODY_BYTES,
    onError: () => problemResponse(413, "The body is larger than 64 kB."),
  });
  app.get("/openapi.json", (c) => c.json(cinemaApiDocument(new URL(c.req.url).origin)));
  app.all("/openapi.json", () => wrongMethod(["GET"]));
  for (const [path, operations] of pathsInOrder()) {
    for (const operation of operations) {
      const handler = handlers[operation.id];
      if (handler === undefined)
        throw new FuxiError("internal", `The sample API has no handler for ${operation.id}.`);
      const begin = (c: Context, next: () => Promise<void>) => {
        onCall?.(operation.id);
        return operation.secured && !shows(c, token) ? Promise.resolve(unauthorized()) : next();
      };
      app.on(operation.method.toUpperCase(), routeOf(path), begin, limit, (c) => run(operation, handler, c));
    }
    app.all(routeOf(path), () => wrongMethod(operations.map(({ method }) => method.toUpperCase())));
  }
  app.notFound(() => problemResponse(404, "There is no such path. /openapi.json describes all paths."));
  app.onError((error) =>
    error instanceof HTTPException
      ? error.getResponse()
      : problemResponse(500, "The server has made a mistake."),
  );
  return app;
}

function allHandlers(): Handlers {
  const catalogue = cinemaCatalogue();
  const state = createReaderState(catalogue.world);
  return {
    ...readingHandlers(catalogue, state),
    ...reviewHandlers(catalogue, state),
    ...listHandlers(catalogue, state),
  };
}

/** Fixed paths before those with an id, so that `/films/popular` is not taken for a film. */
function pathsInOrder(): readonly [string, readonly Operation[]][] {
  const ids = (path: string) => path.split("{").length;
  return [...Map.groupBy(allOperations, ({ path }) => path)].sort(([a], [b]) => ids(a) - ids(b));
}

const routeOf = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ":$1");

async function run(operation: Operation, handler: Handler, c: Context): Promise<Response> {
  const body = operation.body === undefined ? undefined : await c.req.text();
  const reply = handler(inputOf(operation, c.req, body));
  const { status, mediaType } = operation.answer;
  const headers = reply.headers ?? {};
  if (status === 204) return new Response(null, { status, headers });
  if (mediaType === undefined) return Response.json(reply.body, { status, headers });
  const type = `${mediaType}; charset=utf-8`;
  return new Response(String(reply.body), { status, headers: { ...headers, "Content-Type": type } });
}

function shows(c: Context, token: string): boolean {
  const given = /^Bearer +(\S+)$/i.exec(c.req.header("Authorization") ?? "")?.[1];
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return given !== undefined && timingSafeEqual(digest(given), digest(token));
}

function unauthorized(): Response {
  return problemResponse(401, "This call needs Authorization: Bearer <token>.", null, {
    "WWW-Authenticate": "Bearer",
  });
}

function wrongMethod(methods: readonly string[]): Response {
  const allowed = methods.join(", ");
  return problemResponse(405, `This path takes ${allowed} only.`, null, { Allow: allowed });
}

export interface CinemaApiOptions {
  /** 0, as without it, is a free port. */
  readonly port?: number;
  readonly host?: "127.0.0.1";
}

export interface CinemaApi {
  /** Without a trailing slash. */
  readonly url: string;
  /** For `Authorization: Bearer`; another one each time. */
  readonly token: string;
  readonly documentUrl: string;
  /** How often each operation has been called so far, by operationId; refused calls count. */
  requests(): Readonly<Record<string, number>>;
  /** Ends the server and its connections. What readers wrote is gone. */
  close(): Promise<void>;
}

/** The sample API on a port of this machine. Throws `usage` if the port cannot be had. */
export async function startCinemaApi(options: CinemaApiOptions = {}): Promise<CinemaApi> {
  const { port = 0, host = "127.0.0.1" } = options;
  const token = randomBytes(24).toString("base64url");
  const counts = new Map<string, number>();
  const app = createCinemaApp({ token, onCall: (id) => counts.set(id, (counts.get(id) ?? 0) + 1) });
  const server = createAdaptorServer({ fetch: app.fetch });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (cause) =>
      reject(
        new FuxiError("usage", `The sample API cannot listen on ${host}:${port}: ${cause.message}.`, {
          hint: "Choose another port, or none for a free one.",
          cause,
        }),
      ),
    );
    server.listen(port, host, resolve);
  });
  const url = `http://${host}:${(server.address() as AddressInfo).port}`;
  return {
    url,
    token,
    documentUrl: `${url}/openapi.json`,
    requests: () => Object.fromEntries(counts),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        if ("closeAllConnections" in server) server.closeAllConnections();
      }),
  };
}
