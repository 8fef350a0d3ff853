import type { RequestId } from "@modelcontextprotocol/server";
import type { Exchange } from "../exchange.ts";

/** What one session has sent and its client has not read yet. */
export interface UnreadReplies {
  /** The replies to these requests go out on this exchange, until it ends. */
  expect(ids: readonly RequestId[], exchange: Exchange): void;
  /** A stream was taken up again on this exchange, and so much was sent again; further replies of the stream go out on it. */
  resumed(streamId: string, exchange: Exchange, characters: number): void;
  sent(reply: { readonly id: RequestId; readonly streamId: string }, characters: number): void;
}

export interface UnreadOfAll {
  /** `close` is called when the session holds more than all others and everything together is too much. */
  session(principal: string, close: () => void): UnreadReplies;
}

interface Held {
  readonly principal: string;
  characters: number;
  readonly exchanges: Set<Exchange>;
  readonly close: () => void;
}

/**
 * A reply that was handed to its stream waits in memory until its client reads it. One bound for all sessions: beyond it, the heaviest one of the
 * principal that holds the most is closed, so that nobody can push out others.
 */
export function unreadReplies(most: number): UnreadOfAll {
  const sessions = new Set<Held>();
  let total = 0;
  const count = (held: Held, characters: number) => {
    held.characters += characters;
    total += characters;
    if (held.characters > 0) sessions.add(held);
    else sessions.delete(held);
  };
  const closeHeaviest = () => {
    const held = heaviest(sessions);
    if (held === undefined) return;
    count(held, -held.characters);
    for (const { abandon } of held.exchanges) abandon();
    held.close();
  };
  return {
    session(principal, close) {
      const held: Held = { principal, characters: 0, exchanges: new Set(), close };
      const waiting = new Map<RequestId, { readonly exchange: Exchange }>();
      const streams = new Map<string, Exchange>();
      const sizes = new Map<Exchange, number>();
      const follow = (exchange: Exchange, forget: () => void) => {
        held.exchanges.add(exchange);
        exchange.ended.then(() => {
          forget();
          held.exchanges.delete(exchange);
          count(held, -Math.min(held.characters, sizes.get(exchange) ?? 0));
          sizes.delete(exchange);
        });
      };
      const add = (exchange: Exchange, characters: number) => {
        sizes.set(exchange, (sizes.get(exchange) ?? 0) + characters);
        count(held, characters);
        if (total > most) closeHeaviest();
      };
      return {
        expect(ids, exchange) {
          const entry = { exchange };
          for (const id of ids) waiting.set(id, entry);
          follow(exchange, () => {
            for (const id of ids) if (waiting.get(id) === entry) waiting.delete(id);
          });
        },
        resumed(streamId, exchange, characters) {
          streams.set(streamId, exchange);
          follow(exchange, () => {
            if (streams.get(streamId) === exchange) streams.delete(streamId);
          });
          add(exchange, characters);
        },
        sent({ id, streamId }, characters) {
          const exchange = waiting.get(id)?.exchange ?? streams.get(streamId);
          if (exchange !== undefined) add(exchange, characters);
        },
      };
    },
  };
}

function heaviest(sessions: ReadonlySet<Held>): Held | undefined {
  const sums = new Map<string, number>();
  for (const { principal, characters } of sessions)
    sums.set(principal, (sums.get(principal) ?? 0) + characters);
  const sum = ({ principal }: Held) => sums.get(principal) ?? 0;
  return [...sessions].sort((a, b) => sum(b) - sum(a) || b.characters - a.characters)[0];
}
