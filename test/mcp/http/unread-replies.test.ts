import { describe, expect, it } from "vitest";
import type { Exchange } from "../../../src/mcp/http/exchange.ts";
import { unreadReplies } from "../../../src/mcp/http/sessions/unread-replies.ts";
import { openStream } from "./support/open-stream.ts";
import { legacy, openSession, type Sent, send } from "./support/send.ts";
import { toolServer } from "./support/tool-server.ts";
import { unreadConnection } from "./support/unread-connection.ts";

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
      session.sent({ id, streamId: `${id}` }, 8);
      await end();
    }
    expect(closed).toEqual([]);
  });

  it("counts on a stream that was taken up again as well, with what was sent again on it", async () => {
    const closed: string[] = [];
    const session = unreadReplies(20).session("ada", () => closed.push("ada"));
    const [first, second] = [exchange(), exchange()];
    session.expect([1, 2], first.exchange);
    session.sent({ id: 1, streamId: "a" }, 15);
    await first.end();
    session.resumed("a", second.exchange, 15);
    expect(closed).toEqual([]);
    session.sent({ id: 2, streamId: "b" }, 15);
    expect(closed).toEqual([]);
    session.sent({ id: 2, streamId: "a" }, 15);
    expect([closed, second.state.abandoned]).toEqual([["ada"], true]);
  });

  it("no longer counts when the connection that took a stream up again has ended", async () => {
    const closed: string[] = [];
    const session = unreadReplies(20).session("ada", () => closed.push("ada"));
    for (let time = 0; time < 3; time++) {
      const { exchange: at, end } = exchange();
      session.resumed("a", at, 15);
      await end();
      session.sent({ id: 1, streamId: "a" }, 15);
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
      session.sent({ id: 1, streamId: "a" }, characters);
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
    const broken: Promise<void>[] = [];
    for (const id of [1, 2, 3]) {
      const { socket, over } = unreadConnection(at.url, echo(lazy, id, "x".repeat(9_000_000)));
      broken.push(over);
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

  it("loses it also for a reply that comes on a stream which it has taken up again", async () => {
    const at = await toolServer({ limits: { unreadCharacters: 15_000_000 } });
    const session = await openSession(at.url);
    const call = legacy(
      { id: 1, method: "tools/call", params: { name: "wait_large", arguments: {} } },
      { "Mcp-Session-Id": session },
    );
    const stream = openStream(at.url, call);
    await expect.poll(() => [at.waiting, stream.text]).toEqual([1, expect.stringMatching(/^id: /mu)]);
    stream.destroy();
    await stream.over;
    const again = unreadConnection(at.url, {
      headers: {
        Accept: "text/event-stream",
        "Mcp-Session-Id": session,
        "Last-Event-ID": /^id: (\S+)$/mu.exec(stream.text)?.[1] ?? "",
      },
    });
    await new Promise((resolve) => again.socket.once("readable", resolve));
    at.release();
    await expect
      .poll(async () => (await send(at.url, echo(session, 9, "hello"))).status, { timeout: 4000 })
      .toBe(404);
    again.socket.resume();
    await again.over;
  });
});
