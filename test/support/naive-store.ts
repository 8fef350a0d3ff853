import { isNode, type Term } from "../../src/environments/knowledge-base/term/term.ts";
import type {
  Fact,
  LabelSearch,
  TripleStore,
} from "../../src/environments/knowledge-base/triple-store/triple-store.ts";
import {
  type StoreBounds,
  TripleStoreError,
} from "../../src/environments/knowledge-base/triple-store/triple-store-error.ts";
import { bestLabel } from "../../src/environments/knowledge-base/vocabulary/best-label.ts";
import type { Vocabulary } from "../../src/environments/knowledge-base/vocabulary/vocabulary.ts";
import { FuxiError } from "../../src/errors/fuxi-error.ts";
import { naiveLabelSearch } from "./naive-label-search.ts";
import { naivePaths } from "./naive-paths.ts";
import { classCounts, edges, kindOf, naiveAttributes, naiveRelations } from "./naive-relations.ts";
import { naiveSchema } from "./naive-schema.ts";
import { NaiveGraph, setOf, sorted, type Triple } from "./naive-set.ts";

/** Classes that a summary names at most. */
const MOST_CLASSES = 8;

/** What the triple-store port means, in the plainest code: arrays that are scanned. For some hundred triples. */
export function naiveStore(
  triples: readonly Triple[],
  vocabulary: Vocabulary,
  labelSearch?: LabelSearch,
): TripleStore {
  const graph = new NaiveGraph(triples, vocabulary);
  let closed = false;
  /** Async, so that what goes wrong becomes a rejection. */
  const work = async <Result>({ signal }: StoreBounds, body: () => Result): Promise<Result> => {
    if (closed || signal.aborted) throw new FuxiError("cancelled", "The work was cancelled.");
    return body();
  };
  return {
    target: { name: "naive", key: "0123456789abcdef", engine: "naive" },
    vocabulary,
    labelSearch: labelSearch ?? naiveLabelSearch(graph),
    dataVersion: (bounds) => work(bounds, () => "1"),
    summarize: (program, { sample }, bounds) =>
      work(bounds, () => {
        const set = graph.evaluate(program);
        const members = sorted(set);
        const classes = classCounts(graph, members);
        const allHaveOne = members.every((term) => graph.classes(term).length > 0);
        return {
          size: set.size,
          kind: kindOf(members),
          classes: classes.slice(0, MOST_CLASSES),
          classesComplete: classes.length <= MOST_CLASSES && allHaveOne,
          sample: members.slice(0, sample),
        };
      }),
    members: (program, { limit }, bounds) =>
      work(bounds, () => {
        const all = sorted(graph.evaluate(program));
        return { terms: all.slice(0, limit), complete: all.length <= limit };
      }),
    relations: (program, bounds) => work(bounds, () => naiveRelations(graph, graph.evaluate(program))),
    attributes: (program, bounds) => work(bounds, () => naiveAttributes(graph, graph.evaluate(program))),
    labels: (terms, bounds) => work(bounds, () => terms.map((term) => labelOf(graph, term))),
    facts: (terms, { valuesPerPredicate }, bounds) =>
      work(bounds, () => terms.map((term) => factsOf(graph, term, valuesPerPredicate))),
    classesMeet: (a, b, bounds) =>
      work(bounds, () => {
        const [left, right] = [a, b].map((name) => graph.evaluate({ op: "instances", class: name }));
        return [...(left ?? [])].some(([key]) => right?.has(key));
      }),
    paths: (from, to, { maxSteps }, bounds) => work(bounds, () => naivePaths(graph, from, to, maxSteps)),
    schema: (bounds) => work(bounds, () => naiveSchema(graph)),
    query: (_sparql, _options, bounds) =>
      work(bounds, () => {
        throw new TripleStoreError({ kind: "unsupported", engineMessage: "This store has no SPARQL." });
      }),
    close: async () => {
      closed = true;
    },
  };
}

function labelOf(graph: NaiveGraph, term: Term): string | undefined {
  if (!isNode(term)) return undefined;
  const candidates = graph.vocabulary.label.flatMap((predicate, place) =>
    graph.ends(term, { predicate, inverse: false }).map((label) => ({ predicate: place, label })),
  );
  return bestLabel(candidates, graph.vocabulary);
}

/** By predicate; only what is said of the term, not what refers to it. */
function factsOf(graph: NaiveGraph, term: Term, most: number): readonly Fact[] {
  const said = edges(graph, term).filter(({ step }) => !step.inverse);
  const predicates = [...new Set(said.map(({ step }) => step.predicate))].sort();
  return predicates.map((predicate) => {
    const step = { predicate, inverse: false };
    const values = sorted(setOf(graph.ends(term, step)));
    return { step, values: values.slice(0, most), total: values.length };
  });
}
