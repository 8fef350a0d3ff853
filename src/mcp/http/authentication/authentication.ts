import type { AuthInfo } from "@modelcontextprotocol/server";
import { jsonRpcRefusal } from "../exchange.ts";
import { type NamedToken, sha256 } from "./tokens.ts";

const WINDOW_MILLISECONDS = 60_000;
const MOST_ADDRESSES = 10_000;
const MOST_KNOWN = 1_000;

/** Counts wrong credentials by address, in bounded memory. The oldest addresses are evicted first. */
export interface FailedAttempts {
  /** Seconds until credentials from this address are checked again. Undefined if it is not blocked. */
  blocked(address: string, credential: string): number | undefined;
  failed(address: string): void;
  /** Valid credentials are never blocked by failures from the same address: clients behind a proxy share one. */
  succeeded(credential: string): void;
}

export function failedAttempts(most: number, now: () => number = Date.now): FailedAttempts {
  const counts = new Map<string, { count: number; readonly until: number }>();
  const known = new Set<string>();
  return {
    blocked(address, credential) {
      const entry = counts.get(address);
      const left = (entry?.until ?? 0) - now();
      if (entry === undefined || left <= 0 || entry.count < most || known.has(credential)) return undefined;
      return Math.ceil(left / 1000);
    },
    failed(address) {
      const entry = counts.get(address);
      if (entry !== undefined && entry.until > now()) entry.count++;
      else {
        counts.delete(address);
        counts.set(address, { count: 1, until: now() + WINDOW_MILLISECONDS });
        forgetOldest(counts, MOST_ADDRESSES);
      }
    },
    succeeded(credential) {
      if (known.has(credential)) return;
      known.add(credential);
      forgetOldest(known, MOST_KNOWN);
    },
  };
}

function forgetOldest(entries: Map<string, unknown> | Set<string>, most: number): void {
  const [oldest] = entries.keys();
  if (entries.size > most && oldest !== undefined) entries.delete(oldest);
}

/** How clients authenticate. */
export type Authentication =
  /** No authentication: everybody who reaches the server is the same principal. */
  | { readonly type: "none" }
  | { readonly type: "tokens"; readonly tokens: readonly NamedToken[] }
  | OAuthAuthentication;

/** Makes the server an OAuth 2.1 resource server: it accepts JWT access tokens of one authorization server. */
export interface OAuthAuthentication {
  readonly type: "oauth";
  /** The issuer exactly as the authorization server names itself, including a final slash. */
  readonly issuer: string;
  /** Required audience of tokens: the URL under which clients reach this server unless given. */
  readonly audience?: string;
  /** Scopes that a token must grant, all of them. */
  readonly requiredScopes?: readonly string[];
  /** Minimum time between two fetches of the issuer's keys; 30 seconds unless given. */
  readonly keysCooldownSeconds?: number;
}

/**
 * Identifies the sender of a request, with `extra.principal` as a string, or returns the response that refuses it. Undefined without
 * authentication.
 */
export type Authenticate = (request: Request, address: string) => Promise<AuthInfo | undefined | Response>;

/** The token of `Authorization: Bearer …`. Undefined if the header is missing or has another form. */
export function bearerToken(request: Request): string | undefined {
  return /^Bearer +([\w.~+/-]+=*) *$/iu.exec(request.headers.get("authorization") ?? "")?.[1];
}

/** Refuses credentials, unchecked, from an address with too many wrong ones. Requests without credentials do not count: clients probe with them. */
export function guardAttempts(authenticate: Authenticate, attempts: FailedAttempts): Authenticate {
  return async (request, address) => {
    const token = bearerToken(request);
    if (token === undefined) return authenticate(request, address);
    const credential = sha256(token).toString("base64");
    const seconds = attempts.blocked(address, credential);
    if (seconds !== undefined) {
      return jsonRpcRefusal(429, "Too many wrong credentials came from this address.", {
        "Retry-After": String(seconds),
      });
    }
    const result = await authenticate(request, address);
    if (!(result instanceof Response)) attempts.succeeded(credential);
    else if (result.status === 401) attempts.failed(address);
    return result;
  };
}
