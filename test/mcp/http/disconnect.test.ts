import { describe, expect, it } from "vitest";
import { openStream } from "./support/open-stream.ts";
import { callOf, legacy, openSession, type Sent, send } from "./support/send.ts";
import { type ToolServer, toolServer } from "./support/tool-server.ts";

async function begun(at: ToolServer): Promise<void> {
  await expect.poll(() => at.waiting).toBe(1);
}

async function aborted(at: ToolServer): Promise<void> {
  await expect.poll(() => [at.waiting, at.aborted]).toEqual([0, 1]);
}

describe("a client of 2026-07-28 that goes away", () => {
  it.each(["wait", "wait_streaming"])("aborts what it has called: %s", async (tool) => {
    const at = await toolServer();
    const stream = openStream(at.url, callOf(tool));
    await begun(at);
    stream.destroy();
    await aborted(at);
  });

  it("gives back its place among those at work", async () => {
    const at = await toolServer({ limits: { atWork: 1, waiting: 0 } });
    const stream = openStream(at.url, callOf("wait"));
    await begun(at);
    expect((await send(at.url, callOf("echo", { words: "hello" }))).status).toBe(503);
    stream.destroy();
    await expect.poll(async () => (await send(at.url, callOf("echo", { words: "hello" }))).status).toBe(200);
  });
});

describe("a client of 2025 that goes away", () => {
  const called = (session: string, version: string, id = 1): Sent =>
    legacy(
      { id, method: "tools/call", params: { name: "wait", arguments: {} } },
      { "Mcp-Session-Id": session, "MCP-Protocol-Version": version },
    );

  it.each(["2025-06-18", "2025-11-25"])("aborts what it has called (%s)", async (version) => {
    const at = await toolServer();
    const session = await openSession(at.url);
    const [one, other] = [1, 2].map((id) => openStream(at.url, called(session, version, id)));
    await expect.poll(() => at.waiting).toBe(2);
    one?.destroy();
    await expect.poll(() => [at.waiting, at.aborted]).toEqual([1, 1]);
    at.release();
    await other?.over;
    expect(other?.text).toContain("waited");
  });

  it("that cancels what it has called aborts it, and its stream ends", async () => {
    const at = await toolServer({ limits: { atWork: 1, waiting: 0 } });
    const session = await openSession(at.url);
    const stream = openStream(at.url, called(session, "2025-11-25"));
    await begun(at);
    const cancelled = legacy(
      { method: "notifications/cancelled", params: { requestId: 1 } },
      { "Mcp-Session-Id": session },
    );
    expect((await send(at.url, cancelled)).status).toBe(202);
    await aborted(at);
    await stream.over;
    expect(stream.text).not.toContain("jsonrpc");
    expect((await send(at.url, callOf("echo", { words: "hello" }))).status).toBe(200);
  });
});
