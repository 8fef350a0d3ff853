import { networkInterfaces } from "node:os";
import { describe, expect, it } from "vitest";
import { callOf, send, textOf } from "./support/send.ts";
import { toolServer } from "./support/tool-server.ts";

const echo = (headers: Readonly<Record<string, string>>) => callOf("echo", { words: "hello" }, headers);

describe("the Host header", () => {
  it.each(["localhost", "127.0.0.1", "[::1]", "LOCALHOST", "localhost:9"])("may be %s", async (host) => {
    const { url } = await toolServer();
    expect(textOf(await send(url, echo({ Host: host })))).toBe("hello");
  });

  it.each([
    "evil.example",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "evil.example:80",
    "0.0.0.0",
    "localhost@evil.example",
    "a b",
  ])("may not be %s, whatever is asked for", async (host) => {
    const { url } = await toolServer();
    for (const sent of [
      echo({ Host: host }),
      { path: "/healthz", headers: { Host: host } },
      { path: "/", headers: { Host: host } },
    ]) {
      const answered = await send(url, sent);
      expect([answered.status, answered.text]).toEqual([
        expect.toBeOneOf([400, 403]),
        expect.not.stringContaining("hello"),
      ]);
    }
  });

  it("may be a name that was allowed, and that of the public URL", async () => {
    const { url } = await toolServer({
      allowedHosts: ["tools.internal"],
      publicUrl: "https://mcp.example.com/mcp",
      authentication: { type: "none" },
      openToAnyone: true,
    });
    for (const host of ["tools.internal:8080", "mcp.example.com"])
      expect(textOf(await send(url, echo({ Host: host })))).toBe("hello");
    expect((await send(url, echo({ Host: "example.com" }))).status).toBe(403);
  });

  it("may be the address that the connection was made to, and no other address", async () => {
    const address = Object.values(networkInterfaces())
      .flatMap((entries) => entries ?? [])
      .find(({ family, internal }) => family === "IPv4" && !internal)?.address;
    if (address === undefined) return;
    const { url } = await toolServer({ host: "0.0.0.0", openToAnyone: true });
    const there = url.replace("0.0.0.0", address);
    expect(textOf(await send(there, echo({})))).toBe("hello");
    for (const host of ["198.51.100.7", "0.0.0.0", "[::]"])
      expect((await send(there, echo({ Host: host }))).status).toBe(403);
    expect((await send(url.replace("0.0.0.0", "127.0.0.1"), echo({ Host: address }))).status).toBe(403);
  });
});

describe("the Origin header", () => {
  it("may be missing, as programs send none", async () => {
    const { url } = await toolServer();
    expect((await send(url, echo({}))).status).toBe(200);
  });

  it.each(["http://localhost:5173", "http://127.0.0.1", "https://[::1]:8443"])(
    "may be a page of this machine while the server is on this machine: %s",
    async (origin) => {
      const { url } = await toolServer();
      const answered = await send(url, echo({ Origin: origin }));
      expect([answered.status, answered.headers["access-control-allow-origin"]]).toEqual([200, origin]);
    },
  );

  it.each(["https://evil.example", "null", "http://localhost.evil.example", "file://", "garbage"])(
    "may not be %s, and its page learns nothing",
    async (origin) => {
      const { url } = await toolServer();
      for (const sent of [echo({ Origin: origin }), { path: "/healthz", headers: { Origin: origin } }]) {
        const answered = await send(url, sent);
        expect([answered.status, answered.headers["access-control-allow-origin"]]).toEqual([403, undefined]);
      }
    },
  );

  it("may be one that was allowed, compared as a whole", async () => {
    const { url } = await toolServer({ allowedOrigins: ["https://app.example.com", "moz-extension://abc"] });
    for (const origin of ["https://app.example.com", "moz-extension://abc"])
      expect((await send(url, echo({ Origin: origin }))).status).toBe(200);
    for (const origin of ["http://app.example.com", "https://app.example.com:8443", "moz-extension://other"])
      expect((await send(url, echo({ Origin: origin }))).status).toBe(403);
  });

  it("may not be a page of this machine where the server listens beyond it", async () => {
    const { url } = await toolServer({ host: "0.0.0.0", openToAnyone: true });
    const answered = await send(
      url.replace("0.0.0.0", "127.0.0.1"),
      echo({ Origin: "http://localhost:5173" }),
    );
    expect(answered.status).toBe(403);
  });
});

describe("a browser's preflight", () => {
  const preflight = (origin: string) => ({
    method: "OPTIONS",
    headers: {
      Origin: origin,
      "Access-Control-Request-Method": "POST",
      "Access-Control-Request-Headers": "authorization,mcp-param-region",
    },
  });

  it("is answered for an allowed origin without authentication, with the headers that it asks for", async () => {
    const { url } = await toolServer({ allowedOrigins: ["https://app.example.com"] });
    const { status, headers } = await send(url, preflight("https://app.example.com"));
    expect(status).toBe(204);
    expect(headers["access-control-allow-headers"]).toBe("authorization,mcp-param-region");
    expect(headers["access-control-allow-credentials"]).toBeUndefined();
  });

  it("is refused for any other", async () => {
    const { url } = await toolServer();
    expect((await send(url, preflight("https://evil.example"))).status).toBe(403);
  });
});

describe("what is answered", () => {
  it("says at /healthz that the server is there, and which, and no more", async () => {
    const { url } = await toolServer();
    const answered = await send(url, { path: "/healthz" });
    expect(JSON.parse(answered.text)).toEqual({ status: "ok", name: "tools", version: "1.2.3" });
  });

  it("carries headers against being framed, sniffed or kept", async () => {
    const { url } = await toolServer();
    for (const sent of [
      echo({}),
      { path: "/healthz" },
      { path: "/nothing" },
      echo({ Host: "evil.example" }),
    ]) {
      const { headers } = await send(url, sent);
      expect(headers).toMatchObject({
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
        "referrer-policy": "no-referrer",
        "cache-control": expect.stringMatching(/no-store|no-cache/u),
      });
      expect(headers["strict-transport-security"]).toBeUndefined();
    }
  });

  it("is 404 anywhere else, and 405 for other methods", async () => {
    const { url } = await toolServer();
    expect((await send(url, { path: "/" })).status).toBe(404);
    const { status, headers } = await send(url, { method: "PUT", body: "{}" });
    expect([status, headers["allow"]]).toEqual([405, "GET, POST, DELETE"]);
  });

  it("never gives handlers the headers by which a caller was let in", async () => {
    const { url } = await toolServer();
    const sent = callOf(
      "headers",
      {},
      { Authorization: "Bearer 0123456789abcdef", Cookie: "a=b", "X-Other": "1" },
    );
    const names = JSON.parse(textOf(await send(url, sent)));
    expect(names).toContain("x-other");
    expect(names).not.toContain("authorization");
    expect(names).not.toContain("cookie");
  });
});
