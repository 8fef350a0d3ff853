import { TripleStoreError } from "../../../../store/triple-store-error.ts";
import { dateFunctions } from "./date-functions.ts";
import { hashFunctions } from "./hash-functions.ts";
import { numberFunctions } from "./number-functions.ts";
import type { SparqlFunction } from "./sparql-function.ts";
import { termFunctions } from "./term-functions.ts";
import { textFunctions } from "./text-functions.ts";

const FUNCTIONS: ReadonlyMap<string, SparqlFunction> = new Map(
  Object.entries({
    ...numberFunctions,
    ...termFunctions,
    ...textFunctions,
    ...dateFunctions,
    ...hashFunctions,
  }),
);

/** @throws TripleStoreError `unsupported` */
export function functionNamed(name: string): SparqlFunction {
  const found = FUNCTIONS.get(name.toLowerCase());
  if (found !== undefined) return found;
  throw new TripleStoreError({
    kind: "unsupported",
    engineMessage: `${name.toUpperCase()} is not known here.`,
  });
}
