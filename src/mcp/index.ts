/**
 * The MCP server: `createMcpService` makes the tools of some environments, `mcpServerFactory` makes the SDK's servers over them, `serveMcpHttp` serves
 * them over Streamable HTTP. For stdio, pass the factory to the SDK's `serveStdio`. docs/mcp.md is for users, docs/mcp-security.md for
 * operators of a server.
 *
 * @packageDocumentation
 */

export { mcpServerFactory } from "./create-mcp-server.ts";
export { createMcpService } from "./create-mcp-service.ts";
export { tokenFromEnvironment, tokensFromFile } from "./http/authentication/tokens.ts";
export { serveMcpHttp } from "./http/serve-mcp-http.ts";
