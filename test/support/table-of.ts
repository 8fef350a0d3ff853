import { TableBuilder } from "../../src/environments/knowledge-base/stores/embedded/table/table-builder.ts";
import type { TripleTable } from "../../src/environments/knowledge-base/stores/embedded/triple-table.ts";
import type { Iri, Term } from "../../src/environments/knowledge-base/term/term.ts";

/** A table in memory of these triples; predicates are IRIs. */
export function tableOf(
  triples: Iterable<readonly [subject: Term, predicate: Term, object: Term]>,
): Promise<TripleTable> {
  const builder = new TableBuilder();
  for (const [subject, predicate, object] of triples) builder.addTerms(subject, predicate as Iri, object);
  return builder.finish({ signal: new AbortController().signal });
}
