import type { NamedTool, ToolNames } from "../agent/tool-names.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import { nearestNames } from "../util/nearest-names.ts";
import type { TaskOptions } from "./task-options.ts";

/**
 * The tools to be offered, in the order of the environments.
 * @throws FuxiError `usage` for a name that no tool has
 */
export function chosenTools(
  names: ToolNames,
  { only, essential = false }: Pick<TaskOptions, "only" | "essential">,
): readonly NamedTool[] {
  if (only === undefined && !essential) return names.tools;
  const chosen = new Set<NamedTool>(essential ? essentialTools(names) : []);
  for (const written of only ?? []) addWithPrerequisites(toolNamed(written, names), names, chosen);
  return names.tools.filter((named) => chosen.has(named));
}

/** An environment that does not say which of its tools are essential keeps all of them. */
function essentialTools({ tools }: ToolNames): readonly NamedTool[] {
  const marked = tools.filter(({ tool }) => tool.essential);
  const telling = new Set(marked.map(({ environment }) => environment));
  return tools.filter((named) => marked.includes(named) || !telling.has(named.environment));
}

/** A tool that can never be used would only lead a model astray. */
function addWithPrerequisites(named: NamedTool, names: ToolNames, chosen: Set<NamedTool>): void {
  if (chosen.has(named)) return;
  chosen.add(named);
  for (const { environment, tool } of names.tools) {
    const before = environment === named.environment && named.tool.prerequisites.includes(tool.name);
    if (before) addWithPrerequisites(toolNamed(names.nameOf(environment, tool.name), names), names, chosen);
  }
}

function toolNamed(written: string, names: ToolNames): NamedTool {
  const named = names.find(written);
  if (named !== undefined) return named;
  const all = names.tools.map(({ name }) => name);
  const [near] = nearestNames(written, all, { limit: 1 });
  throw new FuxiError("usage", `There is no tool "${written}".`, {
    hint: near === undefined ? `There is: ${all.join(", ")}.` : `Did you mean ${near.name}?`,
  });
}
