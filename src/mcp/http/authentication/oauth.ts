import { createHash } from "node:crypto";
import {
  type AuthInfo,
  bearerAuthChallengeResponse,
  buildOAuthProtectedResourceMetadata,
  getOAuthProtectedResourceMetadataUrl,
  OAuthError,
  OAuthErrorCode,
  verifyBearerToken,
} from "@modelcontextprotocol/server";
import {
  createRemoteJWKSet,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
  type RemoteJWKSet,
} from "jose";
import { z } from "zod";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { isLoopback } from "../access.ts";
import { jsonRpcRefusal } from "../exchange.ts";
import { type Authenticate, bearerToken, type OAuthAuthentication } from "./authentication.ts";

const TIMEOUT_MILLISECONDS = 5_000;

const metadata = z.object({ issuer: z.string(), jwks_uri: z.url() });

/** The required part of an authorization server's metadata (RFC 8414, OpenID Connect Discovery). */
interface IssuerMetadata {
  readonly issuer: string;
  readonly keysUrl: URL;
}

/**
 * @throws FuxiError `target-not-found` if the issuer does not answer now, `configuration-invalid` if it is unusable
 */
async function issuerMetadata(issuer: string): Promise<IssuerMetadata> {
  const base = secureUrl(issuer, "The issuer");
  for (const url of metadataUrls(base)) {
    const document = await fetched(url, issuer);
    if (document === undefined) continue;
    const read = metadata.safeParse(document);
    if (!read.success) throw invalid(`${url} names no keys (jwks_uri).`, "Check the address of the issuer.");
    if (read.data.issuer !== issuer) {
      throw invalid(
        `The issuer ${issuer} calls itself ${read.data.issuer}.`,
        `Configure it exactly as it calls itself: tokens are compared with that name.`,
      );
    }
    return { issuer, keysUrl: secureUrl(read.data.jwks_uri, "The address of the issuer's keys") };
  }
  throw unreachable(issuer, `It publishes no metadata under ${base.origin}/.well-known/.`);
}

/** Metadata URLs in the order that MCP requires: the well-known part before the issuer's path, for OpenID Connect also after it. */
function metadataUrls(issuer: URL): readonly URL[] {
  const path = issuer.pathname.replace(/\/$/u, "");
  const paths = [
    `/.well-known/oauth-authorization-server${path}`,
    `/.well-known/openid-configuration${path}`,
    `${path}/.well-known/openid-configuration`,
  ];
  return [...new Set(paths)].map((each) => new URL(each, issuer));
}

async function fetched(url: URL, issuer: string): Promise<unknown> {
  try {
    const response = await fetch(url, {
      headers: { Accept: "application/json" },
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    });
    if (response.status >= 500) throw unreachable(issuer, `It answers with status ${response.status}.`);
    if (response.status !== 200) return await response.body?.cancel();
    return await response.json().catch(() => undefined);
  } catch (cause) {
    throw FuxiError.isInstance(cause) ? cause : unreachable(issuer, "No connection could be made.", cause);
  }
}

function secureUrl(address: string, what: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (
    url === undefined ||
    (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url.hostname)))
  )
    throw invalid(`${what} is not an https URL: ${address}`, "Plain http is taken on this machine only.");
  if (url.search !== "" || url.hash !== "" || url.username !== "")
    throw invalid(`${what} has more than scheme, host and path.`, "Give the issuer as it stands in tokens.");
  return url;
}

function invalid(message: string, hint: string): FuxiError {
  return new FuxiError("configuration-invalid", message, { hint });
}

function unreachable(issuer: string, why: string, cause?: unknown): FuxiError {
  return new FuxiError("target-not-found", `The authorization server ${issuer} cannot be used now. ${why}`, {
    hint: "Check that it runs, and that its address is right.",
    cause,
  });
}

const RETRY_MILLISECONDS = 10_000;
const KEYS_TIMEOUT_MILLISECONDS = 5_000;

interface IssuerKeys {
  /** The issuer's metadata, fetched once. @throws FuxiError as `issuerMetadata` */
  discover(): Promise<IssuerMetadata>;
  /** Key lookup for `jwtVerify`, which asks the issuer for unknown keys. @throws FuxiError if the issuer does not answer */
  readonly find: JWTVerifyGetKey;
}

/** The keys of an issuer, fetched on first use. If the issuer did not answer, the fetch is retried after ten seconds. */
export function issuerKeys(issuer: string, cooldownSeconds: number): IssuerKeys {
  let found: Promise<{ readonly metadata: IssuerMetadata; readonly keys: RemoteJWKSet }> | undefined;
  const discovered = () => {
    if (found !== undefined) return found;
    const attempt = issuerMetadata(issuer).then((metadata) => ({
      metadata,
      keys: createRemoteJWKSet(metadata.keysUrl, {
        cooldownDuration: cooldownSeconds * 1000,
        timeoutDuration: KEYS_TIMEOUT_MILLISECONDS,
      }),
    }));
    attempt.catch(() => setTimeout(() => (found = undefined), RETRY_MILLISECONDS).unref());
    found = attempt;
    return attempt;
  };
  return {
    discover: async () => (await discovered()).metadata,
    find: async (header, token) => {
      const { keys } = await discovered();
      try {
        return await keys(header, token);
      } catch (cause) {
        if (isAboutToken(cause)) throw cause;
        throw new FuxiError("target-not-found", `The keys of ${issuer} cannot be fetched now.`, { cause });
      }
    },
  };
}

function isAboutToken(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported
  );
}

/** Algorithms with key pairs only. With a shared secret, or without a signature, a token could be forged from public data. */
const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];
const CLOCK_TOLERANCE_SECONDS = 5;
const RETRY_SECONDS = 10;

export interface OAuthResource {
  readonly resource: URL;
  readonly metadataUrl: string;
}

/** Accepts JWT access tokens of one issuer (RFC 9068 without its `typ`, which many authorization servers do not set). */
export function authenticateByOAuth(
  { issuer, audience, requiredScopes = [] }: OAuthAuthentication,
  { resource, metadataUrl }: OAuthResource,
  keys: IssuerKeys,
): Authenticate {
  const scopes = [...requiredScopes];
  const options = { requiredScopes: scopes, resourceMetadataUrl: metadataUrl };
  const expected = audience ?? resource.href;
  const verifyAccessToken = async (token: string): Promise<AuthInfo> => {
    const { payload } = await jwtVerify(token, keys.find, {
      issuer,
      audience: [expected, expected.endsWith("/") ? expected.slice(0, -1) : `${expected}/`],
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      requiredClaims: ["exp", "sub"],
    }).catch((error: unknown) => {
      throw FuxiError.isInstance(error) ? error : new OAuthError(OAuthErrorCode.InvalidToken, words(error));
    });
    return callerOf(payload, issuer, resource);
  };
  return async (request) => {
    const token = bearerToken(request);
    const header = token === undefined ? undefined : `Bearer ${token}`;
    try {
      return await verifyBearerToken(header, { ...options, verifier: { verifyAccessToken } });
    } catch (error) {
      if (!FuxiError.isInstance(error)) return bearerAuthChallengeResponse(error, options);
      return jsonRpcRefusal(503, "Tokens cannot be checked now: the authorization server does not answer.", {
        "Retry-After": String(RETRY_SECONDS),
      });
    }
  };
}

/** The sender, without the token itself, which must not be passed on. */
function callerOf(payload: JWTPayload, issuer: string, resource: URL): AuthInfo {
  const subject = createHash("sha256").update(`${issuer}|${payload.sub}`).digest("hex");
  const principal = `oauth:${subject}`;
  const client = payload["client_id"] ?? payload["azp"];
  return {
    token: "",
    clientId: typeof client === "string" ? client : principal,
    scopes: scopesOf(payload),
    resource,
    extra: { principal },
    ...(payload.exp === undefined ? {} : { expiresAt: payload.exp }),
  };
}

/** Reads `scope` as a string (RFC 9068), or `scp` as a string or a list, as some authorization servers write it. */
function scopesOf(payload: JWTPayload): string[] {
  const claim = payload["scope"] ?? payload["scp"];
  if (Array.isArray(claim)) return claim.filter((scope) => typeof scope === "string");
  return typeof claim === "string" ? claim.split(" ").filter((scope) => scope !== "") : [];
}

function words(error: unknown): string {
  if (error instanceof errors.JWTExpired) return "The token has expired.";
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === "aud") return "The token was not made for this server (audience).";
    if (error.claim === "iss") return "The token was made by another authorization server (issuer).";
    if (error.claim === "nbf") return "The token is not valid yet.";
    return "The token lacks a claim that it has to have (exp, sub).";
  }
  return "The token is no JWT that a key of the authorization server has signed.";
}

/** Metadata that the server publishes as a protected resource (RFC 9728). */
export interface ProtectedResource {
  readonly metadataUrl: string;
  /** Both paths of the metadata: the standard's, built from the resource's path, and the bare one. */
  readonly paths: readonly string[];
  readonly document: Readonly<Record<string, unknown>>;
}

export function protectedResource(
  { issuer, requiredScopes = [] }: OAuthAuthentication,
  resource: URL,
  name: string,
): ProtectedResource {
  const metadataUrl = getOAuthProtectedResourceMetadataUrl(resource);
  const document = buildOAuthProtectedResourceMetadata({
    // Only the issuer in the authorization server's metadata is used.
    oauthMetadata: {
      issuer,
      authorization_endpoint: issuer,
      token_endpoint: issuer,
      response_types_supported: [],
    },
    resourceServerUrl: resource,
    scopesSupported: [...requiredScopes],
    resourceName: name,
    dangerouslyAllowInsecureIssuerUrl: true,
  });
  return {
    metadataUrl,
    paths: [...new Set([new URL(metadataUrl).pathname, "/.well-known/oauth-protected-resource"])],
    document: { ...document, bearer_methods_supported: ["header"] },
  };
}
