import type { McpTool } from "./mcp-tool.ts";

/** Characters of such JSON per token of o200k_base, measured over the samples; a real tokenizer would double the time to start. */
const CHARACTERS_PER_TOKEN = 4.4;

/** About how many tokens the tools take in a client's context, to the nearest ten. */
export function listedTokens(tools: readonly McpTool[]): number {
  const { length } = JSON.stringify(tools.map(({ definition }) => definition));
  return Math.round(length / CHARACTERS_PER_TOKEN / 10) * 10;
}
