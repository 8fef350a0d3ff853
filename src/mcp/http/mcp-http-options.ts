import type { Authentication } from "./authentication/authentication.ts";

/** Limits for one client, and for all clients together. */
export interface McpHttpLimits {
  /** Size of a request's body; a larger one is answered 413. */
  readonly bodyBytes: number;
  /** Concurrent requests. */
  readonly atWork: number;
  /** Requests that wait for a slot; any more are answered 503. */
  readonly waiting: number;
  /** Longest wait for a slot; then the answer is 503. */
  readonly waitSeconds: number;
  /** TCP connections at once; more are not accepted. */
  readonly connections: number;
  /** Time for the head of a request to arrive. */
  readonly headSeconds: number;
  /** Time for a whole request to arrive. */
  readonly requestSeconds: number;
  /** Time after which a client that reads nothing of its response is disconnected, and its calls are aborted. */
  readonly unreadSeconds: number;
  /** Sessions of clients of 2025. If there are more, an idle one is evicted. */
  readonly sessions: number;
  /** Time after which a session without requests is closed. */
  readonly sessionIdleSeconds: number;
  /** Streams on which clients of 2026 wait for notifications. */
  readonly subscriptions: number;
  /** Wrong credentials from one address within a minute; further ones are answered 429 unchecked. */
  readonly failedAttempts: number;
  /** Time for running requests to end after `close()`. */
  readonly graceSeconds: number;
}

/** Bodies of 1 MiB, 64 concurrent requests, 1,024 connections, 200 sessions, and matching other limits. */
export const DEFAULT_MCP_HTTP_LIMITS: McpHttpLimits = {
  bodyBytes: 1024 * 1024,
  atWork: 64,
  waiting: 128,
  waitSeconds: 10,
  connections: 1024,
  headSeconds: 10,
  requestSeconds: 30,
  unreadSeconds: 30,
  sessions: 200,
  sessionIdleSeconds: 30 * 60,
  subscriptions: 200,
  failedAttempts: 10,
  graceSeconds: 5,
};

/** Address, authentication and limits of the server. */
export interface McpHttpOptions {
  /** Name in the response of `/healthz`. */
  readonly name: string;
  readonly version: string;
  /** `{ type: "none" }` only on loopback, unless `openToAnyone`. */
  readonly authentication: Authentication;
  /** Address to listen on: 127.0.0.1 unless given. */
  readonly host?: string;
  /** A free port unless given. */
  readonly port?: number;
  /** The whole URL of the endpoint as clients see it, behind a TLS proxy: https://mcp.example.com/mcp */
  readonly publicUrl?: string;
  /** Accepted names in the Host header, without a port, besides localhost, the address listened on, and the host of `publicUrl`. */
  readonly allowedHosts?: readonly string[];
  /** Full origins of web pages that may use the server (https://app.example.com), besides that of `publicUrl`. */
  readonly allowedOrigins?: readonly string[];
  /** Addresses of proxies whose X-Forwarded-For is trusted when wrong credentials are counted. */
  readonly trustedProxies?: readonly string[];
  /** Permits listening beyond this machine without authentication. */
  readonly openToAnyone?: boolean;
  /** Limits that differ from `DEFAULT_MCP_HTTP_LIMITS`. */
  readonly limits?: Partial<McpHttpLimits>;
  /** Receives notices for the person who started the server, a sentence each. */
  readonly onNotice?: (notice: string) => void;
  /** Receives errors of single requests, including refused ones. */
  readonly onError?: (error: Error) => void;
}
