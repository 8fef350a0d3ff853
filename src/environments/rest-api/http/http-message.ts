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
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  | {
      readonly kind: "multipart";
      readonly parts: readonly {
        readonly name: string;
        readonly content: string | Uint8Array;
        readonly contentType?: string;
        readonly filename?: string;
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
  /** Who asks: principals take turns where requests wait for the rate limit. */
  readonly principal: string;
  /** False for external effects: they are sent once at most, whatever comes back. */
  readonly mayRetry: boolean;
  readonly milliseconds: number;
  readonly signal: AbortSignal;
}

/**
 * Sends requests: credentials by security scheme, timeouts, retries with backoff on 429 and 503 (and on broken connections) honouring `Retry-After`,
 * a rate limit per host that principals share, a size cap, no redirects or names that lead to private addresses unless configured.
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
