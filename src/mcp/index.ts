export type { Caller } from "./caller.ts";
export { type McpServerSettings, mcpServerFactory } from "./create-mcp-server.ts";
export {
  createMcpService,
  DEFAULT_WORKSPACE_LIFETIME_SECONDS,
  type McpService,
} from "./create-mcp-service.ts";
export type { McpServiceOptions } from "./mcp-service-options.ts";
export type { AskRuns } from "./tools/ask-runs.ts";
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
export { PROFILES, type Profile } from "./tools/profile.ts";
