import type { Environment } from "../../environment/environment.ts";
import type { ToolFailure } from "../../environment/tool-failure.ts";

/**
 * The environment as it would be if it taught nothing: a failure says that the action failed and neither why nor what else to try, and results
 * carry no warnings and notes. What stands in a result's own text stays. It is not closed with the one that it is made of.
 */
export function withoutFeedback(environment: Environment): Environment {
  return {
    ...environment,
    openWorkspace: (task, context) => environment.openWorkspace(task, context),
    describe: (part, task, context) => environment.describe(part, task, context),
    close: async () => {},
    act: async (workspace, action, context) => {
      const result = await environment.act(workspace, action, context);
      if (result.failure !== undefined) return { failure: silent(result.failure) };
      return { ...result, observation: { ...result.observation, warnings: [], notes: [] } };
    },
    conclude: async (workspace, claim, context) => {
      const result = await environment.conclude(workspace, claim, context);
      if (result.failure !== undefined) return { failure: silent(result.failure) };
      const { warnings: _, ...concluded } = result;
      return concluded;
    },
  };
}

function silent({ code }: ToolFailure): ToolFailure {
  return { code, message: "The action failed.", suggestions: [] };
}
