import { unlessAborted } from "../../util/turns.ts";
import type { Credential, SecurityScheme } from "./http-message.ts";
import type { HttpTransport } from "./http-transport.ts";

type ClientCredential = Extract<Credential, { type: "oauth2" }>;

const MOST_BYTES = 1_000_000;
/** Tokens are renewed this long before they expire, or a tenth of their lifetime if that is shorter. */
const EARLY_MS = 30_000;
const MILLISECONDS = 30_000;
const DEFAULT_SECONDS = 3600;

/** Thrown if no token can be obtained; the message holds no secret. */
export class TokenRefused extends Error {
  override readonly name = "TokenRefused";
}

export interface OauthTokens {
  /** A valid token. Concurrent callers share one fetch. */
  token(scheme: string, signal: AbortSignal): Promise<string>;
  /** Discards a token that a server refused. */
  refuse(token: string): void;
  /** Current tokens, which are secrets, too. */
  held(): readonly string[];
}

interface OauthOptions {
  readonly credentials: Readonly<Record<string, Credential>>;
  readonly securitySchemes: ReadonlyMap<string, SecurityScheme>;
  /** Base of relative token URLs. */
  readonly server: string;
  readonly transport: HttpTransport;
  readonly now: () => number;
}

interface HeldToken {
  readonly token: string;
  /** Time from which the token is not used any more. */
  readonly until: number;
}

/** Tokens of the client-credentials flow (RFC 6749, Section 4.4). */
export function createOauthTokens({
  credentials,
  securitySchemes,
  server,
  transport,
  now,
}: OauthOptions): OauthTokens {
  const held = new Map<string, Promise<HeldToken>>();
  const all = new Set<string>();
  const refused = new Set<string>();

  async function fetched(name: string): Promise<HeldToken> {
    // Callers share the fetch, so no caller's signal may end it.
    const signal = AbortSignal.timeout(MILLISECONDS);
    const credential = credentials[name] as ClientCredential;
    const scheme = securitySchemes.get(name);
    const address = credential.tokenUrl ?? (scheme?.type === "oauth2" ? scheme.tokenUrl : undefined);
    if (address === undefined || !URL.canParse(address, server)) {
      throw new TokenRefused(`The security scheme ${name} has no URL for tokens.`);
    }
    const url = new URL(address, server);
    if (!transport.mayReach(url))
      throw new TokenRefused(`The URL for tokens of ${name} leads to a private address.`);
    const scopes = credential.scopes ?? [];
    const form = new URLSearchParams({
      grant_type: "client_credentials",
      ...(scopes.length > 0 ? { scope: scopes.join(" ") } : {}),
    });
    const basic = `Basic ${Buffer.from(`${encodeURIComponent(credential.clientId)}:${encodeURIComponent(credential.clientSecret)}`).toString("base64")}`;
    const headers = { accept: "application/json", "content-type": "application/x-www-form-urlencoded" };
    const post = (more: Readonly<Record<string, string>>, body: URLSearchParams) =>
      transport.exchange({
        method: "POST",
        url,
        headers: { ...headers, ...more },
        body: { kind: "text", text: body.toString() },
        signal,
        mostBytes: MOST_BYTES,
      });
    let response = await post({ authorization: basic }, form);
    if (response.status === 400 || response.status === 401) {
      const inBody = new URLSearchParams([
        ...form,
        ["client_id", credential.clientId],
        ["client_secret", credential.clientSecret],
      ]);
      response = await post({}, inBody);
    }
    const read = bodyOf(response.body);
    if (response.status >= 300 || typeof read.access_token !== "string" || read.access_token === "") {
      throw new TokenRefused(
        `The server gave no token for the security scheme ${name} (${response.status}).`,
      );
    }
    const seconds = Number(read.expires_in ?? DEFAULT_SECONDS);
    const life = (Number.isFinite(seconds) && seconds > 0 ? seconds : DEFAULT_SECONDS) * 1000;
    all.add(read.access_token);
    refused.delete(read.access_token);
    return { token: read.access_token, until: now() + life - Math.min(EARLY_MS, life / 10) };
  }

  function shared(name: string): Promise<HeldToken> {
    const fresh = fetched(name);
    held.set(name, fresh);
    fresh.catch(() => held.get(name) === fresh && held.delete(name));
    return fresh;
  }

  return {
    async token(name, signal) {
      const before = held.get(name);
      const known = await unlessAborted(before ?? shared(name), signal);
      if (known.until > now() && !refused.has(known.token)) return known.token;
      const { token } = await unlessAborted(
        before === undefined || held.get(name) !== before ? (held.get(name) ?? shared(name)) : shared(name),
        signal,
      );
      return token;
    },
    refuse: (token) => void refused.add(token),
    held: () => [...all],
  };
}

function bodyOf(body: Uint8Array): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(new TextDecoder().decode(body));
    return typeof read === "object" && read !== null ? (read as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
