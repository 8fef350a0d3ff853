import { connect, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { namedToken } from "../../../src/mcp/http/authentication/tokens.ts";
import { openStream } from "./support/open-stream.ts";
import { callOf, modern, send, textOf } from "./support/send.ts";
import { toolServer } from "./support/tool-server.ts";

/** A bare connection, and everything that it has received. */
function rawConnection(url: string): {
  readonly socket: Socket;
  readonly received: () => string;
  readonly over: Promise<void>;
} {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  let received = "";
  socket.on("data", (chunk) => {
    received += chunk.toString();
  });
  socket.on("error", () => {});
  return {
    socket,
    received: () => received,
    over: new Promise((resolve) => socket.once("close", () => resolve())),
  };
}

describe("a body", () => {
  const limits = { bodyBytes: 2000 };
  const long = callOf("echo", { words: "x".repeat(3000) });

  it("that says that it is too large is refused before it is read", async () => {
    const { url } = await toolServer({ limits });
    const { status, headers, text } = await send(url, long);
    expect([status, headers["connection"], text]).toEqual([
      413,
      "close",
      expect.stringContaining("2000 bytes"),
    ]);
  });

  it("that turns out to be too large is refused, too", async () => {
    const { url } = await toolServer({ limits });
    const { socket, received, over } = rawConnection(url);
    const headers = Object.entries(callOf("echo").headers ?? {}).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    socket.write(
      `POST /mcp HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n${headers.join("")}\r\n`,
    );
    for (let chunk = 0; chunk < 5; chunk++) socket.write(`400\r\n${" ".repeat(1024)}\r\n`);
    await over;
    expect(received()).toMatch(/^HTTP\/1\.1 413 /u);
  });

  it("of an unauthenticated client is not read at all", async () => {
    const tokens = [namedToken("ada", "0123456789abcdef", "the test")];
    const { url } = await toolServer({ limits, authentication: { type: "tokens", tokens } });
    expect((await send(url, long)).status).toBe(401);
  });

  it.each([
    ["no JSON", "{not json", 400, -32700],
    ["empty", "", 400, -32700],
    ["no message", '"hello"', 400, -32600],
    ["null", "null", 400, -32600],
    ["a batch", "[{}]", 400, -32000],
  ])("that is %s is refused", async (_, body, status, code) => {
    const { url } = await toolServer({ limits });
    const answered = await send(url, { ...callOf("echo"), body });
    expect([answered.status, JSON.parse(answered.text)]).toEqual([
      status,
      expect.objectContaining({ error: expect.objectContaining({ code }) }),
    ]);
  });

  it("that is not declared as JSON is refused, as a page's form would send it", async () => {
    const { url } = await toolServer();
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
    ]) {
      const sent = callOf("echo", { words: "hello" }, { "Content-Type": type });
      expect((await send(url, sent)).status).toBe(415);
    }
  });
});

describe("a slow client", () => {
  it("that does not end the head of its request is cut off", async () => {
    const { url } = await toolServer({ limits: { headSeconds: 0.2, requestSeconds: 0.4 } });
    const { socket, received, over } = rawConnection(url);
    socket.write("POST /mcp HTTP/1.1\r\nHost: localhost\r\nX-Slow: ");
    await over;
    expect(received()).toMatch(/^HTTP\/1\.1 408 /u);
  });

  it("that does not end the body of its request is cut off", async () => {
    const { url } = await toolServer({ limits: { headSeconds: 0.2, requestSeconds: 0.4 } });
    const { socket, received, over } = rawConnection(url);
    const headers = Object.entries(callOf("echo").headers ?? {}).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    socket.write(`POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n${headers.join("")}\r\n{`);
    await over;
    expect(received()).toMatch(/^HTTP\/1\.1 408 |^$/u);
  });
});

describe("connections", () => {
  it("beyond the limit are not accepted", async () => {
    const { url } = await toolServer({ limits: { connections: 1 } });
    const first = rawConnection(url);
    first.socket.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await expect.poll(first.received).toContain("200 OK");
    const second = rawConnection(url);
    await second.over;
    expect(second.received()).toBe("");
    first.socket.destroy();
  });
});

describe("requests at work", () => {
  it("are bounded; those behind them wait for their turn, in order", async () => {
    const at = await toolServer({ limits: { atWork: 1, waiting: 2 } });
    const first = send(at.url, callOf("wait"));
    await expect.poll(() => at.waiting).toBe(1);
    const second = send(at.url, callOf("wait"));
    const third = send(at.url, callOf("echo", { words: "third" }));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(at.waiting).toBe(1);
    at.release();
    expect(textOf(await first)).toBe("waited");
    await expect.poll(() => at.waiting).toBe(1);
    at.release();
    expect([textOf(await second), textOf(await third)]).toEqual(["waited", "third"]);
  });

  it("are refused where the queue is full, with when to come back", async () => {
    const at = await toolServer({ limits: { atWork: 1, waiting: 1 } });
    const first = send(at.url, callOf("wait"));
    await expect.poll(() => at.waiting).toBe(1);
    const others = [send(at.url, callOf("who")), send(at.url, callOf("who"))];
    const refused = await Promise.race(others);
    expect([refused.status, refused.headers["retry-after"]]).toEqual([503, "2"]);
    at.release();
    const statuses = (await Promise.all([first, ...others])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 200, 503]);
  });

  it("are refused when their turn does not come in time", async () => {
    const at = await toolServer({ limits: { atWork: 1, waiting: 5, waitSeconds: 0.1 } });
    const first = openStream(at.url, callOf("wait"));
    await expect.poll(() => at.waiting).toBe(1);
    expect((await send(at.url, callOf("echo", { words: "hello" }))).status).toBe(503);
    first.destroy();
  });

  it("are not subscriptions, which have a limit of their own", async () => {
    const at = await toolServer({ limits: { atWork: 1, waiting: 0, subscriptions: 1 } });
    const subscribe = modern("subscriptions/listen", { notifications: { toolsListChanged: true } });
    const stream = openStream(at.url, subscribe);
    await stream.head;
    await expect.poll(() => stream.text).toContain("acknowledged");
    expect((await send(at.url, callOf("echo", { words: "hello" }))).status).toBe(200);
    expect((await send(at.url, subscribe)).text).toContain("Subscription limit reached");
    stream.destroy();
  });
});
