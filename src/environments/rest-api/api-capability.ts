import type { ApiCapability, ApiOperation } from "../../environment/api-capability.ts";
import type { Operation } from "./document/api-document.ts";
import type { RestApiServices } from "./rest-api-services.ts";
import { operationNamed } from "./tools/operation-named.ts";
import { preparedRequest } from "./tools/shown-request.ts";

const ORIGINS = 5;

export function apiCapability(services: RestApiServices): ApiCapability {
  const { operations, search, origins, checker } = services;
  return {
    operations: operations.all.map(shown),
    find(name) {
      const named = operations.find(name);
      return named && shown(named.operation);
    },
    search: (text, limit) => search.search(text, limit).map(({ operation }) => shown(operation)),
    async prepare(name, given) {
      const named = operationNamed(name, services);
      if (named.failure) return { failure: named.failure };
      const checked = checker.check(named.operation, { ...named.values, ...given });
      if (checked.failure) return { failure: checked.failure };
      return { request: preparedRequest(checker.build(named.operation, checked.arguments)) };
    },
    origins(name, argument) {
      const named = operations.find(name);
      return named === undefined ? [] : origins.of(named.operation, argument, ORIGINS);
    },
  };
}

function shown({ id, operationId, method, path, summary, description }: Operation): ApiOperation {
  return { id, method, path, summary, description, ...(operationId === undefined ? {} : { operationId }) };
}
