/** A complete request, except for credentials. */
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
  /** By lower-case name. Repeated headers are joined by ", ". */
  readonly headers: Readonly<Record<string, string>>;
  /** The whole body, within the size cap. Secrets that the server repeats are replaced. */
  readonly body: Uint8Array;
  /** URL of the last request, after redirects; without credentials. */
  readonly url: string;
  /** Number of requests, including retries but not redirects. */
  readonly attempts: number;
}

/** The reason why there is no response. */
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
  /** True if the request may have reached the server. */
  readonly maybeSent: boolean;
}

/** Security schemes that are required together, by name, with their scopes. Empty: no credentials. */
export type SecurityNeed = Readonly<Record<string, readonly string[]>>;

/** How requests authenticate. `other`: a scheme that is not supported. */
export type SecurityScheme =
  | {
      readonly type: "apiKey";
      readonly name: string;
      readonly in: "query" | "header" | "cookie";
      readonly description: string;
    }
  | { readonly type: "bearer" | "basic"; readonly description: string }
  | {
      readonly type: "oauth2";
      readonly description: string;
      /** Token address of the client-credentials flow, if declared. */
      readonly tokenUrl?: string;
      readonly scopes: readonly string[];
    }
  | { readonly type: "other"; readonly description: string };

export interface SendOptions {
  /** The called operation of an API: its path names the span, its security decides which credentials are sent. Absent: all of them are sent. */
  readonly operation?: {
    readonly id: string;
    readonly path: string;
    readonly security: readonly SecurityNeed[];
  };
  /** Keeps method and body where a redirect would turn a POST into a GET: for queries that are posted. */
  readonly keepsMethod?: boolean;
  /** False for external effects, which are sent at most once. */
  readonly mayRetry: boolean;
  readonly milliseconds: number;
  readonly signal: AbortSignal;
}

/**
 * Sends requests: credentials by security scheme, timeouts, retries with backoff on 429, 502, 503 and 504 (and on broken connections) honouring
 * `Retry-After`, a rate limit per host, a size cap, no redirects or names that lead to private addresses unless configured.
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
 * Advice to the person who configured the API, one sentence for each kind of refusal, in terms of the setup (a flag, a variable). Failures contain it, so
 * that the model can pass it on. The environment itself knows no flags.
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
      /** Replaces the token address in the document. */
      readonly tokenUrl?: string;
      readonly scopes?: readonly string[];
    };

/** How requests of one environment are sent. */
export interface HttpSettings {
  /** By the name of the security scheme in the document. */
  readonly credentials?: Readonly<Record<string, Credential>>;
  /** Sent with each request to the server's own origin; values are secret. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Hosts, as `name` or `name:port`, that may be reached although their address is private. The server that the user named is one of them. */
  readonly trustedHosts?: readonly string[];
  /** Requests per second to one host (10); infinite for none. */
  readonly requestsPerSecond?: number;
  /** Times that a request is sent at most (4). */
  readonly attempts?: number;
  /** Wait before the second attempt, in milliseconds (500); it doubles with each further one. */
  readonly firstWait?: number;
  /** Whether a read is sent again after its answer broke off in the middle (true). */
  readonly repeatsBrokenAnswers?: boolean;
  /** Bytes of a response body, decompressed (32,000,000). */
  readonly mostBytes?: number;
  /** Advice that failures contain (none). */
  readonly advice?: SetupAdvice;
}

/** Sets one query parameter and leaves the text of the others alone: a URL parser would rewrite their commas and spaces. */
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
