import type { NamedTool, ToolNames } from "../tool-names.ts";

/** What a model reads about a tool: its description, and which tools must come before, by the names that the model knows. */
export function toolDescription({ environment, tool }: NamedTool, names: ToolNames): string {
  const before = tool.prerequisites.map((prerequisite) => names.nameOf(environment, prerequisite));
  return before.length === 0
    ? tool.description.trim()
    : `${tool.description.trim()} Only after: ${before.join(", ")}.`;
}
