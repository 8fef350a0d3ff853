import { createHash } from "node:crypto";
import {
  type AuthInfo,
  bearerAuthChallengeResponse,
  OAuthError,
  OAuthErrorCode,
  verifyBearerToken,
} from "@modelcontextprotocol/server";
import { errors, type JWTPayload, jwtVerify } from "jose";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { jsonRpcRefusal } from "../json-rpc-refusal.ts";
import type { Authenticate, OAuthAuthentication } from "./authentication.ts";
import { bearerToken } from "./bearer-token.ts";
import type { IssuerKeys } from "./issuer-keys.ts";

/** Of key pairs only: with a shared secret, or with none, a token would be worth what the server itself publishes. */
const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];
const CLOCK_TOLERANCE_SECONDS = 5;
const RETRY_SECONDS = 10;

export interface OAuthResource {
  readonly resource: URL;
  readonly metadataUrl: string;
}

/** Takes JWT access tokens of one issuer (RFC 9068 without its `typ`, which many authorization servers do not set). */
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

/** Without the token itself, which must not be sent on to anybody. */
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

/** `scope` in a string (RFC 9068), or `scp` in a string or a list, as some authorization servers have it. */
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
