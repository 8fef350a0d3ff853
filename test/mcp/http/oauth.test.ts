import { createHash } from "node:crypto";
import { type JWTPayload, SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import type { OAuthAuthentication } from "../../../src/mcp/http/authentication/authentication.ts";
import type { McpHttpOptions } from "../../../src/mcp/http/mcp-http-options.ts";
import {
  type AuthorizationServer,
  accessToken,
  authorizationServer,
  type Claims,
  type Key,
  newKey,
} from "./support/authorization-server.ts";
import { openStream } from "./support/open-stream.ts";
import { callOf, modern, send, textOf } from "./support/send.ts";
import { toolServer } from "./support/tool-server.ts";

const PUBLIC_URL = "https://mcp.example.com/mcp";
const key = await newKey();

interface Setting {
  readonly as: AuthorizationServer;
  readonly url: string;
  readonly notices: readonly string[];
  call(token: string): ReturnType<typeof send>;
}

async function setting(
  settings: Partial<OAuthAuthentication> = {},
  options: Partial<McpHttpOptions> = {},
  as?: AuthorizationServer,
): Promise<Setting> {
  const server = as ?? (await authorizationServer([key]));
  const { url, notices } = await toolServer({
    authentication: { type: "oauth", issuer: server.issuer, ...settings },
    publicUrl: PUBLIC_URL,
    ...options,
  });
  const call = (token: string) => send(url, callOf("who", {}, { Authorization: `Bearer ${token}` }));
  return { as: server, url, notices, call };
}

const token = ({ as }: Setting, claims: Claims = {}, by: Key = key) =>
  accessToken(by, as.issuer, PUBLIC_URL, claims);

describe("an access token", () => {
  it("is taken where it was made by the issuer for this server, and goes no further", async () => {
    const at = await setting();
    const shown = await token(at, { client_id: "agent", scope: "read write" });
    const told = textOf(await at.call(shown));
    const subject = createHash("sha256").update(`${at.as.issuer}|ada`).digest("hex");
    expect(JSON.parse(told)).toMatchObject({
      clientId: "agent",
      scopes: ["read", "write"],
      extra: { principal: `oauth:${subject}` },
    });
    expect(told).not.toContain(shown.slice(0, 40));
  });

  it.each(["RS256", "PS256", "EdDSA", "ES384"])("may be signed with %s", async (alg) => {
    const other = await newKey(alg);
    const at = await setting({}, {}, await authorizationServer([other]));
    expect((await at.call(await token(at, {}, other))).status).toBe(200);
  });

  it("may name several audiences, and this server's with or without a slash at its end", async () => {
    const at = await setting();
    for (const aud of [["https://other.example", PUBLIC_URL], `${PUBLIC_URL}/`])
      expect((await at.call(await token(at, { aud }))).status).toBe(200);
  });

  it("may have another audience where that is configured", async () => {
    const at = await setting({ audience: "api://fuxi" });
    expect((await at.call(await token(at, { aud: "api://fuxi" }))).status).toBe(200);
    expect((await at.call(await token(at))).status).toBe(401);
  });

  const soon = () => Math.floor(Date.now() / 1000);
  it.each<[string, () => Claims, string]>([
    ["for another server", () => ({ aud: "https://other.example/mcp" }), "audience"],
    ["for a server whose URL begins the same", () => ({ aud: "https://mcp.example.com" }), "audience"],
    ["for nobody", () => ({ aud: undefined }), "audience"],
    ["of another issuer", () => ({ iss: "https://evil.example" }), "issuer"],
    ["of no issuer", () => ({ iss: undefined }), "issuer"],
    ["that has expired", () => ({ exp: soon() - 60 }), "expired"],
    ["that never expires", () => ({ exp: undefined }), "exp"],
    ["that is not valid yet", () => ({ nbf: soon() + 60 }), "not valid yet"],
    ["of nobody", () => ({ sub: undefined }), "sub"],
  ])("%s is refused with the reason", async (_, claims, words) => {
    const at = await setting();
    const { status, headers, text } = await at.call(await token(at, claims()));
    expect([status, headers["www-authenticate"], text]).toEqual([
      401,
      expect.stringContaining('error="invalid_token"'),
      expect.stringContaining(words),
    ]);
  });

  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  it.each<[string, (at: Setting) => Promise<string>]>([
    [
      "with alg none",
      async (at) => {
        const [, payload] = (await token(at)).split(".");
        return `${encoded({ alg: "none" })}.${payload}.`;
      },
    ],
    [
      "with alg none and a signature that once was good",
      async (at) => {
        const [, payload, signature] = (await token(at)).split(".");
        return `${encoded({ alg: "none", kid: key.kid })}.${payload}.${signature}`;
      },
    ],
    [
      "with HS256, made with the public key as the secret",
      async (at) => {
        const [, payload] = (await token(at)).split(".");
        const claims = JSON.parse(Buffer.from(payload ?? "", "base64url").toString()) as JWTPayload;
        const secret = new TextEncoder().encode(JSON.stringify(key.publicJwk));
        return new SignJWT(claims).setProtectedHeader({ alg: "HS256", kid: key.kid }).sign(secret);
      },
    ],
    ["of a key that the issuer does not have", async (at) => token(at, {}, await newKey())],
    [
      "of a foreign key under the name of one of the issuer's",
      async (at) => token(at, {}, { ...(await newKey()), kid: key.kid }),
    ],
    [
      "whose claims were changed",
      async (at) => {
        const [header, , signature] = (await token(at)).split(".");
        return `${header}.${encoded({ iss: at.as.issuer, aud: PUBLIC_URL, sub: "root", exp: soon() + 300 })}.${signature}`;
      },
    ],
    [
      "that brings its own key",
      async (at) => {
        const own = await newKey();
        const now = soon();
        return new SignJWT({ iss: at.as.issuer, aud: PUBLIC_URL, sub: "ada", exp: now + 300 })
          .setProtectedHeader({ alg: own.alg, jwk: own.publicJwk, jku: "http://127.0.0.1:9/keys" })
          .sign(own.privateKey);
      },
    ],
    ["that is no JWT", async () => "opaque-0123456789"],
    ["that is two dots", async () => ".."],
  ])("%s is refused", async (_, made) => {
    const at = await setting();
    const { status, text } = await at.call(await made(at));
    expect([status, text]).toEqual([
      401,
      expect.stringContaining("no JWT that a key of the authorization server has signed"),
    ]);
  });
});

it("a stream that waits for news ends with the token that opened it", async () => {
  const at = await setting();
  const shown = await token(at, { exp: Math.floor(Date.now() / 1000) + 2 });
  const headers = { Authorization: `Bearer ${shown}` };
  const subscribe = modern("subscriptions/listen", { notifications: { toolsListChanged: true } }, headers);
  const stream = openStream(at.url, subscribe);
  await expect.poll(() => stream.text).toContain("acknowledged");
  await stream.over;
});

describe("scopes", () => {
  it.each<[string, Claims]>([
    ["in a string", { scope: "read ask" }],
    ["in a list", { scp: ["ask", "read"] }],
  ])("that are required are looked for %s", async (_, claims) => {
    const at = await setting({ requiredScopes: ["read", "ask"] });
    expect((await at.call(await token(at, claims))).status).toBe(200);
  });

  it.each<[string, Claims]>([
    ["one is missing", { scope: "read" }],
    ["there are none", {}],
    ["one only begins the same", { scope: "read asking" }],
  ])("are asked for where %s", async (_, claims) => {
    const at = await setting({ requiredScopes: ["read", "ask"] });
    const { status, headers } = await at.call(await token(at, claims));
    expect([status, headers["www-authenticate"]]).toEqual([
      403,
      expect.stringMatching(/error="insufficient_scope".*scope="read ask".*resource_metadata=/u),
    ]);
  });
});

describe("a client without a token", () => {
  it("learns where the metadata is, and there which issuer to go to", async () => {
    const at = await setting({ requiredScopes: ["read"] });
    const { status, headers } = await send(at.url, callOf("who"));
    expect(status).toBe(401);
    const metadata = /resource_metadata="([^"]+)"/u.exec(headers["www-authenticate"] ?? "")?.[1];
    expect(metadata).toBe("https://mcp.example.com/.well-known/oauth-protected-resource/mcp");
    for (const path of [new URL(metadata ?? "").pathname, "/.well-known/oauth-protected-resource"]) {
      expect(JSON.parse((await send(at.url, { path })).text)).toEqual({
        resource: PUBLIC_URL,
        authorization_servers: [at.as.issuer],
        scopes_supported: ["read"],
        bearer_methods_supported: ["header"],
        resource_name: "tools",
      });
    }
  });

  it("finds the metadata behind the path that a proxy gives the server", async () => {
    const at = await setting({}, { publicUrl: "https://example.com/tools/mcp" });
    const path = "/.well-known/oauth-protected-resource/tools/mcp";
    expect(JSON.parse((await send(at.url, { path })).text)).toMatchObject({
      resource: "https://example.com/tools/mcp",
    });
  });
});

describe("the issuer's keys", () => {
  it("are fetched once for many calls", async () => {
    const at = await setting();
    for (let call = 0; call < 3; call++) expect((await at.call(await token(at))).status).toBe(200);
    expect(at.as.asked.get("/keys")).toBe(1);
  });

  it("are looked at again for a token of a new key, and those that were taken away count no more", async () => {
    const at = await setting({ keysCooldownSeconds: 0 });
    expect((await at.call(await token(at))).status).toBe(200);
    const next = await newKey();
    at.as.publish(next);
    expect((await at.call(await token(at, {}, next))).status).toBe(200);
    expect((await at.call(await token(at))).status).toBe(401);
  });

  it("are not asked for again and again by tokens of unknown keys", async () => {
    const at = await setting();
    for (let call = 0; call < 5; call++) await at.call(await token(at, {}, await newKey()));
    expect(at.as.asked.get("/keys")).toBe(1);
  });

  it("that cannot be fetched are the server's trouble, not the token's", async () => {
    const at = await setting();
    at.as.failsWith = 500;
    const { status, headers } = await at.call(await token(at));
    expect([status, headers["retry-after"]]).toEqual([503, "10"]);
    at.as.failsWith = undefined;
    expect((await at.call(await token(at))).status).toBe(200);
  });
});

describe("an issuer", () => {
  it.each<[string, { path: string; metadataAt: string }]>([
    ["OpenID Connect", { path: "", metadataAt: "/.well-known/openid-configuration" }],
    ["a path", { path: "/tenant", metadataAt: "/.well-known/oauth-authorization-server/tenant" }],
    [
      "OpenID Connect behind a path",
      { path: "/tenant", metadataAt: "/tenant/.well-known/openid-configuration" },
    ],
  ])("is found with %s", async (_, where) => {
    const at = await setting({}, {}, await authorizationServer([key], where));
    expect((await at.call(await token(at))).status).toBe(200);
  });

  it("that does not answer when the server starts makes a notice, and clients are told to come back", async () => {
    const as = await authorizationServer([key]);
    await as.close();
    const at = await setting({}, {}, as);
    expect(at.notices).toEqual([expect.stringContaining("cannot be used now")]);
    const { status, headers } = await at.call(await token(at));
    expect([status, headers["retry-after"]]).toEqual([503, "10"]);
  });

  it.each<[string, (as: AuthorizationServer) => Partial<OAuthAuthentication>, string]>([
    ["calls itself otherwise", (as) => ({ issuer: `${as.issuer}/` }), "calls itself"],
    [
      "names no keys",
      (as) => {
        as.metadata = { jwks_uri: undefined };
        return {};
      },
      "jwks_uri",
    ],
    [
      "has its keys where anybody could change them on the way",
      (as) => {
        as.metadata = { jwks_uri: "http://keys.example/keys" };
        return {};
      },
      "https",
    ],
    ["is not reached over TLS", () => ({ issuer: "http://issuer.example" }), "https"],
    ["is no URL", () => ({ issuer: "issuer.example" }), "https"],
    ["has a query", (as) => ({ issuer: `${as.issuer}/?tenant=1` }), "more than scheme, host and path"],
  ])("that %s stops the server from starting", async (_, prepare, words) => {
    const as = await authorizationServer([key]);
    const settings = prepare(as);
    const refused = setting(settings, {}, as);
    await expect(refused).rejects.toMatchObject({ code: "configuration-invalid" });
    await expect(refused).rejects.toThrow(words);
  });
});

it("tokens of a file and of an issuer never make the same principal", async () => {
  const at = await setting();
  const told = textOf(await at.call(await token(at, { sub: "token:ada" })));
  expect(JSON.parse(told)).toMatchObject({
    extra: { principal: expect.stringMatching(/^oauth:[0-9a-f]{64}$/u) },
  });
});
