import { TripleStoreError } from "../../store/triple-store-error.ts";

/** Virtuoso's own functions reach its server; of them only text search is let through. */
const HOST_FUNCTION = /^(?:bif:(?!contains$).|sql:.|java:.|javascript:.)/iu;

/** What is written relative to such a base, or after such a prefix, would become a name of theirs. */
const HOST_SCHEME = /^(?:bif|sql|java|javascript):/iu;

/** @throws TripleStoreError `unsupported` for SERVICE, FROM or GRAPH with a graph that is not among `graphs`, and functions of the engine's host */
export function refusedParts(tree: object, graphs: readonly string[]): void {
  const allowed = new Set(graphs);
  const namespaces = declaredIn(tree);
  refuseHostBase(tree);
  const waiting: object[] = [tree];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const { type, subType, clauses, name } = node as Readonly<Record<string, unknown>>;
    const iri = iriOf(node, namespaces);
    if (subType === "service") throw refused("SERVICE would ask another server, which is not allowed.");
    if (subType === "graph") {
      const graph = iriOf(name as object | undefined, namespaces);
      if (graph !== undefined && !allowed.has(graph))
        throw refused(`GRAPH <${graph}> names a graph that is not configured.`);
    }
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

interface Declaration {
  readonly subType?: string;
  readonly key?: string;
  readonly value?: { readonly value?: string };
}

function declarations(tree: object): readonly Declaration[] {
  return (tree as { readonly context?: readonly Declaration[] }).context ?? [];
}

function refuseHostBase(tree: object): void {
  for (const { subType, value } of declarations(tree))
    if (subType === "base" && HOST_SCHEME.test(value?.value ?? ""))
      throw refused(`BASE <${value?.value}> is the engine's own and not allowed.`);
}

/** Prefix to namespace, as declared before the query. Engines differ in which declaration of a prefix holds, so there may be only one. */
function declaredIn(tree: object): ReadonlyMap<string, string> {
  const namespaces = new Map<string, string>();
  for (const { subType, key = "", value } of declarations(tree)) {
    if (subType !== "prefix") continue;
    const namespace = value?.value ?? "";
    if ((namespaces.get(key) ?? namespace) !== namespace)
      throw refused(`The prefix ${key}: is declared twice, with different namespaces.`);
    namespaces.set(key, namespace);
  }
  return namespaces;
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
