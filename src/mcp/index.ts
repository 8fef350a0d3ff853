/**
 * The MCP server: `createMcpService` makes the tools of some environments, `mcpServerFactory` the SDK's servers over them, `serveMcpHttp` serves those
 * over Streamable HTTP; over stdio, hand the factory to the SDK's `serveStdio`. docs/mcp.md is for users, docs/mcp-security.md for
 * whoever runs a server.
 *
 * @packageDocumentation
 */

export type { Caller } from "./caller.ts";
export { type McpServerSettings, mcpServerFactory } from "./create-mcp-server.ts";
export type { McpServiceOptions } from "./create-mcp-service.ts";
export {
  createMcpService,
  DEFAULT_WORKSPACE_LIFETIME_SECONDS,
  type McpService,
} from "./create-mcp-service.ts";
export type { Authentication, OAuthAuthentication } from "./http/authentication/authentication.ts";
export type { NamedToken } from "./http/authentication/tokens.ts";
export { tokenFromEnvironment, tokensFromFile } from "./http/authentication/tokens.ts";
export type { McpHttpOptions } from "./http/mcp-http-options.ts";
export { DEFAULT_MCP_HTTP_LIMITS, type McpHttpLimits } from "./http/mcp-http-options.ts";
export { type McpHttpServer, serveMcpHttp } from "./http/serve-mcp-http.ts";
export { PROFILES, type Profile } from "./profile.ts";
export type { AskRuns } from "./tools/ask-tool.ts";
export type {
  McpAnnotations,
  McpTool,
  McpToolDefinition,
  PersonAnswer,
  PersonQuestion,
  ResultLink,
  Round,
  ToolReply,
} from "./tools/mcp-tool.ts";
