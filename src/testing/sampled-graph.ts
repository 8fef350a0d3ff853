import type { Step } from "../environments/knowledge-base/program/program.ts";
import { stepKey } from "../environments/knowledge-base/program/program-parts.ts";
import { isNode, type Term } from "../environments/knowledge-base/term/term.ts";
import { termText } from "../environments/knowledge-base/term/term-text.ts";

export interface GraphEdge extends Step {
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
  /** Ends of the predicate in this direction that one term has at most. */
  mostEnds(step: Step): number;
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
  const most = widestOf(edges.values());
  return {
    terms: [...terms.values()],
    predicates: [...predicates],
    classes: [...new Set([...classes.values()].flat())],
    edges: (term) => edges.get(termText(term)) ?? [],
    classesOf: (term) => classes.get(termText(term)) ?? [],
    mostEnds: (step) => most.get(stepKey(step)) ?? 0,
  };
}

function widestOf(edges: Iterable<readonly GraphEdge[]>): ReadonlyMap<string, number> {
  const most = new Map<string, number>();
  for (const ofTerm of edges) {
    const counts = new Map<string, number>();
    for (const edge of ofTerm) counts.set(stepKey(edge), (counts.get(stepKey(edge)) ?? 0) + 1);
    for (const [step, count] of counts) most.set(step, Math.max(most.get(step) ?? 0, count));
  }
  return most;
}
