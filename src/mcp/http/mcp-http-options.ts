import type { Authentication } from "./authentication/authentication.ts";

/** What one client, or all of them together, can take of the server. */
export interface McpHttpLimits {
  /** Of one request's body; a larger one is answered 413. */
  readonly bodyBytes: number;
  /** Requests that are worked on at once, and those that wait for a place; any more are answered 503. */
  readonly atWork: number;
  /** Beyond those at work. */
  readonly waiting: number;
  /** For a place; then the answer is 503. */
  readonly waitSeconds: number;
  /** TCP connections at once; more are not accepted. */
  readonly connections: number;
  /** Until a request's head, and until all of it, has to have arrived. */
  readonly headSeconds: number;
  /** Until all of it has arrived. */
  readonly requestSeconds: number;
  /** A client that takes nothing of what is ready for it is cut off then, and what it has called is aborted. */
  readonly unreadSeconds: number;
  /** Sessions of clients of 2025: the longest unused one makes room. */
  readonly sessions: number;
  /** A session without a request is closed then. */
  readonly sessionIdleSeconds: number;
  /** Streams of clients of 2026 that wait for notifications. */
  readonly subscriptions: number;
  /** Wrong credentials from one address within a minute; further ones are answered 429 unread. */
  readonly failedAttempts: number;
  /** How long requests may go on after `close()`. */
  readonly graceSeconds: number;
}

/** Bodies of 1 MiB, 64 requests at work, 1,024 connections, 200 sessions, and what goes with them. */
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

/** Where the server listens, for whom, and within which bounds. */
export interface McpHttpOptions {
  /** What `/healthz` says of the server. */
  readonly name: string;
  readonly version: string;
  /** `{ type: "none" }` only on loopback, unless `openToAnyone`. */
  readonly authentication: Authentication;
  /** Address to listen on: 127.0.0.1 unless given. */
  readonly host?: string;
  /** Any that is free unless given. */
  readonly port?: number;
  /** The whole URL of the endpoint as clients see it, behind a proxy that speaks TLS: https://mcp.example.com/mcp */
  readonly publicUrl?: string;
  /** Names in the Host header beside localhost, the address listened on, and the host of `publicUrl`; without a port. */
  readonly allowedHosts?: readonly string[];
  /** Origins of web pages that may use the server, in full (https://app.example.com), beside that of `publicUrl`. */
  readonly allowedOrigins?: readonly string[];
  /** Addresses of proxies whose X-Forwarded-For is believed when wrong credentials are counted. */
  readonly trustedProxies?: readonly string[];
  /** Listens beyond this machine although nobody has to show who they are. */
  readonly openToAnyone?: boolean;
  /** Those that are not given are `DEFAULT_MCP_HTTP_LIMITS`. */
  readonly limits?: Partial<McpHttpLimits>;
  /** What whoever started the server should know, in a sentence. */
  readonly onNotice?: (notice: string) => void;
  /** What went wrong with single requests, refused ones among them. */
  readonly onError?: (error: Error) => void;
}
