import type { ApiDocument, Operation } from "../document/api-document.ts";
import { FIELD_WEIGHTS, type FieldName, operationFields } from "./operation-fields.ts";
import { type OperationKind, operationKind } from "./operation-kind.ts";
import { type PathShape, pathShape } from "./path-shape.ts";
import { createTermIndex, type TermIndex } from "./term-index.ts";
import { wordKey } from "./word-key.ts";

export interface IndexedOperation {
  readonly operation: Operation;
  readonly shape: PathShape;
  readonly kind: OperationKind;
  /** Terms that its path is made of: what a step that means it should speak of. */
  readonly core: readonly string[];
}

export interface IndexedOperations {
  readonly all: readonly IndexedOperation[];
  readonly terms: TermIndex;
}

const FIELDS = Object.keys(FIELD_WEIGHTS) as readonly FieldName[];

export function indexOperations(document: ApiDocument): IndexedOperations {
  const siblings = new Set(document.operations.map(({ method, path }) => `${method} ${path}`));
  const all = document.operations.map((operation) => {
    const shape = pathShape(operation.path);
    const core = [...new Set(shape.segments.flat().map(wordKey))];
    return { operation, shape, core, kind: operationKind(operation, shape, siblings) };
  });
  const terms = createTermIndex(
    all.map(({ operation, shape }) => {
      const fields = operationFields(operation, shape, document.schemas);
      return FIELDS.map((name) => ({ weight: FIELD_WEIGHTS[name], terms: fields[name].map(wordKey) }));
    }),
  );
  return { all, terms };
}
