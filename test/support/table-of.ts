import { TableBuilder } from "../../src/environments/knowledge-base/stores/embedded/table/table-builder.ts";
import { encodeTable } from "../../src/environments/knowledge-base/stores/embedded/table/table-file.ts";
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

/** The memory of such a table, as its queries take it. */
export async function bytesOf(
  triples: Iterable<readonly [subject: Term, predicate: Term, object: Term]>,
): Promise<Uint8Array> {
  const report = {
    format: "n-triples",
    triples: 0,
    skipped: 0,
    examples: [],
    complete: true,
    remarks: [],
  } as const;
  return encodeTable({ source: { key: "", size: 0, mtimeMs: 0 }, report, table: await tableOf(triples) });
}
