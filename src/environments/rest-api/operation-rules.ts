import { FuxiError } from "../../errors/fuxi-error.ts";
import { nearestNames } from "../../util/nearest-names.ts";
import type { ApiDocument, Operation } from "./document/api-document.ts";
import { createOperationIndex } from "./operation-index.ts";
import type { OperationRules } from "./rest-api-services.ts";

/**
 * Rules with each operation by its id, and the operations that remain when those that are denied are taken away.
 * @throws FuxiError `configuration-invalid` for a name that no operation has
 */
export function operationRules(
  { operations }: Pick<ApiDocument, "operations">,
  { allow = [], readOnly = [], deny = [], dryRun = false }: Partial<OperationRules>,
): { readonly rules: OperationRules; readonly visible: readonly Operation[] } {
  const index = createOperationIndex(operations);
  const idOf = (name: string): string => {
    const named = index.find(name);
    if (named !== undefined) return named.operation.id;
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
  const denied = new Set(deny.map(idOf));
  return {
    rules: {
      allow: allow.map((name) => (name === "*" ? name : idOf(name))),
      readOnly: readOnly.map(idOf),
      deny: [...denied],
      dryRun,
    },
    visible: operations.filter(({ id }) => !denied.has(id)),
  };
}
