import type { ActContext } from "../../environment/act-context.ts";
import type { Action } from "../../environment/action.ts";
import { boundedObservation, workspaceFull } from "../../environment/bounded-observation.ts";
import type { ActResult } from "../../environment/environment.ts";
import { readArguments } from "../../environment/read-arguments.ts";
import { readState } from "../../environment/read-state.ts";
import { refusedAction } from "../../environment/refused-action.ts";
import type { ToolFailure } from "../../environment/tool-failure.ts";
import { WORKSPACE_LIMIT_BYTES, type Workspace } from "../../environment/workspace.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import type { JsonObject } from "../../util/json.ts";
import { effectOf } from "./effect-of.ts";
import type { RestApiServices } from "./rest-api-services.ts";
import { restApiStateSchema } from "./rest-api-state.ts";
import { restApiTools } from "./rest-api-tools.ts";
import { argumentsBeside } from "./tools/arguments-beside.ts";
import { sentButUnkept } from "./tools/call-failures.ts";
import { callOperation } from "./tools/call-operation.ts";
import { withParsedArguments } from "./tools/with-parsed-arguments.ts";

const SEE_MORE = "Extract less of the response.";

/** Takes one action: finds the tool, reads its arguments, runs it, and keeps its result to the limits. */
export async function act(
  workspace: Workspace,
  action: Action,
  services: RestApiServices,
  context: ActContext,
): Promise<ActResult> {
  const state = readState(restApiStateSchema, workspace, services.environment, context);
  const found = restApiTools.find(({ tool }) => tool.name === action.tool);
  const tools = restApiTools.map(({ tool }) => tool);
  if (found === undefined) return { failure: refusedAction(tools, action) ?? noSuchTool(action.tool) };
  const given = withParsedArguments(action.arguments);
  const read = readArguments(found.tool, given);
  if (read.failure) {
    const misplaced = found === callOperation && read.failure.code !== "too-large";
    const beside = misplaced ? argumentsBeside(given, services) : undefined;
    return { failure: beside ?? read.failure };
  }
  try {
    const outcome = await found.run(read.input, { state, services, context });
    if (outcome.failure) return { failure: outcome.failure };
    const observation = boundedObservation(outcome.observation, context.limits.characters, SEE_MORE);
    if (outcome.state === undefined) return { workspace, observation };
    const next = { ...workspace, version: workspace.version + 1, state: plain(outcome.state) };
    if (Buffer.byteLength(JSON.stringify(next)) <= WORKSPACE_LIMIT_BYTES)
      return { workspace: next, observation };
    const { operation, status } = observation.data;
    return effectOf(action, services, context.allowed ?? []) === "external" && typeof status === "number"
      ? { failure: sentButUnkept(String(operation), status, "the workspace would grow over its limit") }
      : { failure: workspaceFull("workspace") };
  } catch (error) {
    if (FuxiError.isInstance(error) && error.code === "artifact-missing") return { failure: FORGOTTEN };
    if (!FuxiError.isInstance(error) || error.code !== "artifact-too-large") throw error;
    return {
      failure: {
        code: "too-large",
        message: "The response is more than can be kept. Ask for fewer items.",
        suggestions: [],
      },
    };
  }
}

const FORGOTTEN: ToolFailure = {
  code: "unknown-response",
  message: "A response is no longer kept. Make the call again.",
  suggestions: [],
};

function plain(state: object): JsonObject {
  return JSON.parse(JSON.stringify(state)) as JsonObject;
}

function noSuchTool(name: string): ToolFailure {
  return {
    code: "unknown-tool",
    message: `There is no tool "${name}".`,
    part: { text: name },
    suggestions: [],
  };
}
