import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import type { Exchange } from "../../../src/mcp/http/exchange.ts";
import { unreadReplies } from "../../../src/mcp/http/sessions/unread-replies.ts";
import { legacy, openSession, type Sent, send } from "./support/send.ts";
import { toolServer } from "./support/tool-server.ts";

function exchange(): {
  readonly exchange: Exchange;
  readonly state: { abandoned: boolean };
  end(): Promise<void>;
} {
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const state = { abandoned: false };
  const abandon = () => {
    state.abandoned = true;
    resolve();
  };
  const request = new Request("http://localhost/mcp");
  return {
    exchange: { request, body: undefined, authInfo: undefined, ended, abandon },
    state,
    async end() {
      resolve();
      await ended;
    },
  };
}

describe("what clients of 2025 have not read", () => {
  it("counts until the connection ends", async () => {
    const closed: string[] = [];
    const session = unreadReplies(10).session("ada", () => closed.push("ada"));
    for (const id of [1, 2, 3]) {
      const { exchange: at, end } = exchange();
      session.expect([id], at);
      session.sent(id, 8);
      await end();
    }
    expect(closed).toEqual([]);
  });

  it("closes the heaviest session of the principal that holds the most, and its connections", () => {
    const closed: string[] = [];
    const all = unreadReplies(100);
    const hold = (principal: string, name: string, characters: number) => {
      const at = exchange();
      const session = all.session(principal, () => closed.push(name));
      session.expect([1], at.exchange);
      session.sent(1, characters);
      return at.state;
    };
    const alone = hold("bob", "bob", 40);
    const first = hold("ada", "ada 1", 25);
    const second = hold("ada", "ada 2", 30);
    hold("cleo", "cleo", 10);
    expect(closed).toEqual(["ada 2"]);
    expect([alone, first, second].map(({ abandoned }) => abandoned)).toEqual([false, false, true]);
  });
});

describe("a client of 2025 that does not read", () => {
  const echo = (session: string, id: number, words: string): Sent =>
    legacy(
      { id, method: "tools/call", params: { name: "echo", arguments: { words } } },
      { "Mcp-Session-Id": session },
    );

  it("loses its session when too much waits, and others keep theirs", async () => {
    const at = await toolServer({ limits: { unreadCharacters: 24_000_000, bodyBytes: 10_000_000 } });
    const [lazy, other] = [await openSession(at.url), await openSession(at.url)];
    const { port, hostname } = new URL(at.url);
    const broken: Promise<void>[] = [];
    for (const id of [1, 2, 3]) {
      const { headers = {}, body = "" } = echo(lazy, id, "x".repeat(9_000_000));
      const head = Object.entries({ Host: "localhost", ...headers, "Content-Length": String(body.length) });
      const socket = connect(Number(port), hostname).pause();
      socket.on("error", () => {});
      broken.push(new Promise((resolve) => socket.once("close", () => resolve())));
      socket.write(
        `POST /mcp HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`,
      );
      socket.write(body);
      if (id === 3) {
        await expect
          .poll(async () => (await send(at.url, echo(lazy, 9, "hello"))).status, { timeout: 4000 })
          .toBe(404);
        socket.resume();
      }
    }
    await broken.at(-1);
    expect((await send(at.url, echo(other, 1, "hello"))).text).toContain("hello");
  });
});
