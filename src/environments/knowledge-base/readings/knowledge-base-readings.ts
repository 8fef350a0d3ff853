import { type FoundReading, LIKENESSES, type Readings } from "../../../environment/readings.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { createGraphReader } from "../access/graph-reader.ts";
import type { KnowledgeBaseServices } from "../knowledge-base-services.ts";
import { entityReadings } from "./entity-readings.ts";
import { classReadings, relationReadings } from "./schema-readings.ts";

/** Readings that are told apart; no more are ever given. */
const MOST = 12;
/** Longer texts are no name of anything. */
const LONGEST_WORDS = 200;

/**
 * What words may mean in a knowledge base: entities by label search, classes, relations and attributes by label, name and comment. Several
 * entities of one name are several readings. Over endpoints it finds what their label search finds.
 *
 * @throws TripleStoreError; FuxiError `cancelled`
 */
export function knowledgeBaseReadings(services: KnowledgeBaseServices): Readings {
  return {
    async find(words, _task, limit, context) {
      if (context.signal.aborted) {
        throw new FuxiError("cancelled", "The work was cancelled.", { cause: context.signal.reason });
      }
      const written = words.replace(/\s+/gu, " ").trim();
      if (!/[\p{L}\p{N}]/u.test(written) || written.length > LONGEST_WORDS || limit <= 0) return [];
      const graph = createGraphReader(services, context, []);
      await services.cache.refresh(() => services.store.dataVersion(graph.bounds()));
      const found = [
        ...(await entityReadings(written, graph, services.names, MOST)),
        ...(await classReadings(written, graph, services)),
        ...(await relationReadings(written, graph, services)),
      ];
      return ranked(found).slice(0, Math.min(limit, MOST));
    },
  };
}

/** Things called just so, whatever they are, leave out those that are only near; what stands first of two alike texts stays. */
function ranked(found: readonly FoundReading[]): readonly FoundReading[] {
  const exact = found.some(({ likeness }) => likeness === "same" || likeness === "form");
  const kept = found.filter(({ likeness }) => !exact || likeness !== "near");
  const sorted = kept.toSorted(
    (a, b) => b.score - a.score || LIKENESSES.indexOf(a.likeness) - LIKENESSES.indexOf(b.likeness),
  );
  return [...new Map(sorted.toReversed().map((each) => [each.text, each])).values()].toReversed();
}
