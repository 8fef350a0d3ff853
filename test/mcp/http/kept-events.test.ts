import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import { keptEvents } from "../../../src/mcp/http/sessions/kept-events.ts";

const message = (words: string): JSONRPCMessage => ({
  jsonrpc: "2.0",
  method: "notifications/message",
  params: { words },
});

async function replayed(store: ReturnType<typeof keptEvents>, after: string): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  await store.replayEventsAfter(after, {
    send: async (id, { params }: { params?: unknown } & JSONRPCMessage) => {
      found.push([id, params]);
    },
  });
  return found;
}

describe("kept events", () => {
  it("are replayed from one stream, those after the one that is named", async () => {
    const store = keptEvents({ events: 10, bytes: 10_000 });
    const first = await store.storeEvent("a", {} as JSONRPCMessage);
    await store.storeEvent("b", message("of another stream"));
    const second = await store.storeEvent("a", message("second"));
    const third = await store.storeEvent("a", message("third"));
    expect(await store.getStreamIdForEventId?.(first)).toBe("a");
    expect(await replayed(store, first)).toEqual([
      [second, { words: "second" }],
      [third, { words: "third" }],
    ]);
    expect(await replayed(store, second)).toEqual([[third, { words: "third" }]]);
  });

  it.each([
    ["number", { events: 2, bytes: 10_000 }],
    ["size", { events: 10, bytes: 170 }],
  ])(
    "are bounded in %s; a stream of which some are gone cannot be taken up from there",
    async (_, limits) => {
      const store = keptEvents(limits);
      const ids = [];
      for (const words of ["one", "two", "three"]) ids.push(await store.storeEvent("a", message(words)));
      const [gone = "", kept = ""] = ids;
      expect(await store.getStreamIdForEventId?.(gone)).toBeUndefined();
      expect(await replayed(store, kept)).toHaveLength(1);
    },
  );

  it("do not hold a message that is larger than all of them may be", async () => {
    const store = keptEvents({ events: 10, bytes: 100 });
    const id = await store.storeEvent("a", message("x".repeat(200)));
    expect(await store.getStreamIdForEventId?.(id)).toBeUndefined();
  });
});
