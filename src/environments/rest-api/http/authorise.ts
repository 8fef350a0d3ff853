import type { SecurityScheme } from "../document/api-document.ts";
import { credentialParts } from "./credential-headers.ts";
import type { HttpRequest } from "./http-message.ts";
import type { Credential } from "./http-settings.ts";
import type { OauthTokens } from "./oauth-tokens.ts";
import { withQuery } from "./with-query.ts";

export interface AuthoriseOptions {
  /** The only origin that credentials go to. */
  readonly home: string;
  readonly credentials: Readonly<Record<string, Credential>>;
  /** Sent to that origin with every request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly securitySchemes: ReadonlyMap<string, SecurityScheme>;
  readonly tokens: OauthTokens;
}

export interface Authorised {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Access tokens in it. */
  readonly tokens: readonly string[];
}

/** What only the connection itself may say; an argument by such a name would break the request, or send it to another host's site. */
const OF_THE_CONNECTION: readonly string[] = [
  ...["connection", "content-length", "expect", "host", "keep-alive", "proxy-connection", "te", "trailer"],
  ...["transfer-encoding", "upgrade"],
];

/** The request with what the person configured, for the server's own origin only. */
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

/** Only what would end the value is written in another way (RFC 6265, Section 4.1.1): servers compare the rest as it stands. */
function cookieText(value: string): string {
  return value.replace(/[^\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]/gu, encodeURIComponent);
}
