import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openEnvironments } from "../../src/config/open-environments.ts";
import { testContext } from "../../src/testing/environment-under-test.ts";
import { loopbackServer, sendJson } from "../environments/http/loopback-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();

function documentFor(server: string): string {
  const path = join(folder, `${Math.random().toString(36).slice(2)}.json`);
  const responses = { 200: { description: "ok" } };
  const document = {
    openapi: "3.1.0",
    info: { title: "Todos", version: "1" },
    servers: [{ url: server }],
    paths: {
      "/todos": { get: { security: [{ key: [] }], responses } },
      "/away": { get: { responses } },
    },
    components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "x-key" } } },
  };
  writeFileSync(path, JSON.stringify(document));
  return `openapi:${path}`;
}

async function called(server: string, operation: string, api = {}, env: NodeJS.ProcessEnv = {}) {
  const warnings: string[] = [];
  const [environment] = await openEnvironments([documentFor(server)], {
    folders: { cache: folder, data: folder },
    env,
    signal: new AbortController().signal,
    api,
    onWarning: (message) => warnings.push(message),
  });
  if (environment === undefined) expect.fail("Nothing was opened.");
  const context = testContext();
  const action = { environment: environment.id, tool: "call_operation", arguments: { operation } };
  const result = await environment.act(await environment.openWorkspace(undefined, context), action, context);
  await environment.close();
  return { warnings: warnings.join("\n"), failure: result.failure };
}

describe("what an API was not set up for names what mends it", () => {
  it.each([
    ["127.0.0.1", (url: string) => url],
    ["localhost", (url: string) => url.replace("127.0.0.1", "localhost")],
  ])(
    "a server at %s is warned of at the start, and refused, with --trust-host and --server",
    async (_, of) => {
      const server = await loopbackServer((__, response) => sendJson(response, []));
      const url = of(server.url);
      const { host } = new URL(url);
      const { warnings, failure } = await called(url, "GET /away");
      const advice = `with --trust-host ${host}, or name another server with --server.`;
      expect(warnings).toContain(`the document's server, ${host}, is at a private address`);
      expect(warnings).toContain(advice);
      expect(failure).toMatchObject({ code: "not-permitted", message: expect.stringContaining(advice) });
      expect(server.seen).toEqual([]);
    },
  );

  it.each([
    ["--trust-host", (url: string) => ({ trustHost: [new URL(url).host] })],
    ["--server", (url: string) => ({ server: url })],
  ])("which %s then does, without a warning", async (_, api) => {
    const server = await loopbackServer((__, response) => sendJson(response, []));
    const { warnings, failure } = await called(server.url, "GET /away", api(server.url));
    expect([warnings, failure]).toEqual(["", undefined]);
  });

  it("a key that is missing, with the environment variable that it is read from", async () => {
    const server = await loopbackServer((request, response) =>
      request.headers["x-key"] === "k-4711" ? sendJson(response, []) : response.writeHead(401).end(),
    );
    const api = { server: server.url };
    expect((await called(server.url, "GET /todos", api)).failure).toMatchObject({
      code: "not-permitted",
      message: expect.stringContaining("in the environment variable FUXI_API_SCHEME_KEY."),
    });
    const env = { FUXI_API_SCHEME_KEY: "k-4711" };
    expect((await called(server.url, "GET /todos", api, env)).failure).toBeUndefined();
  });

  it("a redirect to a private address is refused without advice: its target must not get itself trusted", async () => {
    const server = await loopbackServer((_, response) =>
      response.writeHead(302, { location: "http://10.0.0.1/secrets" }).end(),
    );
    const { failure } = await called(server.url, "GET /away", { server: server.url });
    expect(failure?.code).toBe("not-permitted");
    expect(failure?.message).not.toContain("--");
  });
});
