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
  cancelledIdIn,
  type Exchange,
  hasMethod,
  jsonRpcRefusal,
  requestIdIn,
} from "./exchange.ts";
import type { McpHttpLimits } from "./mcp-http-options.ts";

const SWEEP_MILLISECONDS = 60_000;

export interface LegacySessionOptions {
  readonly limits: Pick<McpHttpLimits, "sessions" | "sessionIdleSeconds">;
  readonly places: WorkPlaces;
  readonly onError: (error: Error) => void;
}

/** The sessions of all clients of 2025. Their protocol needs sessions for questions of the server. */
export interface LegacySessions {
  /** A session belongs to the principal that opened it. Other principals get the same response as for an unknown id. */
  handle(exchange: Exchange): Promise<Response>;
  close(): Promise<void>;
}

/** A client's own server, which keeps its state between requests. */
interface Session {
  readonly principal: string;
  /** Undefined until `initialize` was accepted. */
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

/** The session to evict: the longest unused idle one of the principal with the most sessions, so that no principal can evict others' sessions. */
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
  /** Functions that release the slots of requests with open connections. */
  const open = new Map<RequestId, () => void>();
  const send = transport.send.bind(transport);
  transport.send = async (message, options) => {
    const related = options?.relatedRequestId;
    // A question to the client's person: a request that waits for the answer needs no slot.
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
  const work = async (exchange: Exchange, id: RequestId) => {
    const release = await places.take(exchange.request.signal);
    if (release === undefined) return busyRefusal();
    open.set(id, release);
    exchange.ended.then(() => {
      release();
      if (open.get(id) !== release) return;
      open.delete(id);
      abort(id);
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
      const id = requestIdIn(exchange.body);
      if (id !== undefined) return work(exchange, id);
      const response = await answer(exchange);
      // The protocol does not answer cancelled requests, so their streams would stay open.
      const cancelled = cancelledIdIn(exchange.body);
      if (cancelled !== undefined) transport.closeSSEStream(cancelled);
      return response;
    },
    async close() {
      await server.close();
      await transport.close();
    },
  };
}
