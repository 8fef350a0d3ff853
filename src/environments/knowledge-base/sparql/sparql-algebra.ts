import { toAlgebra } from "@traqula/algebra-sparql-1-1";
import type { Algebra } from "@traqula/algebra-transformations-1-1";
import { storeError } from "../triple-store/triple-store-error.ts";

/** The algebra of a parsed query. @throws TripleStoreError `syntax` for a relative IRI without a base */
export function sparqlAlgebra(...given: Parameters<typeof toAlgebra>): Algebra.Operation {
  try {
    return toAlgebra(...given) as Algebra.Operation;
  } catch (error) {
    const relative =
      error instanceof Error ? /relative IRI (.*) because/su.exec(error.message)?.[1] : undefined;
    if (relative === undefined) throw error;
    throw storeError("syntax", `<${relative.slice(0, 100)}> is not a whole IRI.`, {
      hint: "Write the whole IRI, <http://…>, or a prefixed name such as rdfs:label; BASE <http://…> completes relative ones.",
      cause: error,
    });
  }
}
