import { timingSafeEqual } from "node:crypto";
import {
  type AuthInfo,
  bearerAuthChallengeResponse,
  OAuthError,
  OAuthErrorCode,
} from "@modelcontextprotocol/server";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import {
  type Authenticate,
  type Authentication,
  bearerToken,
  failedAttempts,
  guardAttempts,
} from "./authentication.ts";
import { authenticateByOAuth, issuerKeys, type ProtectedResource, protectedResource } from "./oauth.ts";
import { type NamedToken, sha256 } from "./tokens.ts";

const KEYS_COOLDOWN_SECONDS = 30;

export interface AuthenticationSettings {
  readonly name: string;
  readonly failedAttempts: number;
  readonly onNotice: (notice: string) => void;
}

/** Creates the authentication once the URL is known under which clients reach the server. */
export type AtResource = (resource: URL) => {
  readonly authenticate: Authenticate;
  readonly resource?: ProtectedResource;
};

/**
 * If the authorization server does not answer yet, there is only a notice: it may start later.
 * @throws FuxiError `configuration-invalid`
 */
export async function createAuthenticate(
  authentication: Authentication,
  settings: AuthenticationSettings,
): Promise<AtResource> {
  if (authentication.type === "none") return () => ({ authenticate: async () => undefined });
  const attempts = failedAttempts(settings.failedAttempts);
  if (authentication.type === "tokens") {
    if (authentication.tokens.length === 0) {
      throw new FuxiError("configuration-invalid", "Clients are to show tokens, but there is none.", {
        hint: "Give at least one.",
      });
    }
    return () => ({ authenticate: guardAttempts(authenticateByTokens(authentication.tokens), attempts) });
  }
  const keys = issuerKeys(authentication.issuer, authentication.keysCooldownSeconds ?? KEYS_COOLDOWN_SECONDS);
  await keys.discover().catch((error: unknown) => {
    if (!FuxiError.isInstance(error) || error.code !== "target-not-found") throw error;
    settings.onNotice(`${error.message} Until it does, clients are answered 503.`);
  });
  return (url) => {
    const resource = protectedResource(authentication, url, settings.name);
    const { metadataUrl } = resource;
    const authenticate = authenticateByOAuth(authentication, { resource: url, metadataUrl }, keys);
    return { authenticate: guardAttempts(authenticate, attempts), resource };
  };
}

/** Compares all hashes, so that timing does not disclose which token a wrong one resembles. */
function authenticateByTokens(tokens: readonly NamedToken[]): Authenticate {
  return async (request) => {
    const given = bearerToken(request);
    if (given === undefined) return refused("This server needs Authorization: Bearer <token>.");
    const hash = sha256(given);
    const found = tokens.filter((token) => timingSafeEqual(token.sha256, hash));
    return found[0] === undefined ? refused("The token is not known here.") : caller(found[0].name);
  };
}

/** The sender, without the token itself, which no handler needs. */
function caller(name: string): AuthInfo {
  const principal = `token:${name}`;
  return { token: "", clientId: principal, scopes: [], extra: { principal } };
}

function refused(words: string): Response {
  return bearerAuthChallengeResponse(new OAuthError(OAuthErrorCode.InvalidToken, words));
}
