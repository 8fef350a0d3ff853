import { expect, test } from "vitest";
import { clientOf, operationWith } from "./http-client-fixture.ts";
import { loopbackServer, sendJson } from "./loopback-server.ts";

const SCHEMES = {
  bearer: { type: "bearer", description: "" },
  inQuery: { type: "apiKey", name: "api_key", in: "query", description: "" },
} as const;
const CREDENTIALS = {
  bearer: { type: "bearer", token: "s3cret-token" },
  inQuery: { type: "apiKey", value: "s3cret-key" },
} as const;

/** A server that redirects everything but `/end`. */
async function redirecting(status: number, target: (host: string) => string) {
  return loopbackServer((request, response) => {
    if (request.url.startsWith("/end")) sendJson(response, { method: request.method });
    else response.writeHead(status, { location: target(request.headers.host ?? "") }).end();
  });
}

test.each([
  [301, "GET", "GET"],
  [302, "POST", "GET"],
  [303, "PUT", "GET"],
  [302, "PUT", "PUT"],
  [307, "POST", "POST"],
  [308, "DELETE", "DELETE"],
])("%i of %s goes on with %s", async (status, method, next) => {
  const server = await redirecting(status, () => "/end");
  const { response } = await clientOf(server).get("/start", {
    method,
    headers: { "content-type": "text/plain" },
    ...(method === "GET" ? {} : { body: { kind: "text", text: "body" } }),
  });
  expect(response).toMatchObject({ status: 200, url: `${server.url}/end`, attempts: 1 });
  const last = server.seen.at(-1);
  expect(last?.method).toBe(next);
  const keeps = next === method && method !== "GET";
  expect(last?.body).toBe(keeps ? "body" : "");
  if (method !== "GET") expect("content-type" in (last?.headers ?? {})).toBe(keeps);
});

test("credentials stay with the server's own origin", async () => {
  const other = await loopbackServer((_, response) => sendJson(response, {}));
  const server = await redirecting(302, () => `${other.url}/elsewhere`);
  const { get } = clientOf(
    server,
    {
      credentials: CREDENTIALS,
      headers: { "x-tenant": "acme-4711" },
      trustedHosts: [server.host, other.host],
    },
    SCHEMES,
  );
  const { response } = await get("/start", {
    operation: operationWith([{ bearer: [], inQuery: [] }]),
    headers: { "x-api-key": "given as an argument", cookie: "a=b", accept: "text/plain" },
  });
  expect(response?.url).toBe(`${other.url}/elsewhere`);
  expect(server.seen[0]?.headers).toMatchObject({
    authorization: "Bearer s3cret-token",
    "x-tenant": "acme-4711",
  });
  const there = JSON.stringify(other.seen[0]);
  for (const secret of ["s3cret", "acme-4711", "given as an argument", "a=b"])
    expect(there).not.toContain(secret);
  expect(other.seen[0]?.headers.accept).toBe("text/plain");
});

test("a key that a server repeats in the address for another host is taken out of it", async () => {
  const other = await loopbackServer((_, response) => sendJson(response, {}));
  const server = await loopbackServer((request, response) =>
    response.writeHead(302, { location: `${other.url}${request.url}` }).end(),
  );
  const { get } = clientOf(
    server,
    { credentials: CREDENTIALS, trustedHosts: [server.host, other.host] },
    SCHEMES,
  );
  await get("/start?page=2", { operation: operationWith([{ inQuery: [] }]) });
  expect(other.seen.map(({ url }) => url)).toEqual(["/start?page=2"]);
});

test("a key that a server repeats in an address of its own is not shown", async () => {
  const server = await redirecting(302, () => "/end?api_key=s3cret-key&page=2");
  const { get } = clientOf(server, { credentials: CREDENTIALS }, SCHEMES);
  const { response } = await get("/start", { operation: operationWith([{ inQuery: [] }]) });
  expect(response?.url).not.toContain("s3cret-key");
  expect(server.seen.at(-1)?.url).toBe("/end?page=2&api_key=s3cret-key");
});

test("an effect is not sent on to another origin: the redirect is handed back", async () => {
  const other = await loopbackServer((_, response) => sendJson(response, {}));
  const server = await redirecting(307, () => `${other.url}/elsewhere`);
  const { get } = clientOf(server, { trustedHosts: [server.host, other.host] });
  const { response } = await get("/start", {
    method: "POST",
    mayRetry: false,
    body: { kind: "text", text: "1" },
  });
  expect(response?.status).toBe(307);
  expect(other.seen).toEqual([]);
});

test.each([301, 302, 303, 307, 308])(
  "an effect is not sent on at its own origin either: %i is handed back",
  async (status) => {
    const server = await redirecting(status, () => "/end");
    const { response } = await clientOf(server).get("/start", { method: "POST", mayRetry: false });
    expect(response).toMatchObject({ status, headers: { location: "/end" } });
    expect(server.seen.map(({ url }) => url)).toEqual(["/start"]);
  },
);

test("circles end", async () => {
  const server = await redirecting(302, () => "/start");
  const { failure } = await clientOf(server).get("/start");
  expect(failure).toEqual({
    kind: "too-many-redirects",
    message: "There were more than 5 redirects.",
    maybeSent: true,
  });
  expect(server.seen).toHaveLength(6);
});

test.each([
  "http://127.0.0.1:1/",
  "http://localhost:1/",
  "http://169.254.169.254/latest/meta-data",
  "http://[::1]/",
  "file:///etc/hosts",
  "ftp://example.com/",
])("a redirect to %s is refused", async (target) => {
  const server = await redirecting(302, () => target);
  const { failure } = await clientOf(server).get("/start");
  expect(failure).toMatchObject({ kind: "forbidden-address" });
  expect(failure?.message).not.toContain("127.0.0.1");
});
