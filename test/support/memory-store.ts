import { createEmbeddedStore } from "../../src/environments/knowledge-base/stores/embedded/open-embedded-store.ts";
import { TableBuilder } from "../../src/environments/knowledge-base/stores/embedded/table/table-builder.ts";
import type { TripleTable } from "../../src/environments/knowledge-base/stores/embedded/triple-table.ts";
import type { TripleStore } from "../../src/environments/knowledge-base/triple-store/triple-store.ts";
import type { Vocabulary } from "../../src/environments/knowledge-base/vocabulary/vocabulary.ts";
import { naiveLabelSearch } from "./naive-label-search.ts";
import { NaiveGraph, type Triple } from "./naive-set.ts";

/** A table of triples in the order in which they are given. */
export async function memoryTable(triples: readonly Triple[]): Promise<TripleTable> {
  const builder = new TableBuilder();
  for (const [subject, predicate, object] of triples) {
    if (predicate.kind === "iri") builder.addTerms(subject, predicate, object);
  }
  return builder.finish({ signal: new AbortController().signal });
}

/** The embedded store without files: over a table made here, with the plain label search. */
export async function memoryStore(
  triples: readonly Triple[],
  vocabulary: Vocabulary,
  more: { readonly cacheBytes?: number } = {},
): Promise<TripleStore> {
  return createEmbeddedStore({
    table: await memoryTable(triples),
    name: "memory",
    key: "0123456789abcdef",
    dataVersion: "1",
    vocabulary,
    labelSearch: naiveLabelSearch(new NaiveGraph(triples, vocabulary)),
    ...more,
  });
}
