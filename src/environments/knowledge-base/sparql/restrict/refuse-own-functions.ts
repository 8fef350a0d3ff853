import { TripleStoreError } from "../../store/triple-store-error.ts";
import type { AdmittedQuery } from "../admit/admit-query.ts";
import { fullIri } from "./written-term.ts";

const XSD = "http://www.w3.org/2001/XMLSchema#";

/**
 * Functions that are called by an IRI may look at more than their arguments. Casts do not.
 * @throws TripleStoreError `unsupported`
 */
export function refuseOwnFunctions({ parsed }: AdmittedQuery): void {
  const namespaces = new Map(
    parsed.context.map((each) => [each.subType === "prefix" ? each.key : "", each.value.value] as const),
  );
  const waiting: object[] = [parsed];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const { subType, function: called } = node as { readonly subType?: string; readonly function?: unknown };
    if (subType === "functionCall") {
      const iri = fullIri(called as Parameters<typeof fullIri>[0], { namespaces, letter: "" });
      if (!iri.startsWith(XSD))
        throw new TripleStoreError({
          kind: "unsupported",
          engineMessage: `Parts of this knowledge base are private. The function <${iri}> is not run.`,
        });
    }
    for (const child of Object.values(node))
      if (typeof child === "object" && child !== null) waiting.push(child as object);
  }
}
