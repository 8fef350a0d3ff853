import { FuxiError } from "../../../errors/fuxi-error.ts";
import { authenticateByOAuth } from "./authenticate-by-oauth.ts";
import { authenticateByTokens } from "./authenticate-by-tokens.ts";
import type { Authenticate, Authentication } from "./authentication.ts";
import { failedAttempts } from "./failed-attempts.ts";
import { guardAttempts } from "./guard-attempts.ts";
import { issuerKeys } from "./issuer-keys.ts";
import { type ProtectedResource, protectedResource } from "./protected-resource.ts";

const KEYS_COOLDOWN_SECONDS = 30;

export interface AuthenticationSettings {
  readonly name: string;
  readonly failedAttempts: number;
  readonly onNotice: (notice: string) => void;
}

/** How a request is authenticated, once it is known under which URL clients reach the server. */
export type AtResource = (resource: URL) => {
  readonly authenticate: Authenticate;
  readonly resource?: ProtectedResource;
};

/**
 * An authorization server that does not answer yet only makes a notice: it may come up later.
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
