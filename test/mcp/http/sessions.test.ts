import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import { namedToken } from "../../../src/mcp/http/authentication/tokens.ts";
import { openStream } from "./support/open-stream.ts";
import { callOf, initialize, legacy, openSession, type Sent, send } from "./support/send.ts";
import { type ToolServer, toolServer } from "./support/tool-server.ts";

const ADA = { Authorization: "Bearer ada-0123456789abcdef" };
const BOB = { Authorization: "Bearer bob-0123456789abcdef" };
const authentication = {
  type: "tokens",
  tokens: [
    namedToken("ada", "ada-0123456789abcdef", "the test"),
    namedToken("bob", "bob-0123456789abcdef", "the test"),
  ],
} as const;

const call = (
  session: string,
  tool: string,
  id: number,
  headers: Readonly<Record<string, string>> = {},
): Sent =>
  legacy(
    { id, method: "tools/call", params: { name: tool, arguments: {} } },
    { "Mcp-Session-Id": session, ...headers },
  );
const ping = (session: string, headers: Readonly<Record<string, string>> = {}): Sent =>
  legacy({ id: 99, method: "ping" }, { "Mcp-Session-Id": session, ...headers });
const listen = (session: string, headers: Readonly<Record<string, string>> = {}): Sent => ({
  headers: { Accept: "text/event-stream", "Mcp-Session-Id": session, ...headers },
});

describe("a client of 2025", () => {
  it("answers a question of a tool to its person, in the middle of a call", async () => {
    const at = await toolServer();
    const client = new Client(
      { name: "test", version: "1" },
      { capabilities: { elicitation: { form: {} } } },
    );
    client.setRequestHandler("elicitation/create", () => ({ action: "accept", content: { name: "Ada" } }));
    await client.connect(new StreamableHTTPClientTransport(new URL(at.url)));
    const result = await client.callTool({ name: "ask", arguments: {} });
    expect(result.content).toEqual([{ type: "text", text: '{"name":"Ada"}' }]);
    await client.close();
  });

  it("holds nobody's place at work while its person thinks", async () => {
    const at = await toolServer({ limits: { atWork: 1, waiting: 0 } });
    const thought = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const client = new Client(
      { name: "test", version: "1" },
      { capabilities: { elicitation: { form: {} } } },
    );
    client.setRequestHandler("elicitation/create", async () => {
      asked.resolve();
      await thought.promise;
      return { action: "accept", content: { name: "Ada" } };
    });
    await client.connect(new StreamableHTTPClientTransport(new URL(at.url)));
    const answer = client.callTool({ name: "ask", arguments: {} });
    await asked.promise;
    expect((await send(at.url, callOf("echo", { words: "hello" }))).status).toBe(200);
    thought.resolve();
    expect((await answer).content).toEqual([{ type: "text", text: '{"name":"Ada"}' }]);
    await client.close();
  });
});

describe("a session", () => {
  const unknown = (answered: { status: number; text: string }) =>
    expect([answered.status, JSON.parse(answered.text)]).toEqual([
      404,
      { jsonrpc: "2.0", error: { code: -32001, message: "Session not found" }, id: null },
    ]);

  it("belongs to the principal that opened it: for another there is none, in the same words as for one never opened", async () => {
    const at = await toolServer({ authentication });
    const session = await openSession(at.url, ADA);
    for (const sent of [
      ping(session, BOB),
      listen(session, BOB),
      { method: "DELETE", ...listen(session, BOB) },
    ])
      unknown(await send(at.url, sent));
    unknown(await send(at.url, ping("never-opened", BOB)));
    expect((await send(at.url, ping(session, ADA))).status).toBe(200);
  });

  it("is nothing without its token", async () => {
    const at = await toolServer({ authentication });
    const session = await openSession(at.url, ADA);
    expect((await send(at.url, ping(session))).status).toBe(401);
  });

  it("ends when its client says so, and aborts what runs in it", async () => {
    const at = await toolServer();
    const session = await openSession(at.url);
    const stream = openStream(at.url, call(session, "wait", 1));
    await expect.poll(() => at.waiting).toBe(1);
    expect((await send(at.url, { method: "DELETE", ...listen(session) })).status).toBe(200);
    await expect.poll(() => at.aborted).toBe(1);
    await stream.over;
    unknown(await send(at.url, ping(session)));
  });

  it("is closed when it was not used for a while", async () => {
    const at = await toolServer({ limits: { sessionIdleSeconds: 0.1 } });
    const session = await openSession(at.url);
    await new Promise((resolve) => setTimeout(resolve, 300));
    unknown(await send(at.url, ping(session)));
  });

  it("is used as long as something is under way in it", async () => {
    const at = await toolServer({ limits: { sessionIdleSeconds: 0.1 } });
    const session = await openSession(at.url);
    const stream = openStream(at.url, call(session, "wait", 1));
    await expect.poll(() => at.waiting).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await send(at.url, ping(session))).status).toBe(200);
    at.release();
    await stream.over;
  });
});

describe("when there are as many sessions as there may be", () => {
  async function alive(at: ToolServer, sessions: Readonly<Record<string, Sent>>): Promise<readonly string[]> {
    const answered = await Promise.all(
      Object.entries(sessions).map(
        async ([name, sent]) => [name, (await send(at.url, sent)).status] as const,
      ),
    );
    return answered.flatMap(([name, status]) => (status === 200 ? [name] : []));
  }

  it("the longest unused one makes room", async () => {
    const at = await toolServer({ limits: { sessions: 2 } });
    const first = await openSession(at.url);
    const second = await openSession(at.url);
    await send(at.url, ping(first));
    const third = await openSession(at.url);
    expect(await alive(at, { first: ping(first), second: ping(second), third: ping(third) })).toEqual([
      "first",
      "third",
    ]);
  });

  it("nobody is pushed out by one who holds more of them", async () => {
    const at = await toolServer({ authentication, limits: { sessions: 3 } });
    const ada = await openSession(at.url, ADA);
    const bobs = [
      await openSession(at.url, BOB),
      await openSession(at.url, BOB),
      await openSession(at.url, BOB),
    ];
    const [first = "", second = "", third = ""] = bobs;
    expect(
      await alive(at, {
        ada: ping(ada, ADA),
        first: ping(first, BOB),
        second: ping(second, BOB),
        third: ping(third, BOB),
      }),
    ).toEqual(["ada", "second", "third"]);
  });

  it("and something is under way in each of them, no other is opened", async () => {
    const at = await toolServer({ limits: { sessions: 1 } });
    const session = await openSession(at.url);
    const stream = openStream(at.url, listen(session));
    await stream.head;
    expect((await send(at.url, initialize())).status).toBe(503);
    stream.destroy();
    await expect.poll(async () => (await send(at.url, initialize())).status).toBe(200);
  });
});
