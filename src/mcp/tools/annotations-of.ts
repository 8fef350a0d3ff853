import type { Tool } from "../../environment/tool.ts";
import type { McpAnnotations } from "./mcp-tool.ts";

/** Of tools that look around, or write nothing but the caller's own workspace: for anybody else nothing has changed. */
export const LOOKING: McpAnnotations = { readOnlyHint: true, openWorldHint: false };

/** Tools that may have an effect outside can destroy what is there, as far as anyone here can tell. */
export function annotationsOf({ effect }: Tool): McpAnnotations {
  if (effect === "none") return LOOKING;
  return { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true };
}
