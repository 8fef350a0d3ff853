import { randomUUID } from "node:crypto";
import {
  type McpServerFactory,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { principalOf } from "../../principal-of.ts";
import type { Exchange } from "../exchange.ts";
import { busyRefusal, jsonRpcRefusal } from "../json-rpc-refusal.ts";
import type { McpHttpLimits } from "../mcp-http-limits.ts";
import { cancelledIdsIn, requestIdsIn } from "../messages-in.ts";
import type { WorkPlaces } from "../work-places.ts";
import { keptEvents } from "./kept-events.ts";
import { openRequests } from "./open-requests.ts";
import { orphans } from "./orphans.ts";
import type { UnreadOfAll } from "./unread-replies.ts";

/** From this revision on clients are told at once by which event they can take a stream up again. */
const FIRST_TO_RESUME = "2025-11-25";
/** What clients are told to wait before they do. */
const RETRY_MILLISECONDS = 1000;

export interface LegacySessionOptions {
  readonly limits: McpHttpLimits;
  readonly places: WorkPlaces;
  readonly unreadOfAll: UnreadOfAll;
  readonly onError: (error: Error) => void;
  readonly opened: (id: string) => void;
  readonly closed: (id: string) => void;
}

/** A client of 2025 with a server of its own, which remembers it between requests. */
export interface LegacySession {
  readonly principal: string;
  /** Milliseconds since the epoch; the present while something is under way. */
  readonly lastUsed: number;
  readonly busy: boolean;
  handle(exchange: Exchange): Promise<Response>;
  close(): Promise<void>;
}

/** The session that `first` may open; it has one only if `opened` was called while it was handled. */
export async function legacySession(
  factory: McpServerFactory,
  first: Exchange,
  { limits, places, unreadOfAll, onError, opened, closed }: LegacySessionOptions,
): Promise<LegacySession> {
  const { authInfo } = first;
  const principal = principalOf(authInfo).id;
  const replies = unreadOfAll.session(principal, () => {
    onError(new FuxiError("usage", "A client of 2025 did not read its replies; its session was closed."));
    close().catch(onError);
  });
  const events = keptEvents({
    events: limits.keptEvents,
    bytes: limits.keptEventBytes,
    sent: (message, streamId, characters) => {
      if ("id" in message && !("method" in message) && message.id !== undefined)
        replies.sent({ id: message.id, streamId }, characters);
    },
  });
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: opened,
    retryInterval: RETRY_MILLISECONDS,
    eventStore: events,
  });
  const server = await factory({
    era: "legacy",
    requestInfo: first.request,
    ...(authInfo === undefined ? {} : { authInfo }),
  });
  const requests = openRequests(transport);
  const unread = orphans(requests, limits.resumeSeconds);
  let [lastUsed, exchanges] = [Date.now(), 0];
  await server.connect(transport);
  const { onclose, onerror } = transport;
  transport.onerror = (error) => {
    onError(error);
    onerror?.(error);
  };
  transport.onclose = () => {
    unread.close();
    requests.endAll();
    if (transport.sessionId !== undefined) closed(transport.sessionId);
    onclose?.();
  };

  const answer = ({ request, body, authInfo }: Exchange) =>
    transport.handleRequest(request, {
      ...(authInfo === undefined ? {} : { authInfo }),
      ...(body === undefined ? {} : { parsedBody: body }),
    });
  const work = async (exchange: Exchange) => {
    const ids = requestIdsIn(exchange.body);
    if (ids.some((id) => requests.has(id))) {
      return jsonRpcRefusal(400, "A request of this session with the same id has not been answered yet.");
    }
    if (requests.size + ids.length > limits.openPerSession) return busyRefusal();
    const release = await places.take(ids.length, exchange.request.signal);
    if (release === undefined) return busyRefusal();
    requests.begin(ids, release);
    replies.expect(ids, exchange);
    const response = await answer(exchange).catch((error: unknown) => {
      requests.refuse(ids);
      throw error;
    });
    if (response.status !== 200) requests.refuse(ids);
    const version = exchange.request.headers.get("mcp-protocol-version") ?? "";
    exchange.ended.then(() => unread.add(ids, version >= FIRST_TO_RESUME));
    return response;
  };
  const respond = async (exchange: Exchange) => {
    if (requestIdsIn(exchange.body).length > 0) return work(exchange);
    const { method, headers } = exchange.request;
    const missed = method === "GET" ? events.after(headers.get("last-event-id") ?? "") : undefined;
    const response = await answer(exchange);
    requests.cancelled(cancelledIdsIn(exchange.body));
    if (response.ok && missed !== undefined) {
      unread.resumed(exchange.ended);
      replies.resumed(missed.streamId, exchange, missed.characters);
    }
    return response;
  };
  const close = async () => {
    await server.close();
    await transport.close();
  };
  const busy = () => exchanges > 0 || requests.size > 0;
  return {
    principal,
    get lastUsed() {
      return busy() ? Date.now() : lastUsed;
    },
    get busy() {
      return busy();
    },
    handle(exchange) {
      exchanges++;
      exchange.ended.then(() => {
        exchanges--;
        lastUsed = Date.now();
      });
      return respond(exchange);
    },
    close,
  };
}
