import { expect, test } from "vitest";
import { testContext } from "../../../../src/testing/environment-under-test.ts";
import { loopbackServer, sendJson } from "../../http/loopback-server.ts";
import { apiPaths } from "../api-paths.ts";
import { serverEnvironment } from "../server-environment.ts";

const KEY = "s3cret-key-4711";

test("links that repeat the key are followed with it, and the key is in nothing that is kept", async () => {
  const server = await loopbackServer((request, response) => {
    const url = new URL(request.url, "http://localhost");
    const page = Number(url.searchParams.get("page") ?? 1);
    url.searchParams.set("page", String(page + 1));
    const next = page < 3 ? `http://${request.headers.host}${url.pathname}${url.search}` : null;
    if (url.searchParams.get("api_key") !== KEY) response.writeHead(401).end();
    else sendJson(response, { results: [{ id: page }], next });
  });
  const { environment, call } = await serverEnvironment(
    server.url,
    apiPaths({ "GET /films": { security: [{ key: [] }] } }),
    {
      components: { securitySchemes: { key: { type: "apiKey", in: "query", name: "api_key" } } },
      http: { credentials: { key: { type: "apiKey", value: KEY } } },
    },
  );
  const first = await call("GET /films");
  expect(first.observation?.notes).toMatchObject([{ code: "pages-left" }]);
  expect(JSON.stringify(first)).not.toContain(KEY);
  if (first.failure) throw new TypeError(first.failure.message);
  const context = testContext();
  const act = (tool: string, given: object) =>
    environment.act(
      first.workspace,
      { environment: "api", tool, arguments: given as Record<string, never> },
      context,
    );
  const all = await act("call_operation", { operation: "GET /films", pages: 5 });
  expect(all.observation?.text).toContain("3 pages joined at results");
  expect(all.observation?.notes).toEqual([]);
  const link = await act("extract", { response: "r1", expression: "next" });
  expect(link.observation?.text).toContain("api_key=***");
  expect(server.seen.map(({ url }) => url.includes(KEY))).toEqual([true, true, true, true]);
});
