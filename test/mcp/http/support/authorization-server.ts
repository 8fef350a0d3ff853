import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";

import { afterEach } from "vitest";

export interface Key {
  readonly kid: string;
  readonly alg: string;
  readonly privateKey: CryptoKey;
  readonly publicJwk: JWK;
}

export interface AuthorizationServer {
  readonly issuer: string;
  /** Requests so far, by path. */
  readonly asked: Map<string, number>;
  /** What is published as the keys from now on. */
  publish(...keys: readonly Key[]): void;
  /** What the metadata says beside, or instead. */
  metadata: Readonly<Record<string, unknown>>;
  /** Answers every request with this status from now on. */
  failsWith: number | undefined;
  close(): Promise<void>;
}

const running: AuthorizationServer[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
});

let count = 0;

export async function newKey(alg = "ES256"): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const kid = `key-${count++}`;
  return { kid, alg, privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, alg, use: "sig" } };
}

/** An authorization server on loopback as far as a resource server and a client without a person need one. `path` follows its origin in the issuer. */
export async function authorizationServer(
  keys: readonly Key[],
  { path = "", metadataAt }: { readonly path?: string; readonly metadataAt?: string } = {},
): Promise<AuthorizationServer> {
  let published = keys;
  const asked = new Map<string, number>();
  /** A token for the resource and the scopes that are asked for (RFC 8707). */
  const granted = async (form: URLSearchParams) => {
    const scope = form.get("scope") ?? "";
    const [key] = published;
    if (key === undefined) return { error: "server_error" };
    const access_token = await accessToken(key, issuer, form.get("resource") ?? "", { scope });
    return { access_token, token_type: "Bearer", expires_in: 300, scope };
  };
  const server = createServer(async (request, response) => {
    const at = request.url ?? "/";
    asked.set(at, (asked.get(at) ?? 0) + 1);
    if (at === "/token") {
      const form = new URLSearchParams(await text(request));
      response.writeHead(200, { "Content-Type": "application/json" });
      return void response.end(JSON.stringify(await granted(form)));
    }
    const documents: Readonly<Record<string, unknown>> = {
      [metadataAt ?? `/.well-known/oauth-authorization-server${path}`]: {
        issuer,
        jwks_uri: `${origin}/keys`,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        response_types_supported: ["code"],
        grant_types_supported: ["client_credentials"],
        token_endpoint_auth_methods_supported: ["client_secret_post"],
        ...self.metadata,
      },
      "/keys": { keys: published.map(({ publicJwk }) => publicJwk) },
    };
    const document = documents[at];
    response.writeHead(self.failsWith ?? (document === undefined ? 404 : 200), {
      "Content-Type": "application/json",
    });
    response.end(JSON.stringify(document ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer = `${origin}${path}`;
  const self: AuthorizationServer = {
    issuer,
    asked,
    publish: (...next) => {
      published = next;
    },
    metadata: {},
    failsWith: undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  running.push(self);
  return self;
}

export type Claims = Readonly<Record<string, unknown>>;

/** An access token that is right in everything that `claims` does not change; undefined takes a claim away. */
export function accessToken(
  key: Key,
  issuer: string,
  audience: string,
  claims: Claims = {},
): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const payload = { iss: issuer, aud: audience, sub: "ada", iat: now, exp: now + 300, ...claims };
  return new SignJWT(payload)
    .setProtectedHeader({ alg: key.alg, kid: key.kid, typ: "at+jwt" })
    .sign(key.privateKey);
}
