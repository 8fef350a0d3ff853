import type { SecurityScheme } from "../document/api-document.ts";
import type { Credential } from "./http-settings.ts";
import type { HttpTransport } from "./http-transport.ts";

type ClientCredential = Extract<Credential, { type: "oauth2" }>;

const MOST_BYTES = 1_000_000;
/** Tokens are renewed a little before they end. */
const EARLY_MS = 30_000;
const DEFAULT_SECONDS = 3600;

/** Thrown where no token can be had; the message holds no secret. */
export class TokenRefused extends Error {
  override readonly name = "TokenRefused";
}

export interface OauthTokens {
  /** A token that is still good; fetched once however many ask at a time. */
  token(scheme: string, signal: AbortSignal): Promise<string>;
  /** Forgets a token that was refused. */
  forget(scheme: string): void;
  /** Tokens held now, which are secrets, too. */
  held(): readonly string[];
}

/** Tokens of the client-credentials flow (RFC 6749, Section 4.4). */
export function createOauthTokens(
  credentials: Readonly<Record<string, Credential>>,
  schemes: ReadonlyMap<string, SecurityScheme>,
  transport: HttpTransport,
  now: () => number,
): OauthTokens {
  const held = new Map<string, Promise<{ readonly token: string; readonly until: number }>>();
  const all = new Set<string>();

  async function fetched(name: string, signal: AbortSignal) {
    const credential = credentials[name] as ClientCredential;
    const scheme = schemes.get(name);
    const address = credential.tokenUrl ?? (scheme?.type === "oauth2" ? scheme.tokenUrl : undefined);
    if (address === undefined || !URL.canParse(address)) {
      throw new TokenRefused(`The security scheme ${name} has no URL for tokens.`);
    }
    const url = new URL(address);
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
    if (response.status !== 200 || typeof read.access_token !== "string") {
      throw new TokenRefused(
        `The server gave no token for the security scheme ${name} (${response.status}).`,
      );
    }
    const seconds = Number(read.expires_in ?? DEFAULT_SECONDS);
    all.add(read.access_token);
    return {
      token: read.access_token,
      until: now() + (Number.isFinite(seconds) ? seconds : DEFAULT_SECONDS) * 1000,
    };
  }

  return {
    async token(name, signal) {
      const before = held.get(name);
      if (before !== undefined) {
        const { token, until } = await before;
        if (until - EARLY_MS > now()) return token;
      }
      const fresh =
        held.get(name) === before ? fetched(name, signal) : (held.get(name) ?? fetched(name, signal));
      held.set(name, fresh);
      try {
        return (await fresh).token;
      } catch (error) {
        held.delete(name);
        throw error;
      }
    },
    forget: (name) => void held.delete(name),
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
