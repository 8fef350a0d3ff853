import { connect } from "node:net";
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

  it("aborts it also when its socket is reset in the middle", async () => {
    const at = await toolServer();
    const { method, headers, body = "" } = callOf("wait");
    const { port, hostname } = new URL(at.url);
    const socket = connect(Number(port), hostname);
    const head = Object.entries({ ...headers, Host: "localhost", "Content-Length": String(body.length) });
    socket.write(
      `${method} /mcp HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body}`,
    );
    await begun(at);
    socket.resetAndDestroy();
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

  it("does not disturb what others have called", async () => {
    const at = await toolServer();
    const [one, other] = [openStream(at.url, callOf("wait")), openStream(at.url, callOf("wait"))];
    await expect.poll(() => at.waiting).toBe(2);
    one.destroy();
    await expect.poll(() => [at.waiting, at.aborted]).toEqual([1, 1]);
    at.release();
    await other.over;
    expect(other.text).toContain("waited");
  });
});

describe("a client of 2025 that goes away", () => {
  const called = (session: string, version: string, id = 1): Sent =>
    legacy(
      { id, method: "tools/call", params: { name: "wait", arguments: {} } },
      { "Mcp-Session-Id": session, "MCP-Protocol-Version": version },
    );
  const resume = (session: string, event: string): Sent => ({
    headers: { Accept: "text/event-stream", "Mcp-Session-Id": session, "Last-Event-ID": event },
  });
  const eventOf = (text: string) => /^id: (\S+)$/mu.exec(text)?.[1] ?? "";

  it("aborts what it has called at once where its revision cannot take a stream up again", async () => {
    const at = await toolServer();
    const stream = openStream(at.url, called(await openSession(at.url), "2025-06-18"));
    await begun(at);
    stream.destroy();
    await aborted(at);
  });

  it("has its time to come back before what it has called is aborted", async () => {
    const at = await toolServer({ limits: { resumeSeconds: 0.3 } });
    const stream = openStream(at.url, called(await openSession(at.url), "2025-11-25"));
    await begun(at);
    stream.destroy();
    await stream.over;
    expect(at.aborted).toBe(0);
    await aborted(at);
  });

  it("that comes back finds the answer that was given meanwhile", async () => {
    const at = await toolServer();
    const session = await openSession(at.url);
    const stream = openStream(at.url, called(session, "2025-11-25"));
    await begun(at);
    stream.destroy();
    await stream.over;
    at.release();
    await expect.poll(() => at.waiting).toBe(0);
    const again = openStream(at.url, resume(session, eventOf(stream.text)));
    await again.over;
    expect(again.text).toContain("waited");
  });

  it("that comes back waits on for as long as it stays", async () => {
    const at = await toolServer({ limits: { resumeSeconds: 1 } });
    const session = await openSession(at.url);
    const stream = openStream(at.url, called(session, "2025-11-25"));
    await begun(at);
    stream.destroy();
    const again = openStream(at.url, resume(session, eventOf(stream.text)));
    await again.head;
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(at.aborted).toBe(0);
    at.release();
    await again.over;
    expect(again.text).toContain("waited");
  });

  it("that has come back keeps its other calls, too", async () => {
    const at = await toolServer({ limits: { resumeSeconds: 1 } });
    const session = await openSession(at.url);
    const one = openStream(at.url, called(session, "2025-11-25", 1));
    const other = openStream(at.url, called(session, "2025-11-25", 2));
    await expect.poll(() => at.waiting).toBe(2);
    one.destroy();
    const again = openStream(at.url, resume(session, eventOf(one.text)));
    await again.head;
    other.destroy();
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect([at.waiting, at.aborted]).toEqual([2, 0]);
    again.destroy();
    await expect.poll(() => at.aborted, { timeout: 5000 }).toBe(2);
  });

  it("that came back and went again has its time once more, and then no longer", async () => {
    const at = await toolServer({ limits: { resumeSeconds: 0.2 } });
    const session = await openSession(at.url);
    const stream = openStream(at.url, called(session, "2025-11-25"));
    await begun(at);
    stream.destroy();
    const again = openStream(at.url, resume(session, eventOf(stream.text)));
    await again.head;
    again.destroy();
    await aborted(at);
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
