import type { ServerResponse } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import type { AuthInfo } from "@modelcontextprotocol/server";
import { type Context, Hono } from "hono";
import { cors } from "hono/cors";
import { secureHeaders } from "hono/secure-headers";
import type { Json } from "../../util/json.ts";
import { type CheckHost, clientAddress } from "./access.ts";

import type { Authenticate } from "./authentication/authentication.ts";
import type { ProtectedResource } from "./authentication/oauth.ts";
import { hasMethod, jsonRpcRefusal, readBody } from "./exchange.ts";
import type { McpEndpoint } from "./serve-mcp-http.ts";

export const ENDPOINT = "/mcp";

export interface McpAppParts {
  readonly name: string;
  readonly version: string;
  readonly endpoint: McpEndpoint;
  readonly checkHost: CheckHost;
  readonly allowedOrigin: (origin: string) => boolean;
  readonly authenticate: Authenticate;
  readonly resource: ProtectedResource | undefined;
  readonly trustedProxies: readonly string[];
  readonly bodyBytes: number;
  readonly onError: (error: Error) => void;
}

export type McpEnv = { Bindings: HttpBindings };

/** The middleware between the socket and the endpoint. Every request passes the Host and Origin checks first. */
export function createMcpApp(parts: McpAppParts): Hono<McpEnv> {
  const app = new Hono<McpEnv>();
  app.use(securityHeaders());
  app.use(async (c, next) => {
    await next();
    const { headers } = c.res;
    if (!headers.has("cache-control")) headers.set("Cache-Control", "no-store");
    if (isEventStream(headers)) sentAsItComes(headers, c.env.incoming.httpVersion);
  });
  app.use(async (c, next) => {
    const { localAddress } = c.env.incoming.socket;
    return parts.checkHost(c.req.header("host") ?? null, localAddress) ?? checkOrigin(c, parts) ?? next();
  });
  app.use(corsFor(parts));
  app.get("/healthz", (c) => c.json({ status: "ok", name: parts.name, version: parts.version }));
  for (const path of parts.resource?.paths ?? [])
    app.get(path, (c) => c.json(parts.resource?.document ?? {}));
  app.all(ENDPOINT, (c) => serve(c, parts));
  app.notFound(() => jsonRpcRefusal(404, `There is nothing here. The endpoint is ${ENDPOINT}.`));
  app.onError((error) => {
    parts.onError(error);
    return jsonRpcRefusal(500, "Internal server error", {}, -32603);
  });
  return app;
}

async function serve(c: Context<McpEnv>, parts: McpAppParts): Promise<Response> {
  const { raw: request } = c.req;
  const { incoming, outgoing } = c.env;
  const ended = endOf(outgoing);
  const forwarded = request.headers.get("x-forwarded-for");
  const address = clientAddress(incoming.socket.remoteAddress, forwarded, parts.trustedProxies);
  const authInfo = await parts.authenticate(request, address);
  if (authInfo instanceof Response) return authInfo;
  // Handlers receive the request without its credentials.
  for (const secret of ["authorization", "cookie"]) request.headers.delete(secret);
  const body = await readBody(request, parts.bodyBytes);
  if (body instanceof Response) return body;
  if (isStream(request, body)) endWithToken(authInfo, outgoing, ended);
  return parts.endpoint.handle({ request, body, authInfo, ended });
}

/** Without `Strict-Transport-Security`, which the TLS proxy has to set. */
function securityHeaders() {
  return secureHeaders({
    contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    strictTransportSecurity: false,
    xFrameOptions: "DENY",
    overwrite: false,
  });
}

function corsFor({ allowedOrigin }: McpAppParts) {
  return cors({
    origin: (origin) => (allowedOrigin(origin) ? origin : null),
    allowMethods: ["GET", "POST", "DELETE"],
    exposeHeaders: ["Mcp-Session-Id", "WWW-Authenticate", "Retry-After"],
    maxAge: 600,
  });
}

/** Programs send no Origin header; browsers always send it for pages of another origin. */
function checkOrigin(c: Context<McpEnv>, { allowedOrigin }: McpAppParts): Response | undefined {
  const origin = c.req.header("origin");
  if (origin === undefined || allowedOrigin(origin)) return undefined;
  return jsonRpcRefusal(403, "Web pages of this origin may not use the server (allowed origins).");
}

const isEventStream = (headers: Headers): boolean =>
  headers.get("content-type")?.startsWith("text/event-stream") === true;

/**
 * Tells the adapter that there is no Content-Length. Otherwise it waits a millisecond for the end of each body to send its length, which delays replies to
 * clients of 2025. Whether a connection stays open is the client's decision, which the SDK ignores.
 */
function sentAsItComes(headers: Headers, httpVersion: string): void {
  if (httpVersion === "1.1") headers.set("Transfer-Encoding", "chunked");
  headers.delete("Connection");
}

function isStream(request: Request, body: Json | undefined): boolean {
  return request.method === "GET" || hasMethod(body, "subscriptions/listen");
}

/** Ends a stream, which may be open for days, when the token that opened it expires. */
function endWithToken(authInfo: AuthInfo | undefined, outgoing: ServerResponse, ended: Promise<void>): void {
  if (authInfo?.expiresAt === undefined) return;
  const left = authInfo.expiresAt * 1000 - Date.now();
  const timer = setTimeout(() => outgoing.destroy(), Math.min(Math.max(left, 0), 2 ** 31 - 1)).unref();
  ended.then(() => clearTimeout(timer));
}

function endOf(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    if (outgoing.destroyed) resolve();
    else outgoing.once("close", resolve);
  });
}
