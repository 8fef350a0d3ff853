import type { ServerEventBus } from "@modelcontextprotocol/server";
import type { Authentication } from "./authentication/authentication.ts";
import type { McpHttpLimits } from "./mcp-http-limits.ts";

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
  /** Where changes of the lists are published, for subscribed clients of 2026-07-28. */
  readonly bus?: ServerEventBus;
  /** Those that are not given are `DEFAULT_MCP_HTTP_LIMITS`. */
  readonly limits?: Partial<McpHttpLimits>;
  /** What whoever started the server should know, in a sentence. */
  readonly onNotice?: (notice: string) => void;
  /** What went wrong with single requests, refused ones among them. */
  readonly onError?: (error: Error) => void;
}
