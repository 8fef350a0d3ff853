import { describe, expect, it } from "vitest";
import { openStream } from "./support/open-stream.ts";
import { callOf, modern, openSession, send, textOf } from "./support/send.ts";
import { toolServer } from "./support/tool-server.ts";

describe("close()", () => {
  it("lets what is at work end", async () => {
    const at = await toolServer({ limits: { graceSeconds: 30 } });
    const answer = send(at.url, callOf("wait"));
    await expect.poll(() => at.waiting).toBe(1);
    const closed = at.server.close();
    at.release();
    expect(textOf(await answer)).toBe("waited");
    await closed;
    expect(at.aborted).toBe(0);
  });

  it.each(["wait", "wait_streaming"])(
    "aborts what is at work after the grace, and returns: %s",
    async (tool) => {
      const at = await toolServer({ limits: { graceSeconds: 0.1 } });
      const stream = openStream(at.url, callOf(tool));
      await expect.poll(() => at.waiting).toBe(1);
      await at.server.close();
      await expect.poll(() => [at.waiting, at.aborted]).toEqual([0, 1]);
      await stream.over;
    },
  );

  it("does not wait for streams that only wait for news", async () => {
    const at = await toolServer({ limits: { graceSeconds: 600 } });
    const subscribe = modern("subscriptions/listen", { notifications: { toolsListChanged: true } });
    const headers = { Accept: "text/event-stream", "Mcp-Session-Id": await openSession(at.url) };
    const streams = [openStream(at.url, subscribe), openStream(at.url, { headers })];
    await Promise.all(streams.map(({ head }) => head));
    await at.server.close();
    await Promise.all(streams.map(({ over }) => over));
  });

  it("takes nothing more: neither new connections nor those that wait for a place", async () => {
    const at = await toolServer({ limits: { atWork: 1, waitSeconds: 600, graceSeconds: 30 } });
    const first = send(at.url, callOf("wait"));
    await expect.poll(() => at.waiting).toBe(1);
    const second = send(at.url, callOf("wait")).then(
      ({ status }) => status,
      () => "not connected",
    );
    await new Promise((resolve) => setTimeout(resolve, 50));
    const closed = at.server.close();
    expect(await second).toBeOneOf([503, "not connected"]);
    await expect(send(at.url, callOf("echo", { words: "hello" }))).rejects.toThrow("ECONNREFUSED");
    at.release();
    expect(textOf(await first)).toBe("waited");
    await closed;
  });
});
