import { timingSafeEqual } from "node:crypto";
import {
  type AuthInfo,
  bearerAuthChallengeResponse,
  OAuthError,
  OAuthErrorCode,
} from "@modelcontextprotocol/server";
import type { Authenticate } from "./authentication.ts";
import { bearerToken } from "./bearer-token.ts";
import { type NamedToken, sha256 } from "./named-token.ts";

/** All hashes are compared, so that neither time nor order tells which token a wrong one was near to. */
export function authenticateByTokens(tokens: readonly NamedToken[]): Authenticate {
  return async (request) => {
    const given = bearerToken(request);
    if (given === undefined) return refused("This server needs Authorization: Bearer <token>.");
    const hash = sha256(given);
    const found = tokens.filter((token) => timingSafeEqual(token.sha256, hash));
    return found[0] === undefined ? refused("The token is not known here.") : caller(found[0].name);
  };
}

/** Without the token itself: nothing that handles the call has any use for it. */
function caller(name: string): AuthInfo {
  const principal = `token:${name}`;
  return { token: "", clientId: principal, scopes: [], extra: { principal } };
}

function refused(words: string): Response {
  return bearerAuthChallengeResponse(new OAuthError(OAuthErrorCode.InvalidToken, words));
}
