import type { DatabaseSchema, TableSchema } from "../schema/database-schema.ts";
import { builtWhenAsked } from "./index-on-demand.ts";
import type { OpenedValueIndex } from "./open-value-index.ts";
import type { ValueIndex } from "./value-index.ts";

/** Rows of a table that is read without being told to. */
const MOST_ROWS = 50_000;
/** Cells that are read so in all. */
const MOST_CELLS = 2_000_000;
/** A server that others write to has new data at any time: what is read of it is believed so long before it is read again. */
export const PAUSE_MILLISECONDS = 60_000;

/** Small tables, smallest first, as many as may be read without being told to. */
export function smallTables({ tables }: DatabaseSchema): ReadonlySet<TableSchema> {
  const small = new Set<TableSchema>();
  let cells = 0;
  const known = tables.filter(({ kind, rowCount }) => kind === "table" && rowCount !== undefined);
  for (const table of known.toSorted((a, b) => (a.rowCount?.value ?? 0) - (b.rowCount?.value ?? 0))) {
    const rows = table.rowCount?.value ?? 0;
    cells += rows * table.columns.length;
    if (rows > MOST_ROWS || cells > MOST_CELLS) break;
    small.add(table);
  }
  return small;
}

/**
 * An index for a server that others work on: it reads small tables when they are first needed, takes near values of the others from the
 * server's statistics, and reads those only when it is built on purpose.
 */
export function lazyIndex(index: OpenedValueIndex, schema: DatabaseSchema): ValueIndex {
  const small = smallTables(schema);
  let rested = Number.NEGATIVE_INFINITY;
  return builtWhenAsked(index, async (signal) => {
    // What has changed is noticed each time: from then on nothing of it is claimed that the server does not confirm.
    const isDue = performance.now() >= rested;
    await index.buildTables(isDue ? small : NONE, signal);
    if (isDue) rested = performance.now() + PAUSE_MILLISECONDS;
  });
}

const NONE: ReadonlySet<TableSchema> = new Set();
