import type { Step } from "../../src/environments/knowledge-base/program/program.ts";
import {
  type ComparableValue,
  comparableValue,
  compareValues,
} from "../../src/environments/knowledge-base/term/comparable-value.ts";
import { isNode, type Term, termText } from "../../src/environments/knowledge-base/term/term.ts";
import type {
  AttributeFacts,
  ClassCount,
  RelationFacts,
  TermsKind,
} from "../../src/environments/knowledge-base/triple-store/triple-store.ts";

import { isLabel } from "../../src/environments/knowledge-base/vocabulary/best-label.ts";
import { hiddenPredicates } from "../../src/environments/knowledge-base/vocabulary/vocabulary.ts";
import { type NaiveGraph, setOf, sorted, type TermSet } from "./naive-set.ts";

/** Numbers, dates, texts (any other literal, and quoted triples), entities; "mixed" is more than one of these. */
export function kindOf(terms: Iterable<Term>): TermsKind {
  const kinds = new Set<TermsKind>();
  for (const term of terms) {
    const value = comparableValue(term);
    kinds.add(isNode(term) ? "entities" : value === undefined ? "texts" : `${value.kind}s`);
  }
  return kinds.size > 1 ? "mixed" : ([...kinds][0] ?? "none");
}

/** Most frequent first, then by IRI. */
export function classCounts(graph: NaiveGraph, terms: Iterable<Term>): readonly ClassCount[] {
  const counts = new Map<string, number>();
  for (const term of terms) {
    for (const each of graph.classes(term)) counts.set(each, (counts.get(each) ?? 0) + 1);
  }
  return [...counts]
    .map(([name, count]) => ({ class: name, count }))
    .sort((a, b) => b.count - a.count || (a.class < b.class ? -1 : 1));
}

/** Visible single edges of a term: forward ones, and for all terms those that end in it. */
export function edges(graph: NaiveGraph, term: Term): readonly { step: Step; end: Term }[] {
  const hidden = hiddenPredicates(graph.vocabulary);
  const key = termText(term);
  return graph.triples.flatMap(([subject, predicate, object]) => {
    if (predicate.kind !== "iri" || hidden(predicate.value)) return [];
    const step = (inverse: boolean): Step => ({ predicate: predicate.value, inverse });
    return [
      ...(termText(subject) === key ? [{ step: step(false), end: object }] : []),
      ...(termText(object) === key ? [{ step: step(true), end: subject }] : []),
    ];
  });
}

/**
 * Nodes that stand for a statement as seen from `from`: by their stated class, by the beginning of their IRI, or, where the vocabulary has it so, nodes
 * without a label that are the subject of some triple and are reached from a literal or from a node with a label.
 */
export function isMediator(graph: NaiveGraph, node: Term, from: Term): boolean {
  if (!isNode(node)) return false;
  const { classes, prefixes, unlabelled } = graph.vocabulary.mediators;
  if (graph.classes(node).some((each) => classes.includes(each))) return true;
  if (node.kind === "iri" && prefixes.some((prefix) => node.value.startsWith(prefix))) return true;
  const fromNamed = !isNode(from) || hasLabel(graph, from);
  const key = termText(node);
  const isSubject = graph.triples.some(([subject]) => termText(subject) === key);
  return unlabelled && fromNamed && !hasLabel(graph, node) && isSubject;
}

function hasLabel(graph: NaiveGraph, node: Term): boolean {
  return graph.vocabulary.label.some((predicate) =>
    graph.ends(node, { predicate, inverse: false }).some(isLabel),
  );
}

interface Listed {
  readonly path: readonly Step[];
  /** Ends by the member that has them. */
  readonly byMember: Map<string, TermSet>;
}

/**
 * Relations of the members: each visible edge that does not end in a mediator, and each pair of visible edges with a mediator between them, unless the
 * second leads back to the very member. A mediator from which nothing leads on is not listed.
 */
export function listedPaths(graph: NaiveGraph, members: TermSet): readonly Listed[] {
  const listed = new Map<string, Listed>();
  const add = (path: readonly Step[], member: string, end: Term) => {
    const key = JSON.stringify(path);
    const one = listed.get(key) ?? { path, byMember: new Map() };
    listed.set(key, one);
    one.byMember.set(member, setOf([...(one.byMember.get(member)?.values() ?? []), end]));
  };
  for (const [key, member] of members) {
    for (const { step, end } of edges(graph, member)) {
      if (!isMediator(graph, end, member)) add([step], key, end);
      else {
        for (const next of edges(graph, end)) {
          if (termText(next.end) !== key) add([step, next.step], key, next.end);
        }
      }
    }
  }
  return [...listed.values()];
}

export function naiveRelations(graph: NaiveGraph, members: TermSet): readonly RelationFacts[] {
  return listedPaths(graph, members).map(({ path, byMember }) => {
    const ends = setOf([...byMember.values()].flatMap((each) => [...each.values()])).values();
    const all = [...ends];
    const name = classCounts(graph, all)[0]?.class;
    const end = { kind: kindOf(all), ...(name === undefined ? {} : { class: name }) };
    return { path, members: byMember.size, end };
  });
}

/** One entry for each path and kind; of equal extremes the term that comes first. */
export function naiveAttributes(graph: NaiveGraph, members: TermSet): readonly AttributeFacts[] {
  return listedPaths(graph, members).flatMap(({ path, byMember }) =>
    (["number", "date"] as const).flatMap((kind): AttributeFacts[] => {
      const ofKind = (set: TermSet) =>
        sorted(set).flatMap((term) => {
          const value = graph.value(term, path);
          return value?.kind === kind ? [{ term, value }] : [];
        });
      const having = [...byMember.values()].map(ofKind).filter((values) => values.length > 0);
      const values = ofKind(setOf(having.flat().map(({ term }) => term)));
      const least = extreme(values, -1);
      const greatest = extreme(values, 1);
      if (least === undefined || greatest === undefined) return [];
      return [{ path, kind, members: having.length, least, greatest }];
    }),
  );
}

function extreme(values: readonly { term: Term; value: ComparableValue }[], sign: 1 | -1): Term | undefined {
  return values.find(({ value }) =>
    values.every((other) => sign * (compareValues(value, other.value) ?? 0) >= 0),
  )?.term;
}
