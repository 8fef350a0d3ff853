import type { TripleStore } from "../../../store/triple-store.ts";
import type { Vocabulary } from "../../../vocabulary/vocabulary.ts";
import type { TripleTable } from "../triple-table.ts";

/**
 * `TripleStore.query` over a table: the text is let through or refused as on an endpoint, then run here. Most tasks do without SPARQL; what reads it is
 * loaded with the first query.
 */
export function tableQuery(table: TripleTable, { prefixes }: Vocabulary): TripleStore["query"] {
  return async (sparql, options, bounds) => {
    const { admitQuery } = await import("../../../sparql/admit/admit-query.ts");
    const { embeddedQuery } = await import("./embedded-query.ts");
    return embeddedQuery(table, admitQuery(sparql, { prefixes }).parsed, options, bounds);
  };
}
