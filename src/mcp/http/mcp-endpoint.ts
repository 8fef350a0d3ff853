import { createMcpHandler, isLegacyRequest, type McpServerFactory } from "@modelcontextprotocol/server";
import { given } from "../../util/given.ts";
import { workPlaces } from "../work-places.ts";
import { busyRefusal, type Exchange, hasMethod, jsonRpcRefusal, requestIdsIn } from "./exchange.ts";
import { legacySessions } from "./legacy-sessions.ts";
import type { McpHttpLimits } from "./mcp-http-options.ts";

export interface McpEndpoint {
  handle(exchange: Exchange): Promise<Response>;
  /** Lets what is at work end within the grace; what is still at work then is aborted. */
  close(): Promise<void>;
}

const METHODS = ["GET", "POST", "DELETE"];

/** Both generations of the protocol at one place: 2026-07-28 request by request, clients of 2025 in sessions. */
export function mcpEndpoint(
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
    // A subscription waits for news and takes nobody's place; it has a limit of its own.
    if (requestIdsIn(body).length > 0 && !hasMethod(body, "subscriptions/listen")) {
      const release = await places.take(1, request.signal);
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
