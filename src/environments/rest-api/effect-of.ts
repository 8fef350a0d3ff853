import type { Action } from "../../environment/action.ts";
import { readArguments } from "../../environment/read-arguments.ts";
import type { JsonObject } from "../../util/json.ts";
import type { Operation } from "./document/api-document.ts";
import { Refusal } from "./refusal.ts";
import type { RestApiServices } from "./rest-api-services.ts";
import { isAllowed } from "./tools/before-sending.ts";
import { callOperation } from "./tools/call-operation.ts";

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

/** Undefined where the arguments are wrong, so that nothing would be sent. */
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
