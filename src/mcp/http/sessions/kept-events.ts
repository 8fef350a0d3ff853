import type { EventStore } from "@modelcontextprotocol/server";

export interface KeptEventsOptions {
  readonly events: number;
  readonly bytes: number;
  /** Told of every message that is sent, and of its length in characters. */
  readonly sent?: (message: KeptEvent["message"], characters: number) => void;
}

interface KeptEvent {
  readonly id: string;
  readonly streamId: string;
  readonly message: Parameters<EventStore["storeEvent"]>[1];
  readonly bytes: number;
}

/**
 * What one session has sent of late, so that a client whose connection broke can take a stream up again. The oldest goes first; a client that
 * names an event which is no longer kept is refused, instead of losing what came in between unawares.
 */
export function keptEvents({ events, bytes, sent }: KeptEventsOptions): EventStore {
  const kept: KeptEvent[] = [];
  let size = 0;
  let count = 0;
  return {
    async storeEvent(streamId, message) {
      const id = String(++count);
      const event = { id, streamId, message, bytes: JSON.stringify(message).length };
      sent?.(message, event.bytes);
      kept.push(event);
      size += event.bytes;
      while (kept.length > events || size > bytes) size -= kept.shift()?.bytes ?? 0;
      return id;
    },
    async getStreamIdForEventId(id) {
      return kept.find((event) => event.id === id)?.streamId;
    },
    async replayEventsAfter(lastId, { send }) {
      const last = kept.findIndex(({ id }) => id === lastId);
      const streamId = kept[last]?.streamId ?? "";
      const missed = kept.slice(last + 1).filter((event) => event.streamId === streamId);
      // A stream begins with an event that has nothing but its id.
      for (const { id, message } of missed) if ("jsonrpc" in message) await send(id, message);
      return streamId;
    },
  };
}
