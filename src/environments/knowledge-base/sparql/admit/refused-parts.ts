import { TripleStoreError } from "../../store/triple-store-error.ts";

/** Virtuoso's own functions reach its server; of them only text search is let through. */
const HOST_FUNCTION = /^(?:bif:(?!contains$).|sql:.|java:.|javascript:.)/iu;

/** @throws TripleStoreError `unsupported` for SERVICE, FROM with a graph that is not among `graphs`, and functions of the engine's host */
export function refusedParts(tree: object, graphs: readonly string[]): void {
  const allowed = new Set(graphs);
  const namespaces = declaredIn(tree);
  const waiting: object[] = [tree];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const { type, subType, clauses } = node as Readonly<Record<string, unknown>>;
    const iri = iriOf(node, namespaces);
    if (subType === "service") throw refused("SERVICE would ask another server, which is not allowed.");
    if (type === "datasetClauses" && Array.isArray(clauses))
      for (const clause of clauses) {
        const graph = iriOf((clause as { value?: object }).value, namespaces);
        if (graph === undefined || !allowed.has(graph))
          throw refused(`FROM <${graph ?? ""}> names a graph that is not configured.`);
      }
    if (iri !== undefined && HOST_FUNCTION.test(iri)) throw refused(`The function ${iri} is not allowed.`);
    for (const child of Object.values(node))
      if (typeof child === "object" && child !== null) waiting.push(child);
  }
}

/** Prefix to namespace, as declared before the query. */
function declaredIn(tree: object): ReadonlyMap<string, string> {
  const { context } = tree as { readonly context?: readonly object[] };
  return new Map(
    (context ?? []).flatMap((each) => {
      const { subType, key, value } = each as { subType?: string; key?: string; value?: { value?: string } };
      return subType === "prefix" ? [[key ?? "", value?.value ?? ""] as const] : [];
    }),
  );
}

/** Terms keep the prefix that they were written with. */
function iriOf(node: object | undefined, namespaces: ReadonlyMap<string, string>): string | undefined {
  const { subType, value, prefix } = (node ?? {}) as Readonly<Record<string, unknown>>;
  if (subType !== "namedNode" || typeof value !== "string") return undefined;
  return typeof prefix === "string" ? (namespaces.get(prefix) ?? "") + value : value;
}

function refused(engineMessage: string): TripleStoreError {
  return new TripleStoreError({ kind: "unsupported", engineMessage });
}
