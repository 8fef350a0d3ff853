import { randomUUID } from "node:crypto";
import {
  type McpServerFactory,
  type RequestId,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { given } from "../../util/given.ts";
import { principalOf } from "../caller.ts";
import type { WorkPlaces } from "../work-places.ts";
import {
  busyRefusal,
  cancelledIdsIn,
  type Exchange,
  hasMethod,
  jsonRpcRefusal,
  requestIdsIn,
} from "./exchange.ts";
import type { McpHttpLimits } from "./mcp-http-options.ts";

const SWEEP_MILLISECONDS = 60_000;

export interface LegacySessionOptions {
  readonly limits: Pick<McpHttpLimits, "sessions" | "sessionIdleSeconds">;
  readonly places: WorkPlaces;
  readonly onError: (error: Error) => void;
}

/** The sessions of all clients of 2025, whose protocol needs them where the server asks something back. */
export interface LegacySessions {
  /** A session belongs to the principal that opened it; for any other there is none of that id. */
  handle(exchange: Exchange): Promise<Response>;
  close(): Promise<void>;
}

/** A server of its own for one client, which remembers the client between requests. */
interface Session {
  readonly principal: string;
  /** Undefined until the client's initialize was accepted. */
  readonly id: string | undefined;
  readonly lastUsed: number;
  readonly busy: boolean;
  handle(exchange: Exchange): Promise<Response>;
  close(): Promise<void>;
}

export function legacySessions(
  factory: McpServerFactory,
  { limits, places, onError }: LegacySessionOptions,
): LegacySessions {
  const sessions = new Map<string, Session>();
  let opening = 0;
  const drop = (id: string) => {
    const session = sessions.get(id);
    sessions.delete(id);
    session?.close().catch(onError);
  };
  const sweep = () => {
    const oldest = Date.now() - limits.sessionIdleSeconds * 1000;
    for (const [id, { busy, lastUsed }] of sessions) if (!busy && lastUsed < oldest) drop(id);
  };
  const timer = setInterval(sweep, SWEEP_MILLISECONDS).unref();

  const open = async (exchange: Exchange) => {
    if (sessions.size + opening >= limits.sessions) {
      const id = leastMissed(sessions);
      if (id === undefined) return busyRefusal();
      drop(id);
    }
    opening++;
    try {
      const closed = (id: string) => sessions.delete(id);
      const session = await openSession(factory, exchange, { places, onError, closed });
      const response = await session.handle(exchange);
      if (session.id === undefined) await session.close();
      else sessions.set(session.id, session);
      return response;
    } finally {
      opening--;
    }
  };
  return {
    async handle(exchange) {
      sweep();
      const id = exchange.request.headers.get("mcp-session-id");
      if (id === null) {
        if (hasMethod(exchange.body, "initialize")) return open(exchange);
        return jsonRpcRefusal(
          400,
          "Bad Request: Mcp-Session-Id header is required. A session begins with initialize.",
        );
      }
      const session = sessions.get(id);
      if (session === undefined || session.principal !== principalOf(exchange.authInfo).id)
        return jsonRpcRefusal(404, "Session not found", {}, -32001);
      return session.handle(exchange);
    },
    async close() {
      clearInterval(timer);
      await Promise.allSettled([...sessions.values()].map((session) => session.close()));
    },
  };
}

/** The longest unused idle session of the principal that holds the most sessions, so that nobody can push out others. */
function leastMissed(sessions: ReadonlyMap<string, Session>): string | undefined {
  const counts = new Map<string, number>();
  for (const { principal } of sessions.values()) counts.set(principal, (counts.get(principal) ?? 0) + 1);
  const held = ({ principal }: Session) => counts.get(principal) ?? 0;
  const [first] = [...sessions]
    .filter(([, { busy }]) => !busy)
    .sort(([, a], [, b]) => held(b) - held(a) || a.lastUsed - b.lastUsed);
  return first?.[0];
}

interface OpenSessionOptions extends Omit<LegacySessionOptions, "limits"> {
  readonly closed: (id: string) => void;
}

async function openSession(
  factory: McpServerFactory,
  { authInfo: opener, request: requestInfo }: Exchange,
  { places, onError, closed }: OpenSessionOptions,
): Promise<Session> {
  const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: randomUUID });
  const withAuth = opener === undefined ? {} : { authInfo: opener };
  const server = await factory({ era: "legacy", requestInfo, ...withAuth });
  /** What gives back the places of the requests whose connections are open. */
  const open = new Map<RequestId, () => void>();
  const send = transport.send.bind(transport);
  transport.send = async (message, options) => {
    const related = options?.relatedRequestId;
    // A question to the client's person: whoever waits for that is not at work.
    if (related !== undefined && "method" in message && "id" in message) open.get(related)?.();
    await send(message, options);
  };
  await server.connect(transport);
  const { onclose, onerror } = transport;
  transport.onerror = (error) => {
    onError(error);
    onerror?.(error);
  };
  transport.onclose = () => {
    if (transport.sessionId !== undefined) closed(transport.sessionId);
    onclose?.();
  };

  const answer = ({ request, body, authInfo }: Exchange) =>
    transport.handleRequest(request, {
      ...given({ authInfo, parsedBody: body }),
    });
  const abort = (requestId: RequestId) => {
    const params = { requestId, reason: "The client went away." };
    transport.onmessage?.({ jsonrpc: "2.0", method: "notifications/cancelled", params });
  };
  const work = async (exchange: Exchange, ids: readonly RequestId[]) => {
    const release = await places.take(ids.length, exchange.request.signal);
    if (release === undefined) return busyRefusal();
    for (const id of ids) open.set(id, release);
    exchange.ended.then(() => {
      release();
      for (const id of ids.filter((each) => open.get(each) === release)) {
        open.delete(id);
        abort(id);
      }
    });
    return answer(exchange);
  };
  let [lastUsed, exchanges] = [Date.now(), 0];
  return {
    principal: principalOf(opener).id,
    get id() {
      return transport.sessionId;
    },
    get lastUsed() {
      return lastUsed;
    },
    get busy() {
      return exchanges > 0;
    },
    async handle(exchange) {
      exchanges++;
      exchange.ended.then(() => {
        exchanges--;
        lastUsed = Date.now();
      });
      const ids = requestIdsIn(exchange.body);
      if (ids.length > 0) return work(exchange, ids);
      const response = await answer(exchange);
      // The protocol answers no cancelled request, so that its stream would stay open.
      for (const id of cancelledIdsIn(exchange.body)) transport.closeSSEStream(id);
      return response;
    },
    async close() {
      await server.close();
      await transport.close();
    },
  };
}
