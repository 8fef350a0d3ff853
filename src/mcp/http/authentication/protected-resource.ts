import {
  buildOAuthProtectedResourceMetadata,
  getOAuthProtectedResourceMetadataUrl,
} from "@modelcontextprotocol/server";
import type { OAuthAuthentication } from "./authentication.ts";

/** What the server publishes of itself as a protected resource (RFC 9728). */
export interface ProtectedResource {
  readonly metadataUrl: string;
  /** Both are answered: the one that the standard builds from the resource's path, and the bare one. */
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
    // Only the issuer of the authorization server's metadata is made use of.
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
