import type { Action } from "../../environment/action.ts";
import type { ApiCapability, ApiOperation } from "../../environment/capabilities.ts";
import { readArguments } from "../../environment/read-arguments.ts";
import { Refusal } from "../../environment/refusal.ts";
import type { JsonObject } from "../../util/json.ts";
import type { Operation } from "./document/api-document.ts";
import type { RestApiServices } from "./rest-api-services.ts";
import { isAllowed } from "./tools/before-sending.ts";
import { callOperation } from "./tools/call-operation.ts";
import { extract } from "./tools/extract.ts";
import { describeOperation, findOperations } from "./tools/find-operations.ts";

export function apiCapability({ operations, search }: RestApiServices): ApiCapability {
  return {
    operations: operations.all.map(shown),
    search: (text, limit) => search.search(text, limit).map(({ operation }) => shown(operation)),
    tools: {
      find: findOperations.tool.name,
      describe: describeOperation.tool.name,
      call: callOperation.tool.name,
      extract: extract.tool.name,
    },
  };
}

function shown({ id, operationId, method, path, summary, description }: Operation): ApiOperation {
  return { id, method, path, summary, description, ...(operationId === undefined ? {} : { operationId }) };
}

/**
 * Whether an action would change something outside. Calls that only read, dry runs and calls that will be refused do not. Arguments are read exactly as
 * `act` reads them, so that no effect is overlooked.
 */
export function effectOf(
  { tool, arguments: given }: Action,
  services: RestApiServices,
  allowed: readonly string[],
): "none" | "external" {
  if (tool !== callOperation.tool.name || services.rules.dryRun) return "none";
  const input = readArguments(callOperation.tool, given).input;
  const written = input?.["operation"];
  if (typeof written !== "string") return "none";
  const named = services.operations.find(written);
  if (named === undefined || !services.isEffect(named.operation)) return "none";
  const { operation, values } = named;
  const all = { ...values, ...(input?.["arguments"] as JsonObject | undefined) };
  const parameters = services.allowedPaths.length === 0 ? undefined : parametersOf(operation, all, services);
  return isAllowed(operation, parameters, services, allowed) ? "external" : "none";
}

/** The checked parameters. Undefined for invalid arguments, with which nothing would be sent. */
function parametersOf(
  operation: Operation,
  given: JsonObject,
  { checker }: RestApiServices,
): JsonObject | undefined {
  try {
    return checker.check(operation, given).parameters;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
