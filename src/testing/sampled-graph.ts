import { isNode, type Term } from "../environments/knowledge-base/term/term.ts";
import { termText } from "../environments/knowledge-base/term/term-text.ts";

export interface GraphEdge {
  readonly predicate: string;
  readonly inverse: boolean;
  /** Where the edge leads from the term it is listed under. */
  readonly end: Term;
}

/** The triples that random programs are made from: the data themselves, or a part of them. */
export interface SampledGraph {
  readonly terms: readonly Term[];
  readonly predicates: readonly string[];
  readonly classes: readonly string[];
  /** Both directions. */
  edges(term: Term): readonly GraphEdge[];
  classesOf(term: Term): readonly string[];
}

/** Subjects that are quoted triples are left out: nothing leads on from them. */
export function sampledGraph(
  triples: Iterable<readonly [subject: Term, predicate: Term, object: Term]>,
  { type }: { readonly type: readonly string[] },
): SampledGraph {
  const terms = new Map<string, Term>();
  const edges = new Map<string, GraphEdge[]>();
  const classes = new Map<string, string[]>();
  const predicates = new Set<string>();
  const add = (from: Term, edge: GraphEdge): void => {
    const key = termText(from);
    const listed = edges.get(key);
    if (listed) listed.push(edge);
    else {
      edges.set(key, [edge]);
      terms.set(key, from);
    }
  };
  for (const [subject, predicate, object] of triples) {
    if (!isNode(subject) || predicate.kind !== "iri") continue;
    predicates.add(predicate.value);
    add(subject, { predicate: predicate.value, inverse: false, end: object });
    add(object, { predicate: predicate.value, inverse: true, end: subject });
    if (type.includes(predicate.value) && object.kind === "iri") {
      const key = termText(subject);
      classes.set(key, [...(classes.get(key) ?? []), object.value]);
    }
  }
  return {
    terms: [...terms.values()],
    predicates: [...predicates],
    classes: [...new Set([...classes.values()].flat())],
    edges: (term) => edges.get(termText(term)) ?? [],
    classesOf: (term) => classes.get(termText(term)) ?? [],
  };
}
