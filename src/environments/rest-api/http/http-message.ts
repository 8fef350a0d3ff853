import type { Operation } from "../document/api-document.ts";

/** A request as it goes out, but for credentials. */
export interface HttpRequest {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: HttpBody;
}

export type HttpBody =
  | { readonly kind: "text"; readonly text: string }
  | {
      readonly kind: "multipart";
      readonly parts: readonly {
        readonly name: string;
        readonly content: string;
        readonly contentType?: string;
      }[];
    };

export interface HttpResponse {
  readonly status: number;
  /** Lower-case names; several of one name joined by ", ". */
  readonly headers: Readonly<Record<string, string>>;
  /** Whole; its size is within the cap. Secrets that the server repeats in it are replaced. */
  readonly body: Uint8Array;
  /** Of the last request, after redirects; without credentials. */
  readonly url: string;
  /** Requests that it took: retries included, redirects not. */
  readonly attempts: number;
}

/** What went wrong before there was a response. */
export interface HttpFailure {
  readonly kind:
    | "unreachable"
    | "timeout"
    | "too-large"
    | "forbidden-address"
    | "too-many-redirects"
    | "credentials"
    | "protocol";
  /** One sentence without credentials and without addresses that the user did not write. */
  readonly message: string;
  /** True where the request may have reached the server. */
  readonly maybeSent: boolean;
}

export interface SendOptions {
  readonly operation: Operation;
  /** False for external effects: they are sent once at most, whatever comes back. */
  readonly mayRetry: boolean;
  readonly milliseconds: number;
  readonly signal: AbortSignal;
}

/**
 * Sends requests: credentials by security scheme, timeouts, retries with backoff on 429 and 503 (and on broken connections) honouring `Retry-After`,
 * a rate limit per host, a size cap, no redirects or names that lead to private addresses unless configured.
 * @throws FuxiError `cancelled`
 */
export interface HttpClient {
  send(
    request: HttpRequest,
    options: SendOptions,
  ): Promise<
    | { readonly response: HttpResponse; readonly failure?: never }
    | { readonly failure: HttpFailure; readonly response?: never }
  >;
  /** Replaces every secret that it holds in a text. */
  scrub(text: string): string;
  close(): Promise<void>;
}

/**
 * What whoever set the API up can do about a refusal, in the words of what they set it up with (a flag, a variable): a sentence each, told in failures so
 * that the model can hand it on. The environment itself knows no flags.
 */
export interface SetupAdvice {
  /** The server of the document is at a private address that is not trusted. @param host `name` or `name:port` */
  readonly privateServer?: (host: string) => string;
  /** The server wants credentials of these security schemes, and none are configured. */
  readonly credentials?: (schemes: readonly string[]) => string;
}

/** Credentials of one security scheme. */
export type Credential =
  | { readonly type: "apiKey"; readonly value: string }
  | { readonly type: "bearer"; readonly token: string }
  | { readonly type: "basic"; readonly user: string; readonly password: string }
  | {
      readonly type: "oauth2";
      readonly clientId: string;
      readonly clientSecret: string;
      /** In place of the document's. */
      readonly tokenUrl?: string;
      readonly scopes?: readonly string[];
    };

/** How requests of one environment are sent. */
export interface HttpSettings {
  /** By the scheme's name in the document. */
  readonly credentials?: Readonly<Record<string, Credential>>;
  /** Sent with each request to the server's own origin; values are secret. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Hosts, as `name` or `name:port`, that may be reached although their address is private. The server that the user named is one of them. */
  readonly trustedHosts?: readonly string[];
  /** Requests in a second and host (10). */
  readonly requestsPerSecond?: number;
  /** Times that a request is sent at most (4). */
  readonly attempts?: number;
  /** Bytes of a response body, decompressed (256 MiB). */
  readonly mostBytes?: number;
  /** Waiting that `Retry-After` can ask for, in milliseconds (30,000). */
  readonly longestWait?: number;
  /** What failures tell the person to set; nothing unless given. */
  readonly advice?: SetupAdvice;
}

/** A URL with one query parameter set, the others' text left as it is: a parser would write commas and spaces of theirs in another way. */
export function withQuery(address: string, name: string, value: string): string {
  const [, start = "", query = "", fragment = ""] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/su.exec(address) ?? [];
  const others = query.split("&").filter((pair) => pair !== "" && nameOf(pair) !== name);
  const own = `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
  return `${start}?${[...others, own].join("&")}${fragment}`;
}

function nameOf(pair: string): string {
  const [name = ""] = pair.split("=", 1);
  try {
    return decodeURIComponent(name.replaceAll("+", " "));
  } catch {
    return name;
  }
}
