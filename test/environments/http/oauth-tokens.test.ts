import { expect, test } from "vitest";
import type { SecurityScheme } from "../../../src/environments/http/http-message.ts";
import { clientOf, operationWith } from "./http-client-fixture.ts";
import { type LoopbackServer, loopbackServer, type SeenRequest, sendJson } from "./loopback-server.ts";

const BASIC = `Basic ${Buffer.from("fuxi:s3cret%2Fvalue").toString("base64")}`;

interface OauthServer extends LoopbackServer {
  /** Requests for tokens. */
  tokens(): readonly SeenRequest[];
  calls(): readonly SeenRequest[];
}

/** An API with its token endpoint; `refuses` says which calls get a 401. */
async function oauthServer({
  expires = 3600,
  refuses = () => false,
  accepts = (request: SeenRequest) => request.headers.authorization === BASIC,
}: {
  readonly expires?: number;
  readonly refuses?: (token: string) => boolean;
  readonly accepts?: (request: SeenRequest) => boolean;
} = {}): Promise<OauthServer> {
  let issued = 0;
  const server = await loopbackServer((request, response) => {
    if (request.url === "/token") {
      if (!accepts(request)) response.writeHead(401).end('{"error":"invalid_client"}');
      else
        sendJson(response, { access_token: `token-${++issued}`, token_type: "Bearer", expires_in: expires });
    } else if (refuses(request.headers.authorization ?? "")) response.writeHead(401).end();
    else sendJson(response, { seen: request.headers.authorization });
  });
  return {
    ...server,
    tokens: () => server.seen.filter(({ url }) => url === "/token"),
    calls: () => server.seen.filter(({ url }) => url !== "/token"),
  };
}

function oauthClient(server: LoopbackServer, tokenUrl = `${server.url}/token`) {
  const scheme: SecurityScheme = { type: "oauth2", description: "", tokenUrl, scopes: [] };
  const credentials = {
    oauth: {
      type: "oauth2" as const,
      clientId: "fuxi",
      clientSecret: "s3cret/value",
      scopes: ["films:read", "reviews:read"],
    },
  };
  const client = clientOf(server, { credentials }, { oauth: scheme });
  const operation = operationWith([{ oauth: [] }]);
  return {
    ...client,
    call: (more: Parameters<typeof client.get>[1] = {}) => client.get("/things", { operation, ...more }),
  };
}

test("a token is fetched once with the client's credentials and used for all calls", async () => {
  const server = await oauthServer();
  const { call } = oauthClient(server);
  await call();
  await call();
  expect(server.tokens()).toHaveLength(1);
  expect(server.tokens()[0]).toMatchObject({
    method: "POST",
    headers: { authorization: BASIC, "content-type": "application/x-www-form-urlencoded" },
    body: "grant_type=client_credentials&scope=films%3Aread+reviews%3Aread",
  });
  expect(server.calls().map(({ headers }) => headers.authorization)).toEqual([
    "Bearer token-1",
    "Bearer token-1",
  ]);
});

test("calls in parallel share one fetch", async () => {
  const server = await oauthServer();
  const { call } = oauthClient(server);
  const results = await Promise.all([call(), call(), call()]);
  expect(results.map(({ response }) => response?.status)).toEqual([200, 200, 200]);
  expect(server.tokens()).toHaveLength(1);
});

test("one caller who cancels does not take the token from the others", async () => {
  const controller = new AbortController();
  const gate = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const server = await loopbackServer(async (request, response) => {
    if (request.url !== "/token") return sendJson(response, {});
    asked.resolve();
    await gate.promise;
    sendJson(response, { access_token: "token-1" });
  });
  const { call } = oauthClient(server);
  const first = call({ signal: controller.signal });
  const second = call();
  await asked.promise;
  controller.abort();
  await expect(first).rejects.toMatchObject({ code: "cancelled" });
  gate.resolve();
  expect((await second).response?.status).toBe(200);
  expect(server.seen.filter(({ url }) => url === "/token")).toHaveLength(1);
});

test("a server that takes the client's credentials in the body gets them there", async () => {
  const server = await oauthServer({ accepts: ({ body }) => body.includes("client_secret=s3cret%2Fvalue") });
  expect((await oauthClient(server).call()).response?.status).toBe(200);
  expect(server.tokens()).toHaveLength(2);
  expect(server.tokens()[1]?.headers).not.toHaveProperty("authorization");
});

test("a token is renewed shortly before it ends, one that lives briefly as well", async () => {
  const server = await oauthServer({ expires: 20 });
  const { call, http } = oauthClient(server);
  await call();
  await call();
  expect(server.tokens()).toHaveLength(1);
  expect(http.scrub("Bearer token-1")).toBe("Bearer ***");
});

test("a token that is refused is renewed once", async () => {
  const server = await oauthServer({ refuses: (token) => token === "Bearer token-1" });
  const { response } = await oauthClient(server).call();
  expect(response?.status).toBe(200);
  expect(server.calls().map(({ headers }) => headers.authorization)).toEqual([
    "Bearer token-1",
    "Bearer token-2",
  ]);
  const strict = await oauthServer({ refuses: () => true });
  expect((await oauthClient(strict).call()).response?.status).toBe(401);
  expect(strict.tokens()).toHaveLength(2);
});

test("several calls whose token is refused at once renew it once", async () => {
  const server = await oauthServer({ refuses: (token) => token === "Bearer token-1" });
  const { call } = oauthClient(server);
  const results = await Promise.all([call(), call(), call()]);
  expect(results.map(({ response }) => response?.status)).toEqual([200, 200, 200]);
  expect(server.tokens()).toHaveLength(2);
});

test("an effect whose token is refused is not sent again, and the next one has a new token", async () => {
  const server = await oauthServer({ refuses: (token) => token === "Bearer token-1" });
  const { call } = oauthClient(server);
  const effect = { method: "POST", mayRetry: false };
  expect((await call(effect)).response?.status).toBe(401);
  expect(server.calls()).toHaveLength(1);
  expect((await call(effect)).response?.status).toBe(200);
});

test("a refusal of the token's server is told without secrets, and nothing was sent", async () => {
  const server = await oauthServer({ accepts: () => false });
  const { failure } = await oauthClient(server).call({ method: "POST", mayRetry: false });
  expect(failure).toEqual({
    kind: "credentials",
    message: "The server gave no token for the security scheme oauth (401).",
    maybeSent: false,
  });
  expect(server.calls()).toEqual([]);
});

test("a token's server that breaks off leaves an effect unsent", async () => {
  const server = await loopbackServer((_, response) => response.socket?.destroy());
  const { failure } = await oauthClient(server).call({ method: "POST", mayRetry: false });
  expect(failure).toMatchObject({ kind: "unreachable", maybeSent: false });
});

test("the URL for tokens may be relative to the server, and may not be a private address", async () => {
  const server = await oauthServer();
  expect((await oauthClient(server, "/token").call()).response?.status).toBe(200);
  const { failure } = await oauthClient(server, "http://169.254.169.254/token").call();
  expect(failure).toMatchObject({ kind: "credentials", message: expect.stringContaining("private address") });
});
