import type { ToolSet } from "ai";
import type { Environment } from "../environment/environment.ts";
import { memoryArtifactStore } from "../store/artifacts.ts";
import type { CreateToolsOptions } from "./task-options.ts";
import { taskTools } from "./task-tools.ts";

/**
 * The tools of one or several environments for an agent of the AI SDK (`generateText`, `streamText`, `ToolLoopAgent`).
 *
 * One tool set is one task: its workspaces live in it, and all calls go through them. Calls of one step that only read run side by side; those
 * that write, one after the other, in the order in which the model wrote them. Errors that the model can correct come back as results that say
 * how; all others are thrown as a FuxiError, which the AI SDK puts into the step as `tool-error`. `taskOf(tools)` has the text for the system
 * prompt and the answer with its evidence. The environments stay open.
 *
 * @throws FuxiError `usage` for environments of the same name, a name in `only` that no tool has, an effect in `allow` that no environment has,
 * limits below 1, and invalid `workspaces`
 */
export function createTools(
  environments: Environment | readonly Environment[],
  options: CreateToolsOptions = {},
): ToolSet {
  const list = "tools" in environments ? [environments] : environments;
  return taskTools(list, { principal: { id: "local" }, artifacts: memoryArtifactStore(), ...options });
}
