import { isNode, type Term } from "../../src/environments/knowledge-base/term/term.ts";
import type {
  GraphSchema,
  PredicateFacts,
} from "../../src/environments/knowledge-base/triple-store/triple-store.ts";
import { hiddenPredicates } from "../../src/environments/knowledge-base/vocabulary/vocabulary.ts";
import { classCounts, kindOf } from "./naive-relations.ts";
import { type NaiveGraph, setOf } from "./naive-set.ts";

/** Entities are nodes of which something is said. Classes at the ends of a predicate are counted by triples. */
export function naiveSchema(graph: NaiveGraph): GraphSchema {
  const hidden = hiddenPredicates(graph.vocabulary);
  const entities = [...setOf(graph.triples.map(([subject]) => subject)).values()].filter(isNode);
  const byPredicate = Map.groupBy(graph.triples, ([, predicate]) =>
    predicate.kind === "iri" ? predicate.value : "",
  );
  const predicates = [...byPredicate]
    .filter(([predicate]) => !hidden(predicate))
    .map(([predicate, triples]): PredicateFacts => {
      const [subjectClass, objectClass] = [0, 2].map(
        (place) =>
          classCounts(
            graph,
            triples.map((triple) => triple[place] as Term),
          )[0]?.class,
      );
      return {
        predicate,
        triples: triples.length,
        objectKind: kindOf(triples.map(([, , object]) => object)),
        ...(subjectClass === undefined ? {} : { subjectClass }),
        ...(objectClass === undefined ? {} : { objectClass }),
      };
    })
    .sort((a, b) => b.triples - a.triples || (a.predicate < b.predicate ? -1 : 1));
  return {
    triples: graph.triples.length,
    entities: entities.length,
    classes: classCounts(graph, entities),
    predicates,
    complete: true,
  };
}
