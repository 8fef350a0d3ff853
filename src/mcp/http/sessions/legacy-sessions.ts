import type { McpServerFactory } from "@modelcontextprotocol/server";
import { principalOf } from "../../principal-of.ts";
import type { Exchange } from "../exchange.ts";
import { busyRefusal, jsonRpcRefusal } from "../json-rpc-refusal.ts";
import { hasMethod } from "../messages-in.ts";
import { type LegacySession, type LegacySessionOptions, legacySession } from "./legacy-session.ts";

const SWEEP_MILLISECONDS = 60_000;

/** The sessions of all clients of 2025, whose protocol needs them where the server asks something back. */
export interface LegacySessions {
  /** A session belongs to the principal that opened it; for any other there is none of that id. */
  handle(exchange: Exchange): Promise<Response>;
  close(): Promise<void>;
}

export function legacySessions(
  factory: McpServerFactory,
  options: Omit<LegacySessionOptions, "opened" | "closed">,
): LegacySessions {
  const { limits, onError } = options;
  const sessions = new Map<string, LegacySession>();
  let opening = 0;
  const drop = (id: string) => {
    const session = sessions.get(id);
    sessions.delete(id);
    session?.close().catch(onError);
  };
  const sweep = () => {
    const oldest = Date.now() - limits.sessionIdleSeconds * 1000;
    for (const [id, { lastUsed }] of sessions) if (lastUsed < oldest) drop(id);
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
      let registered = false;
      const session = await legacySession(factory, exchange, {
        ...options,
        opened: (id) => {
          registered = true;
          sessions.set(id, session);
        },
        closed: (id) => sessions.delete(id),
      });
      const response = await session.handle(exchange);
      if (!registered) await session.close();
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

/** Of those in which nothing is under way, the longest unused one of the principal that holds the most sessions: nobody can push out others. */
function leastMissed(sessions: ReadonlyMap<string, LegacySession>): string | undefined {
  const counts = new Map<string, number>();
  for (const { principal } of sessions.values()) counts.set(principal, (counts.get(principal) ?? 0) + 1);
  const held = ({ principal }: LegacySession) => counts.get(principal) ?? 0;
  const [first] = [...sessions]
    .filter(([, { busy }]) => !busy)
    .sort(([, a], [, b]) => held(b) - held(a) || a.lastUsed - b.lastUsed);
  return first?.[0];
}
