import type { ApiCapability, ApiOperation } from "../../environment/capabilities.ts";
import type { Json } from "../../util/json.ts";
import type { ApiDocument, Operation } from "./document/api-document.ts";
import { membersOf, typicalValue } from "./document/schema-view.ts";
import { namedNeedsOf } from "./operation-index.ts";
import { orFailure } from "./refusal.ts";
import type { RestApiServices } from "./rest-api-services.ts";
import { preparedRequest } from "./tools/before-sending.ts";
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
