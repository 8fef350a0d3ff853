import type { EventStore } from "@modelcontextprotocol/server";

export interface KeptEventsOptions {
  readonly events: number;
  readonly bytes: number;
  /** Told of every message that is sent, its stream, and its length in characters. */
  readonly sent?: (message: KeptEvent["message"], streamId: string, characters: number) => void;
}

export interface KeptEvents extends EventStore {
  /** The stream of an event, and the characters that are sent again to a client that takes it up there; undefined where it is not kept. */
  after(id: string): { readonly streamId: string; readonly characters: number } | undefined;
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
export function keptEvents({ events, bytes, sent }: KeptEventsOptions): KeptEvents {
  const kept: KeptEvent[] = [];
  let size = 0;
  let count = 0;
  const missedAfter = (id: string) => {
    const last = kept.findIndex((event) => event.id === id);
    const streamId = kept[last]?.streamId ?? "";
    return { streamId, missed: kept.slice(last + 1).filter((event) => event.streamId === streamId) };
  };
  return {
    async storeEvent(streamId, message) {
      const id = String(++count);
      const event = { id, streamId, message, bytes: JSON.stringify(message).length };
      sent?.(message, streamId, event.bytes);
      kept.push(event);
      size += event.bytes;
      while (kept.length > events || size > bytes) size -= kept.shift()?.bytes ?? 0;
      return id;
    },
    async getStreamIdForEventId(id) {
      return kept.find((event) => event.id === id)?.streamId;
    },
    async replayEventsAfter(lastId, { send }) {
      const { streamId, missed } = missedAfter(lastId);
      // A stream begins with an event that has nothing but its id.
      for (const { id, message } of missed) if ("jsonrpc" in message) await send(id, message);
      return streamId;
    },
    after(id) {
      if (!kept.some((event) => event.id === id)) return undefined;
      const { streamId, missed } = missedAfter(id);
      return { streamId, characters: missed.reduce((sum, { bytes: each }) => sum + each, 0) };
    },
  };
}
