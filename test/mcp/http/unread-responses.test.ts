import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { callOf, legacy, openSession, type Sent, send } from "./support/send.ts";
import { type ToolServer, toolServer } from "./support/tool-server.ts";
import { unreadConnection } from "./support/unread-connection.ts";

const large = callOf("echo", { words: "x".repeat(20_000_000) });
const largeOf2025 = (session: string): Sent =>
  legacy(
    { id: 1, method: "tools/call", params: { name: "echo", arguments: { words: "x".repeat(20_000_000) } } },
    { "Mcp-Session-Id": session },
  );
const limits = { atWork: 1, waiting: 0, bodyBytes: 30_000_000 };

async function status(at: ToolServer): Promise<number> {
  return (await send(at.url, callOf("echo", { words: "hello" }))).status;
}

describe("a client that does not read a large response", () => {
  it.each(["2025-11-25", "2026-07-28"])("is cut off, and its place goes to others (%s)", async (version) => {
    const at = await toolServer({ limits: { ...limits, unreadSeconds: 0.5 } });
    const sent = version === "2025-11-25" ? largeOf2025(await openSession(at.url)) : large;
    const { socket, over } = unreadConnection(at.url, sent);
    await once(socket, "readable");
    expect(await status(at)).toBe(503);
    await expect.poll(() => status(at), { timeout: 10_000 }).toBe(200);
    let arrived = 0;
    socket.on("data", (chunk) => {
      arrived += chunk.length;
    });
    socket.resume();
    await over;
    expect(arrived).toBeLessThan(20_000_000);
  });

  it("has what it called aborted, if that is still at work", async () => {
    const at = await toolServer({ limits: { ...limits, unreadSeconds: 0.5 } });
    const { socket } = unreadConnection(at.url, callOf("flood"));
    await once(socket, "readable");
    await expect.poll(() => [at.waiting, at.aborted], { timeout: 10_000 }).toEqual([0, 1]);
    expect(await status(at)).toBe(200);
    socket.destroy();
  });
});

describe("a client of 2026-07-28 that reads slowly", () => {
  it("is given all of a response that takes several times as long", async () => {
    const at = await toolServer({ limits: { ...limits, unreadSeconds: 1 } });
    const { socket, over } = unreadConnection(at.url, large);
    let arrived = 0;
    let taken = 0;
    socket.on("data", (chunk) => {
      arrived += chunk.length;
      taken += chunk.length;
      if (taken < 1_000_000) return;
      taken = 0;
      socket.pause();
      setTimeout(() => socket.resume(), 200);
    });
    socket.resume();
    await expect.poll(() => arrived, { timeout: 20_000 }).toBeGreaterThan(20_000_000);
    socket.destroy();
    await over;
  }, 30_000);
});
