import { expect, test } from "vitest";
import type { Credential, SecurityScheme } from "../../../src/environments/http/http-message.ts";
import { clientOf, operationWith } from "./http-client-fixture.ts";
import { loopbackServer, type SeenRequest, sendJson } from "./loopback-server.ts";

const SECRET = "s3cret=/+ value";

const SCHEMES: Readonly<Record<string, SecurityScheme>> = {
  inHeader: { type: "apiKey", name: "X-Api-Key", in: "header", description: "" },
  inQuery: { type: "apiKey", name: "api_key", in: "query", description: "" },
  inCookie: { type: "apiKey", name: "session", in: "cookie", description: "" },
  bearer: { type: "bearer", description: "" },
  basic: { type: "basic", description: "" },
};

const CREDENTIALS: Readonly<Record<string, Credential>> = {
  inHeader: { type: "apiKey", value: SECRET },
  inQuery: { type: "apiKey", value: SECRET },
  inCookie: { type: "apiKey", value: SECRET },
  bearer: { type: "bearer", token: SECRET },
  basic: { type: "basic", user: "ana", password: SECRET },
};

async function sentWith(
  security: readonly Readonly<Record<string, readonly string[]>>[],
  credentials: Readonly<Record<string, Credential>>,
  path = "/things",
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly request: SeenRequest | undefined; readonly shown: string }> {
  const server = await loopbackServer((_, response) => sendJson(response, {}));
  const { get } = clientOf(server, { credentials }, SCHEMES);
  const { response } = await get(path, { operation: operationWith(security), headers });
  return { request: server.seen[0], shown: response?.url ?? "" };
}

test("keys go where their scheme says, and are not in the address that is shown", async () => {
  const header = await sentWith([{ inHeader: [] }], CREDENTIALS);
  expect(header.request?.headers["x-api-key"]).toBe(SECRET);
  const query = await sentWith([{ inQuery: [] }], CREDENTIALS, "/things?ids=1,2&q=a%20b");
  expect(query.request?.url).toBe(`/things?ids=1,2&q=a%20b&api_key=${encodeURIComponent(SECRET)}`);
  expect(query.shown).toMatch(/\/things\?ids=1,2&q=a%20b$/u);
  const cookie = await sentWith([{ inCookie: [] }], CREDENTIALS, "/things", { cookie: "theme=dark" });
  expect(cookie.request?.headers.cookie).toBe("theme=dark; session=s3cret=/+%20value");
});

test("tokens and passwords go into the header for them", async () => {
  const bearer = await sentWith([{ bearer: [] }], CREDENTIALS);
  expect(bearer.request?.headers.authorization).toBe(`Bearer ${SECRET}`);
  const basic = await sentWith([{ basic: [] }], CREDENTIALS);
  const written = Buffer.from(`ana:${SECRET}`).toString("base64");
  expect(basic.request?.headers.authorization).toBe(`Basic ${written}`);
});

test("of alternatives the first is taken that is configured as a whole", async () => {
  const { bearer, inHeader } = CREDENTIALS;
  const one = await sentWith([{ inHeader: [], basic: [] }, { bearer: [] }], {
    ...(bearer && { bearer }),
    ...(inHeader && { inHeader }),
  });
  expect(one.request?.headers).toMatchObject({ authorization: `Bearer ${SECRET}` });
  expect(one.request?.headers).not.toHaveProperty("x-api-key");
  const both = await sentWith([{ inHeader: [], bearer: [] }], CREDENTIALS);
  expect(both.request?.headers).toMatchObject({
    "x-api-key": SECRET,
    authorization: `Bearer ${SECRET}`,
  });
});

test("operations that need nothing get nothing", async () => {
  const { request } = await sentWith([], CREDENTIALS);
  expect(request?.headers).not.toHaveProperty("authorization");
});

test("without credentials the request goes all the same, and a refusal names the scheme", async () => {
  const server = await loopbackServer((request, response) =>
    request.url === "/open" ? sendJson(response, {}) : response.writeHead(401).end(),
  );
  const { get } = clientOf(server, {}, SCHEMES);
  const operation = operationWith([{ inHeader: [] }]);
  expect((await get("/open", { operation })).response?.status).toBe(200);
  expect((await get("/closed", { operation })).failure).toEqual({
    kind: "credentials",
    message: "The server wants credentials for the security scheme inHeader, and none are configured.",
    maybeSent: false,
  });
});

test("a line break at the end of a secret, as files have it, is not sent", async () => {
  const { request } = await sentWith([{ bearer: [] }], { bearer: { type: "bearer", token: "token\n" } });
  expect(request?.headers.authorization).toBe("Bearer token");
});

test("headers that the person configured go with every request", async () => {
  const server = await loopbackServer((_, response) => sendJson(response, {}));
  const { get, http } = clientOf(server, { headers: { "X-Tenant": "acme-4711" } });
  await get("/things", { headers: { "x-tenant": "made up" } });
  expect(server.seen[0]?.headers["x-tenant"]).toBe("acme-4711");
  expect(http.scrub("for acme-4711")).toBe("for ***");
});

test("secrets are taken out of texts in every form in which they were sent", async () => {
  const { http } = clientOf(
    { url: "http://127.0.0.1:1", host: "x" },
    {
      credentials: { ...CREDENTIALS, longer: { type: "apiKey", value: `${SECRET}-and-more` } },
    },
  );
  const basic = Buffer.from(`ana:${SECRET}`).toString("base64");
  const text = `${SECRET} ${encodeURIComponent(SECRET)} ${basic} ${SECRET}-and-more`;
  expect(http.scrub(text)).toBe("*** *** *** ***");
});

test("a header that no header can hold is refused before anything is sent, without showing it", async () => {
  const server = await loopbackServer((_, response) => sendJson(response, {}));
  const { failure } = await clientOf(server).get("/things", {
    headers: { "x-note": "a\r\nx-admin: true" },
  });
  expect(failure).toMatchObject({ kind: "protocol", maybeSent: false });
  expect(failure?.message).toContain("header");
  expect(failure?.message).not.toContain("admin");
  expect(server.seen).toEqual([]);
});

test("arguments cannot speak for the connection", async () => {
  const server = await loopbackServer((_, response) => sendJson(response, {}));
  await clientOf(server).get("/things", {
    headers: { host: "other.example", "content-length": "5", "transfer-encoding": "chunked" },
  });
  expect(server.seen[0]?.headers.host).toBe(server.host);
});

test("a secret that the server repeats is taken out of its answer, and all else stays byte for byte", async () => {
  const server = await loopbackServer((request, response) =>
    response.end(Buffer.from(`\u00ff${request.headers.authorization} é`, "latin1")),
  );
  const { get } = clientOf(server, { credentials: CREDENTIALS }, SCHEMES);
  const { response } = await get("/things", { operation: operationWith([{ bearer: [] }]) });
  expect(Buffer.from(response?.body ?? []).toString("latin1")).toBe("\u00ffBearer *** é");
});
