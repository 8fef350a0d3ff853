import { once } from "node:events";
import type { Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer, type HttpBindings } from "@hono/node-server";
import { FuxiError } from "../../errors/fuxi-error.ts";
import type { McpHttpLimits } from "./mcp-http-limits.ts";

const HEADER_BYTES = 16 * 1024;
/** Longer than the idle time of usual proxies, which would otherwise send a request into a connection that is being closed. */
const KEEP_ALIVE_MILLISECONDS = 75_000;

export interface Listening {
  readonly port: number;
  /** No further connections, and those without a request under way are closed. */
  stop(): void;
  /** Closes every connection. */
  close(): Promise<void>;
}

/** @throws FuxiError `usage` where the address cannot be had */
export async function listen(
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
      // A client that vanished without a word is noticed by its system's silence.
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
 * Who asks and does not read would hold a place, and the response in memory, for as long as they like. The socket's own timer is used because it
 * knows of what the system has taken over from a single large write.
 */
function cutOffUnread(response: ServerResponse, milliseconds: number): void {
  response.setTimeout(milliseconds, () => {
    // Silence while the server is at work, or has nothing new to say, is no fault of the client's.
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
