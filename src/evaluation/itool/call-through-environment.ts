import type { ActContext } from "../../environment/act-context.ts";
import type { Action } from "../../environment/action.ts";
import type { Environment } from "../../environment/environment.ts";
import type { ToolFailure } from "../../environment/tool-failure.ts";
import type { Workspace } from "../../environment/workspace.ts";
import { type ErrorCode, FuxiError } from "../../errors/fuxi-error.ts";

import type { Json, JsonObject } from "../../util/json.ts";
import type { CallOperation } from "./follow-solution.ts";

/** Failures that every further call would have, too, with the code of their error. */
const FOR_GOOD: Readonly<Partial<Record<ToolFailure["code"], ErrorCode>>> = {
  "server-unreachable": "target-not-found",
  "not-permitted": "target-denied",
};

/**
 * Calls operations with the tools of an API's environment, so that its credentials, limits and rules hold. Only GET.
 *
 * The returned function throws FuxiError `engine-error` for a refused call, `target-not-found` and `target-denied` if every call would be refused.
 */
export function callThroughEnvironment(environment: Environment, context: ActContext): CallOperation {
  const act = async (workspace: Workspace, tool: string, given: JsonObject) => {
    const action: Action = { environment: environment.id, tool, arguments: given };
    const result = await environment.act(workspace, action, context);
    if (result.failure === undefined) return result;
    throw refused(result.failure);
  };
  const tools = environment.capabilities.api?.tools;
  if (tools === undefined) throw new FuxiError("usage", `"${environment.id}" is no API.`);
  return async (operation, given) => {
    if (!/^GET /u.test(operation))
      throw new FuxiError("engine-error", `${operation} is not called: only GET is.`);
    const opened = await environment.openWorkspace(undefined, context);
    const called = await act(opened, tools.call, { operation, arguments: given });
    const response = String(called.observation.data["response"]);
    const read = await act(called.workspace, tools.extract, { response, program: "JSON.stringify(data)" });
    // Observations are cut, answers are not: so the extraction is concluded as an answer.
    const text = String(read.observation.data["extraction"]);
    const concluded = await environment.conclude(read.workspace, { text }, context);
    if (concluded.failure !== undefined) throw refused(concluded.failure);
    return JSON.parse(String(concluded.answer.value)) as Json;
  };
}

function refused({ code, message }: ToolFailure): FuxiError {
  return new FuxiError(FOR_GOOD[code] ?? "engine-error", message);
}
