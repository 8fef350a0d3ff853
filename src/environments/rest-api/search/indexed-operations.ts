import type { ApiDocument, Operation } from "../document/api-document.ts";
import { alternatives, listOf, type Schemas } from "../document/schema-view.ts";
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
  /** Arguments besides those of the path without which it cannot be called. */
  readonly needed: readonly string[];
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
    return {
      operation,
      shape,
      core,
      needed: neededArguments(operation, document.schemas),
      kind: operationKind(operation, shape, siblings),
    };
  });
  const terms = createTermIndex(
    all.map(({ operation, shape, kind }) => {
      const fields = operationFields(operation, shape, kind, document.schemas);
      return FIELDS.map((name) => ({ weight: FIELD_WEIGHTS[name], terms: fields[name].map(wordKey) }));
    }),
  );
  return { all, terms };
}

function neededArguments(operation: Operation, schemas: Schemas): readonly string[] {
  const queried = operation.parameters.filter((each) => each.required && each.in === "query");
  const required = (operation.body?.contents ?? [])
    .slice(0, 1)
    .flatMap(({ schema }) => alternatives(schema, schemas).slice(0, 1))
    .flatMap((each) => listOf(each.schema["required"]));
  return [...queried.map(({ name }) => name), ...required.filter((each) => typeof each === "string")];
}
