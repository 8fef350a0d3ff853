import type { ActContext } from "../../environment/act-context.ts";
import type { Action } from "../../environment/action.ts";
import type { Environment } from "../../environment/environment.ts";
import type { ToolFailure } from "../../environment/tool-failure.ts";
import type { Workspace } from "../../environment/workspace.ts";
import { type ErrorCode, FuxiError } from "../../errors/fuxi-error.ts";

import type { Json, JsonObject } from "../../util/json.ts";
import type { CallOperation } from "./follow-solution.ts";

/** No other arguments mend these: every further call would end in the same way. */
const FOR_GOOD: Readonly<Partial<Record<ToolFailure["code"], ErrorCode>>> = {
  "server-unreachable": "target-not-found",
  "not-permitted": "target-denied",
};

/**
 * Calls operations with the tools of an API's environment, so that its credentials, limits and rules hold. Only GET.
 *
 * The function it returns throws FuxiError `engine-error` for what was refused, `target-not-found` and `target-denied` where no call will go through
 */
export function callThroughEnvironment(environment: Environment, context: ActContext): CallOperation {
  const act = async (workspace: Workspace, tool: string, given: JsonObject) => {
    const action: Action = { environment: environment.id, tool, arguments: given };
    const result = await environment.act(workspace, action, context);
    if (result.failure === undefined) return result;
    throw refused(result.failure);
  };
  return async (operation, given) => {
    if (!/^GET /u.test(operation))
      throw new FuxiError("engine-error", `${operation} is not called: only GET is.`);
    const opened = await environment.openWorkspace(undefined, context);
    const called = await act(opened, "call_operation", { operation, arguments: given });
    const response = String(called.observation.data["response"]);
    const read = await act(called.workspace, "extract", { response, program: "JSON.stringify(data)" });
    // What is shown of an extraction is cut; an answer is handed in whole.
    const text = String(read.observation.data["extraction"]);
    const concluded = await environment.conclude(read.workspace, { text }, context);
    if (concluded.failure !== undefined) throw refused(concluded.failure);
    return JSON.parse(String(concluded.answer.value)) as Json;
  };
}

function refused({ code, message }: ToolFailure): FuxiError {
  return new FuxiError(FOR_GOOD[code] ?? "engine-error", message);
}
