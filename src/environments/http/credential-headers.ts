import { FuxiError } from "../../errors/fuxi-error.ts";
import { nearestNames } from "../../util/nearest-names.ts";
import {
  type Credential,
  type HttpRequest,
  type HttpSettings,
  type SecurityNeed,
  type SecurityScheme,
  withQuery,
} from "./http-message.ts";
import type { OauthTokens } from "./oauth-tokens.ts";

interface AuthoriseOptions {
  /** The only origin that credentials go to. */
  readonly home: string;
  readonly credentials: Readonly<Record<string, Credential>>;
  /** Sent to that origin with every request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly securitySchemes: ReadonlyMap<string, SecurityScheme>;
  readonly tokens: OauthTokens;
}

interface Authorised {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Access tokens in the request. */
  readonly tokens: readonly string[];
}

/** Headers that only the connection itself sets. An argument by such a name would break the request, or address another host. */
const OF_THE_CONNECTION: readonly string[] = [
  ...["connection", "content-length", "expect", "host", "keep-alive", "proxy-connection", "te", "trailer"],
  ...["transfer-encoding", "upgrade"],
];

/** Adds the configured headers and credentials, for the server's own origin only. */
export async function authorise(
  request: HttpRequest,
  schemes: readonly string[],
  { home, credentials, headers, securitySchemes, tokens }: AuthoriseOptions,
  signal: AbortSignal,
): Promise<Authorised> {
  const own = Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => !OF_THE_CONNECTION.includes(name.toLowerCase())),
  );
  const url = new URL(request.url);
  if (url.origin !== home) return { url, headers: own, tokens: [] };
  const parts = credentialParts(schemes, credentials, securitySchemes);
  const address = Object.entries(parts.query).reduce(
    (written, [name, value]) => withQuery(written, name, value),
    url.href,
  );
  const used: string[] = [];
  for (const name of parts.oauth2) used.push(await tokens.token(name, signal));
  const cookies = [
    own.cookie,
    ...Object.entries(parts.cookies).map(([name, value]) => `${name}=${cookieText(value)}`),
  ].filter((each) => each !== undefined);
  const configured = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const bearers = used.map((token) => ["authorization", `Bearer ${token}`]);
  const all = { ...own, ...Object.fromEntries(configured), ...parts.headers, ...Object.fromEntries(bearers) };
  return {
    url: new URL(address),
    headers: cookies.length > 0 ? { ...all, cookie: cookies.join("; ") } : all,
    tokens: used,
  };
}

/** Encodes only the characters that a cookie value cannot hold (RFC 6265, Section 4.1.1): servers compare the rest literally. */
function cookieText(value: string): string {
  return value.replace(/[^\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]/gu, encodeURIComponent);
}

/** Characters. Shorter secrets are not replaced: such texts occur everywhere. */
const SHORTEST = 4;

/** Headers and parameters that credentials add to a request. */
interface CredentialParts {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly cookies: Readonly<Record<string, string>>;
  /** Names of schemes whose token must be fetched first. */
  readonly oauth2: readonly string[];
}

type ChosenCredentials =
  | { readonly schemes: readonly string[]; readonly lacking?: never }
  /** No alternative has all its credentials: names of the schemes of the first one. */
  | { readonly lacking: readonly string[]; readonly schemes?: never };

/** The first alternative of an operation's security for which all credentials are configured. An empty alternative needs none. */
export function chooseCredentials(
  { security }: { readonly security: readonly SecurityNeed[] },
  credentials: Readonly<Record<string, Credential>>,
): ChosenCredentials {
  if (security.length === 0) return { schemes: [] };
  const alternatives = security.map((need) => Object.keys(need));
  const whole = alternatives.filter((names) => names.every((name) => Object.hasOwn(credentials, name)));
  // Configured credentials are used even if they are optional: rate limits are higher then.
  const chosen = whole.find((names) => names.length > 0) ?? whole[0];
  return chosen === undefined ? { lacking: alternatives[0] ?? [] } : { schemes: chosen };
}

function credentialParts(
  names: readonly string[],
  credentials: Readonly<Record<string, Credential>>,
  schemes: ReadonlyMap<string, SecurityScheme>,
): CredentialParts {
  const headers: Record<string, string> = {};
  const query: Record<string, string> = {};
  const cookies: Record<string, string> = {};
  const oauth2: string[] = [];
  for (const name of names) {
    const credential = credentials[name];
    const scheme = schemes.get(name);
    if (credential === undefined) continue;
    if (credential.type === "bearer") headers.authorization = `Bearer ${credential.token}`;
    else if (credential.type === "basic") {
      headers.authorization = `Basic ${base64(`${credential.user}:${credential.password}`)}`;
    } else if (credential.type === "oauth2") oauth2.push(name);
    else if (scheme?.type !== "apiKey" || scheme.in === "header") {
      headers[scheme?.type === "apiKey" ? scheme.name.toLowerCase() : "authorization"] = credential.value;
    } else if (scheme.in === "query") query[scheme.name] = credential.value;
    else cookies[scheme.name] = credential.value;
  }
  return { headers, query, cookies, oauth2 };
}

/** Trims line breaks, which files and shells leave at the end and no header may contain. */
export function withoutLineBreaks<T extends Readonly<Record<string, unknown>>>(given: T): T {
  const entries = Object.entries(given).map(([name, value]): [string, unknown] => {
    if (typeof value === "string") return [name, value.replace(/[\r\n]+$/u, "")];
    const nested = typeof value === "object" && value !== null && !Array.isArray(value);
    return [name, nested ? withoutLineBreaks(value as Readonly<Record<string, unknown>>) : value];
  });
  return Object.fromEntries(entries) as T;
}

/** All secrets in the credentials, the longest first: one may be the beginning of another. */
export function secretsOf(
  credentials: Readonly<Record<string, Credential>>,
  headers: Readonly<Record<string, string>>,
): readonly string[] {
  const own = Object.values(credentials).flatMap((credential) => {
    if (credential.type === "apiKey") return [credential.value];
    if (credential.type === "bearer") return [credential.token];
    if (credential.type === "oauth2") {
      const { clientId, clientSecret } = credential;
      return [clientSecret, base64(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`)];
    }
    return [credential.password, base64(`${credential.user}:${credential.password}`)];
  });
  const all = [...own, ...Object.values(headers)].flatMap((secret) => [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
  ]);
  return [...new Set(all)]
    .filter((secret) => secret.length >= SHORTEST)
    .toSorted((one, other) => other.length - one.length);
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

/** @throws FuxiError `configuration-invalid` for credentials under a scheme that the document lacks: they would never be sent */
export function checkCredentials(
  { securitySchemes }: { readonly securitySchemes: ReadonlyMap<string, SecurityScheme> },
  { credentials = {} }: HttpSettings,
): void {
  const known = [...securitySchemes.keys()];
  const unknown = Object.keys(credentials).find((name) => !securitySchemes.has(name));
  if (unknown === undefined) return;
  const [near] = nearestNames(unknown, known, { limit: 1 });
  const others =
    known.length === 0 ? "It has none: send a header (http.headers)." : `It has ${known.join(", ")}.`;
  throw new FuxiError("configuration-invalid", `The document has no security scheme "${unknown}".`, {
    hint: near === undefined ? others : `Did you mean ${near.name}?`,
  });
}

/** Characters. In bodies, shorter secrets would match data by chance and change it. */
const SHORTEST_IN_BODY = 8;

/** Replaces secrets in a body: some servers repeat parts of the request, such as in links to the next page. */
export function bodyWithoutSecrets(body: Uint8Array, secrets: readonly string[]): Uint8Array {
  let clean = body;
  for (const secret of secrets.filter(({ length }) => length >= SHORTEST_IN_BODY)) {
    const bytes = Buffer.from(clean.buffer, clean.byteOffset, clean.byteLength);
    if (!bytes.includes(secret)) continue;
    const written = Buffer.from(secret).toString("latin1");
    clean = Buffer.from(bytes.toString("latin1").replaceAll(written, "***"), "latin1");
  }
  return clean;
}
