import type { Environment } from "../../environment/environment.ts";
import type { McpService } from "../../mcp/create-mcp-service.ts";
import { listedTokens } from "../../mcp/tools/listed-tokens.ts";
import type { McpOptions } from "./mcp-options.ts";

/** One line for whoever started the server: what is served, where, and what the list of tools costs in each conversation. */
export function banner(
  environments: readonly Environment[],
  { tools }: McpService,
  { tools: profile }: McpOptions,
  where: string,
): string {
  const names = environments
    .map(({ id, kind, egress }) => `${id} (${kind}${egress === undefined ? "" : `, egress ${egress}`})`)
    .join(", ");
  return `fuxi mcp: ${names} ${where}; ${tools.length} tools (${profile}), about ${listedTokens(tools)} tokens in tools/list`;
}
