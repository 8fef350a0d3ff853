import type { Environment } from "../../../environment/environment.ts";
import type { ToolFailure } from "../../../environment/tool-failure.ts";
import { standsIn } from "./stands-in.ts";

/**
 * The environment with failures that say only that the action failed: not what is wrong, not where, not what to try (Middleware, Section 3.2,
 * without error feedback). Their codes stay for records; no prompt shows them. Warnings of actions that go through stay.
 */
export function errorFeedbackOff(environment: Environment): Environment {
  return standsIn(environment, {
    async act(workspace, action, context) {
      const result = await environment.act(workspace, action, context);
      return result.failure === undefined ? result : { failure: bare(result.failure) };
    },
    async conclude(workspace, claim, context) {
      const result = await environment.conclude(workspace, claim, context);
      return result.failure === undefined ? result : { failure: bare(result.failure) };
    },
  });
}

/** Leave is asked of a person, not a mistake to mend. */
function bare(failure: ToolFailure): ToolFailure {
  if (failure.code === "permission-needed") return failure;
  return { code: failure.code, message: "It failed.", suggestions: [], bare: true };
}
