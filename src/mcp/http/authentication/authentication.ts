import type { AuthInfo } from "@modelcontextprotocol/server";
import { jsonRpcRefusal } from "../exchange.ts";
import { type NamedToken, sha256 } from "./tokens.ts";

const WINDOW_MILLISECONDS = 60_000;
const MOST_ADDRESSES = 10_000;
const MOST_KNOWN = 1_000;

/** Counts wrong credentials by address, in bounded memory. Where it is full, the oldest addresses are forgotten first. */
export interface FailedAttempts {
  /** Seconds until credentials from this address are looked at again; undefined where they are now. */
  blocked(address: string, credential: string): number | undefined;
  failed(address: string): void;
  /** Credentials that were right are looked at whatever others at the same address do: behind a proxy many share one. */
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

/** The token of `Authorization: Bearer …`; undefined where there is no such header, or where it has another form. */
export function bearerToken(request: Request): string | undefined {
  return /^Bearer +([\w.~+/-]+=*) *$/iu.exec(request.headers.get("authorization") ?? "")?.[1];
}

/** Looks at no credentials from an address that has shown too many wrong ones. A request without any is no attempt: clients ask so what is needed. */
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
