import type { NamedTool, ToolNames } from "../tool-names.ts";

/**
 * What a model reads about a tool: its description, and which tools must come before, by the names that the model knows. Of those, one that
 * another of them needs in turn goes without saying.
 */
export function toolDescription({ environment, tool }: NamedTool, names: ToolNames): string {
  const { prerequisites } = tool;
  const implied = new Set(
    names.tools
      .filter((named) => named.environment === environment && prerequisites.includes(named.tool.name))
      .flatMap((named) => named.tool.prerequisites),
  );
  const before = prerequisites
    .filter((prerequisite) => !implied.has(prerequisite))
    .map((prerequisite) => names.nameOf(environment, prerequisite));
  return before.length === 0
    ? tool.description.trim()
    : `${tool.description.trim()} Only after: ${before.join(", ")}.`;
}
