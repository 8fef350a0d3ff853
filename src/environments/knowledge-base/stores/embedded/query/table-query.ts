import { admitQuery } from "../../../sparql/admit/admit-query.ts";
import type { TripleStore } from "../../../store/triple-store.ts";
import type { Vocabulary } from "../../../vocabulary/vocabulary.ts";
import type { TripleTable } from "../triple-table.ts";
import { embeddedQuery } from "./embedded-query.ts";

/** `TripleStore.query` over a table: the text is let through or refused as on an endpoint, then run here. */
export function tableQuery(table: TripleTable, { prefixes }: Vocabulary): TripleStore["query"] {
  return (sparql, options, bounds) =>
    embeddedQuery(table, admitQuery(sparql, { prefixes }).parsed, options, bounds);
}
