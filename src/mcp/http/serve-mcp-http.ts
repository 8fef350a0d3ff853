import { once } from "node:events";
import type { Server, ServerResponse } from "node:http";
import { type AddressInfo, isIPv6 } from "node:net";
import { createAdaptorServer, type HttpBindings } from "@hono/node-server";
import { createMcpHandler, isLegacyRequest, type McpServerFactory } from "@modelcontextprotocol/server";
import type { Hono } from "hono";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { given } from "../../util/given.ts";
import { workPlaces } from "../work-places.ts";
import { allowedOrigin, checkExposure, checkHost, isLoopback } from "./access.ts";
import { createAuthenticate } from "./authentication/create-authenticate.ts";
import { createMcpApp, ENDPOINT, type McpEnv } from "./create-mcp-app.ts";
import { busyRefusal, type Exchange, hasMethod, jsonRpcRefusal, requestIdIn } from "./exchange.ts";
import { legacySessions } from "./legacy-sessions.ts";
import { DEFAULT_MCP_HTTP_LIMITS, type McpHttpLimits, type McpHttpOptions } from "./mcp-http-options.ts";

export interface McpEndpoint {
  handle(exchange: Exchange): Promise<Response>;
  /** Lets running requests end within the grace period, then aborts the rest. */
  close(): Promise<void>;
}

const METHODS = ["GET", "POST", "DELETE"];

/** One endpoint for both generations of the protocol: 2026-07-28 request by request, clients of 2025 in sessions. */
function mcpEndpoint(
  factory: McpServerFactory,
  limits: McpHttpLimits,
  onError: (error: Error) => void,
): McpEndpoint {
  const places = workPlaces(limits);
  const sessions = legacySessions(factory, { limits, places, onError });
  const modern = createMcpHandler(factory, {
    legacy: "reject",
    maxRequestBodySize: limits.bodyBytes,
    maxSubscriptions: limits.subscriptions,
    onerror: onError,
  });
  let closing = false;

  const handleModern = async ({ request, body, authInfo, ended }: Exchange) => {
    // A subscription waits for notifications and needs no slot; it has a limit of its own.
    if (requestIdIn(body) !== undefined && !hasMethod(body, "subscriptions/listen")) {
      const release = await places.take(request.signal);
      if (release === undefined) return busyRefusal();
      ended.then(release);
    }
    return modern.fetch(request, {
      ...given({ authInfo, parsedBody: body }),
    });
  };
  return {
    async handle(exchange) {
      const { request, body } = exchange;
      if (closing) return jsonRpcRefusal(503, "The server is going down.", { Connection: "close" });
      if (!METHODS.includes(request.method)) {
        return jsonRpcRefusal(405, "Method not allowed.", { Allow: METHODS.join(", ") });
      }
      return (await isLegacyRequest(request, body)) ? sessions.handle(exchange) : handleModern(exchange);
    },
    async close() {
      closing = true;
      places.close();
      let timer: NodeJS.Timeout | undefined;
      const grace = new Promise((resolve) => {
        timer = setTimeout(resolve, limits.graceSeconds * 1000);
      });
      await Promise.race([places.idle(), grace]);
      clearTimeout(timer);
      await sessions.close();
      await modern.close();
    },
  };
}

const HEADER_BYTES = 16 * 1024;
/** Longer than the idle timeout of usual proxies, which would otherwise send a request into a connection that is being closed. */
const KEEP_ALIVE_MILLISECONDS = 75_000;

interface Listening {
  readonly port: number;
  /** Accepts no further connections, and closes those without a running request. */
  stop(): void;
  /** Closes every connection. */
  close(): Promise<void>;
}

/** @throws FuxiError `usage` if the address is not available */
async function listen(
  answer: (request: Request, bindings: HttpBindings) => unknown,
  { host, port }: { readonly host: string; readonly port: number },
  limits: McpHttpLimits,
): Promise<Listening> {
  const [head, whole] = [limits.headSeconds * 1000, limits.requestSeconds * 1000];
  const server = createAdaptorServer({
    fetch: (request, bindings) => answer(request, bindings as HttpBindings),
    overrideGlobalObjects: false,
    serverOptions: {
      headersTimeout: head,
      requestTimeout: whole,
      connectionsCheckingInterval: Math.min(head, whole) / 4,
      keepAliveTimeout: KEEP_ALIVE_MILLISECONDS,
      maxHeaderSize: HEADER_BYTES,
      // Detects clients that vanished without closing the connection.
      keepAlive: true,
      keepAliveInitialDelay: 60_000,
    },
  }) as Server;
  server.maxConnections = limits.connections;
  server.on("request", (_, response) => cutOffUnread(response, limits.unreadSeconds * 1000));
  try {
    server.listen(port, host);
    await once(server, "listening");
  } catch (cause) {
    throw new FuxiError("usage", `Cannot listen on ${host}, port ${port}.`, { hint: whatToDo(cause), cause });
  }
  return {
    port: (server.address() as AddressInfo).port,
    stop() {
      server.close();
      server.closeIdleConnections();
    },
    async close() {
      const closed = server.listening ? once(server, "close") : undefined;
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/**
 * Disconnects clients that do not read their response: they would hold a slot, and the response in memory, for ever. The socket's own timer is used
 * because it notices that the system takes parts of a single large write.
 */
function cutOffUnread(response: ServerResponse, milliseconds: number): void {
  response.setTimeout(milliseconds, () => {
    // With nothing left to write, the silence is the server's, not the client's.
    if ((response.socket?.writableLength ?? 0) > 0) response.destroy();
  });
}

function whatToDo(cause: unknown): string {
  switch ((cause as NodeJS.ErrnoException).code) {
    case "EADDRINUSE":
      return "Another program holds the port: choose another one.";
    case "EACCES":
      return "The port needs rights that this user does not have: choose one above 1023.";
    default:
      return "The host has to be an address of this machine.";
  }
}

/** A listening server. */
export interface McpHttpServer {
  /** URL of the endpoint, at the address listened on. */
  readonly url: string;
  /** Accepts no more requests, lets running ones end within the grace period (`limits.graceSeconds`), then aborts the rest. */
  close(): Promise<void>;
}

/**
 * Serves MCP over Streamable HTTP: revision 2026-07-28, and clients of 2025 in sessions, so that questions to their person work as well. The
 * factory is called for each request of the former and for each session of the latter. `authInfo.extra.principal` identifies the sender for handlers:
 * `token:<name>` or `oauth:<hash>`. It is absent without authentication.
 * @throws FuxiError `configuration-invalid`, and `usage` if the address is not available
 */
export async function serveMcpHttp(
  factory: McpServerFactory,
  options: McpHttpOptions,
): Promise<McpHttpServer> {
  const { name, version, host = "127.0.0.1", port = 0 } = options;
  const onNotice = options.onNotice ?? (() => {});
  const onError = options.onError ?? (() => {});
  const limits = { ...DEFAULT_MCP_HTTP_LIMITS, ...options.limits };
  const publicUrl = checkedPublicUrl(options);
  for (const notice of checkExposure(options, host, publicUrl)) onNotice(notice);
  const atResource = await createAuthenticate(options.authentication, {
    name,
    failedAttempts: limits.failedAttempts,
    onNotice,
  });

  const endpoint = mcpEndpoint(factory, limits, onError);
  let app: Hono<McpEnv> | undefined;
  const listening = await listen((request, env) => app?.fetch(request, env), { host, port }, limits).catch(
    async (error: unknown) => {
      await endpoint.close();
      throw error;
    },
  );
  const url = `http://${isIPv6(host) ? `[${host}]` : host}:${listening.port}${ENDPOINT}`;
  const { authenticate, resource } = atResource(publicUrl ?? new URL(url));
  app = createMcpApp({
    name,
    version,
    endpoint,
    authenticate,
    resource,
    onError,
    checkHost: checkHost([host, ...(publicUrl ? [publicUrl.hostname] : []), ...(options.allowedHosts ?? [])]),
    allowedOrigin: allowedOrigin(
      [...(publicUrl ? [publicUrl.origin] : []), ...(options.allowedOrigins ?? [])],
      {
        ownPages: isLoopback(host),
      },
    ),
    trustedProxies: options.trustedProxies ?? [],
    bodyBytes: limits.bodyBytes,
  });

  let closed: Promise<void> | undefined;
  const close = async () => {
    listening.stop();
    await endpoint.close();
    await listening.close();
  };
  return {
    url,
    close() {
      closed ??= close();
      return closed;
    },
  };
}

/**
 * The public URL, if there is one. Also checks host names and origins.
 * @throws FuxiError `configuration-invalid`
 */
function checkedPublicUrl({
  publicUrl,
  allowedHosts = [],
  allowedOrigins = [],
}: Pick<McpHttpOptions, "publicUrl" | "allowedHosts" | "allowedOrigins">): URL | undefined {
  for (const name of allowedHosts) {
    if (!/^[\w.:-]+$/u.test(name) || /^[^:]+:\d+$/u.test(name)) {
      throw invalid(`The allowed host ${name} is no host name.`, "Give it without scheme, port and path.");
    }
  }
  for (const origin of allowedOrigins) {
    if (!URL.canParse(origin) || !/^[a-z][a-z0-9+.-]*:\/\/[^/?#@]+$/iu.test(origin)) {
      throw invalid(
        `The allowed origin ${origin} is none.`,
        "An origin is scheme and host, and the port where it is another: https://app.example.com",
      );
    }
  }
  if (publicUrl === undefined) return undefined;
  const url = URL.canParse(publicUrl) ? new URL(publicUrl) : undefined;
  if (
    url === undefined ||
    !/^https?:$/u.test(url.protocol) ||
    `${url.search}${url.hash}${url.username}` !== ""
  ) {
    throw invalid("The public URL is no plain http or https URL.", "Give it as https://mcp.example.com/mcp");
  }
  return url;
}

function invalid(message: string, hint: string): FuxiError {
  return new FuxiError("configuration-invalid", message, { hint });
}
