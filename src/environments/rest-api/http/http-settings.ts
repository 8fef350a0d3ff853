import type { SetupAdvice } from "./setup-advice.ts";

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
