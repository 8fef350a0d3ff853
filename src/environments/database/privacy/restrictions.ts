import type { TableSchema } from "../schema/database-schema.ts";
import type { TableIndex } from "../sql/privacy-facts.ts";

/** What holds for one table or view. */
export interface TableRestriction {
  readonly table: TableSchema;
  /** The schema that it really stands in. */
  readonly schema: string;
  readonly denied: boolean;
  /** Names of columns; empty sets for a table that is seen whole. */
  readonly deniedColumns: ReadonlySet<string>;
  readonly maskedColumns: ReadonlySet<string>;
  /** Columns that are seen as values of another type, as a cast to their own may read what is hidden. */
  readonly readAs: ReadonlyMap<string, string>;
  /** True where a whole row may not be one of the table's own type, as a cast of it may read what is hidden. */
  readonly rowsLoseType: boolean;
  /** Indexes with a column that is denied or masked: rows that are read by one come in the order of what is hidden. */
  readonly hiddenIndexes: readonly TableIndex[];
}

/** A policy as it applies to a database. */
export interface Restrictions {
  readonly tables: readonly TableRestriction[];
  /** Lower-case names of functions that the database adds to the engine's, and of hidden types of its own, which can be called like functions. */
  readonly ownFunctions: ReadonlySet<string>;
  /** Types that may not be named: the engine calls functions for them that read what is hidden. */
  readonly hiddenTypes: ReadonlySet<string>;
  /** Views that may show what they take from restricted tables, with the views that they are made of. */
  readonly readers: readonly string[];
}

/** True for a table that statements see through a shadow, or not at all. */
export function isRestricted(table: TableRestriction): boolean {
  return (
    table.denied ||
    table.rowsLoseType ||
    [table.deniedColumns, table.maskedColumns, table.readAs].some(({ size }) => size > 0)
  );
}
