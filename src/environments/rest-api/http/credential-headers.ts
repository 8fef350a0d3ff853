import type { Operation, SecurityScheme } from "../document/api-document.ts";
import type { Credential } from "./http-settings.ts";

/** Texts shorter than this occur everywhere. */
const SHORTEST = 4;

/** What credentials add to a request. */
export interface CredentialParts {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly cookies: Readonly<Record<string, string>>;
  /** Schemes whose token has to be fetched first. */
  readonly oauth2: readonly string[];
}

export type ChosenCredentials =
  | { readonly schemes: readonly string[]; readonly lacking?: never }
  /** Names of the schemes of the first alternative, none of which is whole. */
  | { readonly lacking: readonly string[]; readonly schemes?: never };

/** The first alternative of an operation's security for which all credentials are there; none are needed where one is empty. */
export function chooseCredentials(
  { security }: Pick<Operation, "security">,
  credentials: Readonly<Record<string, Credential>>,
): ChosenCredentials {
  if (security.length === 0) return { schemes: [] };
  const alternatives = security.map((need) => Object.keys(need));
  const whole = alternatives.filter((names) => names.every((name) => Object.hasOwn(credentials, name)));
  // Known credentials are used even where none are required: limits are higher then.
  const chosen = whole.find((names) => names.length > 0) ?? whole[0];
  return chosen === undefined ? { lacking: alternatives[0] ?? [] } : { schemes: chosen };
}

export function credentialParts(
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

/** Credentials as they are meant: files and shells leave a line break at their end, which no header may have. */
export function withoutLineBreaks<T extends Readonly<Record<string, unknown>>>(given: T): T {
  const entries = Object.entries(given).map(([name, value]): [string, unknown] => {
    if (typeof value === "string") return [name, value.replace(/[\r\n]+$/u, "")];
    const nested = typeof value === "object" && value !== null && !Array.isArray(value);
    return [name, nested ? withoutLineBreaks(value as Readonly<Record<string, unknown>>) : value];
  });
  return Object.fromEntries(entries) as T;
}

/** Everything in credentials that must never be seen, the longest first: one may be the beginning of another. */
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
