import type { CatalogEntry } from "./privacy-facts.ts";

/** One column that the order of an index hangs on. */
export interface IndexPart {
  readonly schema: string;
  readonly table: string;
  readonly index: string;
  readonly column: string;
}

/** The indexes of which a catalog gives the parts one by one. */
export function indexEntries(parts: readonly IndexPart[]): readonly CatalogEntry[] {
  const indexes = Map.groupBy(parts, ({ schema, table, index }) => JSON.stringify([schema, table, index]));
  return [...indexes.values()].flatMap((columns): readonly CatalogEntry[] => {
    const [first] = columns;
    if (first === undefined) return [];
    const { schema, table, index } = first;
    const names = columns.map(({ column }) => column);
    return [{ kind: "index", schema, name: table, visible: false, index: { name: index, columns: names } }];
  });
}
