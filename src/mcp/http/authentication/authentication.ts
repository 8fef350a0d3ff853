import type { AuthInfo } from "@modelcontextprotocol/server";
import type { NamedToken } from "./named-token.ts";

/** How clients show who they are. */
export type Authentication =
  /** Not at all: everybody who reaches the server is the same principal. */
  | { readonly type: "none" }
  | { readonly type: "tokens"; readonly tokens: readonly NamedToken[] }
  | OAuthAuthentication;

/** The server is an OAuth 2.1 resource server: it takes JWT access tokens of one authorization server. */
export interface OAuthAuthentication {
  readonly type: "oauth";
  /** The issuer exactly as the authorization server names itself, its final slash included where it has one. */
  readonly issuer: string;
  /** What tokens have to name as their audience: the URL under which clients reach this server unless given. */
  readonly audience?: string;
  /** All of them have to be granted by a token. */
  readonly requiredScopes?: readonly string[];
  /** The least time between two looks at the issuer's keys; 30 seconds unless given. */
  readonly keysCooldownSeconds?: number;
}

/**
 * Who sends a request, with `extra.principal` as a string; or the answer that refuses it. Where nobody has to show anything, there is
 * nothing to say of the sender.
 */
export type Authenticate = (request: Request, address: string) => Promise<AuthInfo | undefined | Response>;
