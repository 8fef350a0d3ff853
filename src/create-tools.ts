import type { ToolSet } from "ai";
import type { CreateToolsOptions } from "./ai-sdk/task-options.ts";
import { taskTools } from "./ai-sdk/task-tools.ts";
import type { Environment } from "./environment/environment.ts";
import { memoryArtifactStore } from "./store/artifacts.ts";

/**
 * The tools of one or several environments for an agent of the AI SDK (`generateText`, `streamText`, `ToolLoopAgent`).
 *
 * One tool set is one task: its workspaces live in it, and all calls go through them. Calls of one step that only read run side by side; those
 * that write, one after the other, in the order in which the model wrote them. What the model can mend comes back as a result that says how;
 * anything else is thrown as a FuxiError, which the AI SDK puts into the step as `tool-error`. `taskOf(tools)` has the text for the system
 * prompt and the answer with its evidence. The environments stay open.
 *
 * @throws FuxiError `usage` for environments of the same name, a name in `only` that no tool has, an effect in `allow` that no environment has,
 * limits below 1, and `workspaces` that hold none
 */
export function createTools(
  environments: Environment | readonly Environment[],
  options: CreateToolsOptions = {},
): ToolSet {
  const list = "tools" in environments ? [environments] : environments;
  return taskTools(list, { principal: { id: "local" }, artifacts: memoryArtifactStore(), ...options });
}
