import { isIPv6 } from "node:net";
import type { McpServerFactory } from "@modelcontextprotocol/server";
import type { Hono } from "hono";
import { allowedOrigin } from "./access/allowed-origin.ts";
import { checkExposure } from "./access/check-exposure.ts";
import { checkHost } from "./access/check-host.ts";
import { isLoopback } from "./access/is-loopback.ts";
import { createAuthenticate } from "./authentication/create-authenticate.ts";
import { checkedPublicUrl } from "./checked-urls.ts";
import { createMcpApp, ENDPOINT, type McpEnv } from "./create-mcp-app.ts";
import { listen } from "./listen.ts";
import { mcpEndpoint } from "./mcp-endpoint.ts";
import { DEFAULT_MCP_HTTP_LIMITS } from "./mcp-http-limits.ts";
import type { McpHttpOptions } from "./mcp-http-options.ts";

/** A server that listens. */
export interface McpHttpServer {
  /** Of the endpoint, at the address that is listened on. */
  readonly url: string;
  /** Takes nothing more, lets what is at work end within the grace (`limits.graceSeconds`), aborts the rest. */
  close(): Promise<void>;
}

/**
 * Serves MCP over Streamable HTTP: revision 2026-07-28, and clients of 2025 in sessions, so that questions to their person work as well. The
 * factory is called for each request of the former and for each session of the latter. What a handler needs to know of the sender stands in
 * `authInfo.extra.principal`: `token:<name>` or `oauth:<hash>`; there is none without authentication.
 * @throws FuxiError `configuration-invalid`, and `usage` where the address cannot be had
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

  const endpoint = mcpEndpoint(factory, limits, { onError, bus: options.bus });
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
