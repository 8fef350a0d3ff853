import type { ActContext } from "../../environment/act-context.ts";
import type { Action } from "../../environment/action.ts";
import { boundedObservation, workspaceFull } from "../../environment/bounds.ts";
import type { ActResult } from "../../environment/environment.ts";
import { readArguments, refusedAction } from "../../environment/read-arguments.ts";
import { readState } from "../../environment/read-state.ts";

import type { ToolFailure } from "../../environment/tool-failure.ts";
import { WORKSPACE_LIMIT_BYTES, type Workspace } from "../../environment/workspace.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { isObject } from "../../util/is-object.ts";
import type { JsonObject } from "../../util/json.ts";
import { membersOf } from "./document/schema-view.ts";
import { parsedJson } from "./request/coerced.ts";

import type { RestApiServices } from "./rest-api-services.ts";
import { restApiStateSchema } from "./rest-api-state.ts";
import { restApiTools } from "./rest-api-tools.ts";
import { isAllowed } from "./tools/before-sending.ts";
import { sentButUnkept } from "./tools/call-failures.ts";
import { callOperation } from "./tools/call-operation.ts";

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
  const given = withParsedArguments(action.arguments);
  if (found === undefined) {
    const tools = restApiTools.map(({ tool }) => tool);
    return { failure: refusedAction(tools, action) as ToolFailure };
  }
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

/**
 * Whether an action would change something outside: a call that reads, that is only shown, or that will be refused does not. The arguments are
 * read as `act` reads them: what it takes as the operation must not be looked past here.
 */
export function effectOf(
  { tool, arguments: given }: Action,
  services: RestApiServices,
  allowed: readonly string[],
): "none" | "external" {
  if (tool !== callOperation.tool.name || services.rules.dryRun) return "none";
  const input = readArguments(callOperation.tool, withParsedArguments(given)).input;
  const written = input?.["operation"];
  if (typeof written !== "string") return "none";
  const named = services.operations.find(written);
  if (named === undefined || !services.isEffect(named.operation)) return "none";
  const { operation, values } = named;
  const all = { ...values, ...(input?.["arguments"] as JsonObject | undefined) };
  const parameters =
    services.allowedPaths.length === 0
      ? undefined
      : services.checker.check(operation, all).arguments?.parameters;
  return isAllowed(operation, parameters, services, allowed) ? "external" : "none";
}

/** Models write the arguments of a call as JSON in a text now and then. */
function withParsedArguments(given: JsonObject): JsonObject {
  const { arguments: written } = given;
  if (typeof written !== "string") return given;
  if (written.trim() === "") return { ...given, arguments: {} };
  const parsed = parsedJson(written);
  return parsed === undefined ? given : { ...given, arguments: parsed };
}

const OWN = ["operation", "arguments", "pages"];

/** The failure of a call whose operation's arguments stand beside `arguments` and not in it; undefined where something else is wrong. */
function argumentsBeside(
  given: JsonObject,
  { operations, document }: Pick<RestApiServices, "operations" | "document">,
): ToolFailure | undefined {
  const { operation: written, arguments: inside } = given;
  const operation = typeof written === "string" ? operations.find(written)?.operation : undefined;
  if (operation === undefined) return undefined;
  const [content] = operation.body?.contents ?? [];
  const members = membersOf(content?.schema, document.schemas).list;
  const known = new Set([...operation.parameters, ...members].map(({ name }) => name));
  const beside = Object.keys(given).filter((name) => !OWN.includes(name));
  const [first] = beside;
  if (first === undefined || !beside.every((name) => known.has(name))) return undefined;
  const moved = Object.fromEntries(beside.map((name) => [name, given[name] ?? null]));
  const names = beside.map((name) => `"${name}"`).join(" and ");
  return {
    code: "invalid-arguments",
    message: `${names} of ${operation.id} must stand in "arguments", not beside it. Nothing was sent.`,
    part: { argument: first },
    suggestions: [{ text: `arguments=${JSON.stringify({ ...(isObject(inside) ? inside : {}), ...moved })}` }],
  };
}
