import { FuxiError } from "../../errors/fuxi-error.ts";
import { nearestNames } from "../../util/nearest-names.ts";
import type { ApiDocument, Operation } from "./document/api-document.ts";
import { createOperationIndex, type NamedOperation } from "./operation-index.ts";
import type { AllowedPath, OperationRules } from "./rest-api-services.ts";

/**
 * Rules with each operation by its id, and the operations that remain when those that are denied are taken away. Leave with values in its path is
 * given apart: it holds for them alone. A denial with values is one of the whole operation.
 * @throws FuxiError `configuration-invalid` for a name that no operation has, and for one with values in its path that is said to only read
 */
export function operationRules(
  { operations }: Pick<ApiDocument, "operations">,
  { allow = [], readOnly = [], deny = [], dryRun = false }: Partial<OperationRules>,
): {
  readonly rules: OperationRules;
  readonly allowedPaths: readonly AllowedPath[];
  readonly visible: readonly Operation[];
} {
  const index = createOperationIndex(operations);
  const namedBy = (name: string): NamedOperation => {
    const named = index.find(name);
    if (named !== undefined) return named;
    const [near] = nearestNames(
      name,
      operations.map(({ id }) => id),
      { limit: 1 },
    );
    throw new FuxiError("configuration-invalid", `The API has no operation "${name}".`, {
      hint:
        near === undefined
          ? "See: fuxi call <document> find_operations text=…"
          : `Did you mean ${near.name}?`,
    });
  };
  const denied = new Set(deny.map((name) => namedBy(name).operation.id));
  const allowed = allow.filter((name) => name !== "*").map(namedBy);
  return {
    rules: {
      allow: [
        ...allow.filter((name) => name === "*"),
        ...allowed.filter((named) => !hasValues(named)).map(({ operation }) => operation.id),
      ],
      readOnly: readOnly.map((name) => wholeOperation(name, namedBy(name))),
      deny: [...denied],
      dryRun,
    },
    allowedPaths: allowed
      .filter(hasValues)
      .map(({ operation, values }) => ({ operation: operation.id, values })),
    visible: operations.filter(({ id }) => !denied.has(id)),
  };
}

const hasValues = ({ values }: NamedOperation): boolean => Object.keys(values).length > 0;

function wholeOperation(name: string, named: NamedOperation): string {
  const { id } = named.operation;
  if (!hasValues(named)) return id;
  throw new FuxiError("configuration-invalid", `"${name}" is one path of an operation that has many.`, {
    hint: `Only a whole operation can be said to only read: ${id}`,
  });
}
