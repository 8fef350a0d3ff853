import type { Action } from "../../environment/action.ts";
import type { ApiCapability, ApiOperation } from "../../environment/capabilities.ts";
import { readArguments } from "../../environment/read-arguments.ts";
import { orFailure, Refusal } from "../../environment/refusal.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import type { ApiDocument, Operation } from "./document/api-document.ts";
import { membersOf, typicalValue } from "./document/schema-view.ts";
import { namedNeedsOf } from "./operation-index.ts";
import type { RestApiServices } from "./rest-api-services.ts";
import { isAllowed, preparedRequest } from "./tools/before-sending.ts";
import { callOperation } from "./tools/call-operation.ts";
import { operationNamed } from "./tools/rest-api-tool.ts";

const ORIGINS = 5;

export function apiCapability(services: RestApiServices): ApiCapability {
  const { operations, search, origins, checker, document } = services;
  return {
    operations: operations.all.map(shown),
    find(name) {
      const named = operations.find(name);
      return named && shown(named.operation);
    },
    search: (text, limit) => search.search(text, limit).map(({ operation }) => shown(operation)),
    prepare: (name, given) =>
      orFailure(async () => {
        const { operation, values } = operationNamed(name, services);
        const checked = checker.check(operation, { ...values, ...given });
        return { request: preparedRequest(checker.build(operation, checked)) };
      }),
    origins(name, argument) {
      const named = operations.find(name);
      return named === undefined ? [] : origins.of(named.operation, argument, ORIGINS);
    },
    needs(name) {
      const operation = operations.find(name)?.operation;
      if (operation === undefined) return [];
      return namedNeedsOf(operation, document).map((each) => ({
        name: each,
        isIdentifier: origins.isIdentifier(operation, each),
        example: exampleOf(each, operation, document),
      }));
    },
  };
}

function exampleOf(name: string, { parameters, body }: Operation, { schemas }: ApiDocument): Json {
  const parameter = parameters.find((each) => each.name === name);
  const root = body?.contents[0]?.schema;
  if (parameter === undefined && root === undefined) return null;
  const member = membersOf(root, schemas).list.find((each) => each.name === name);
  return typicalValue(parameter?.schema ?? member?.schema ?? root, schemas);
}

function shown({ id, operationId, method, path, summary, description }: Operation): ApiOperation {
  return { id, method, path, summary, description, ...(operationId === undefined ? {} : { operationId }) };
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
