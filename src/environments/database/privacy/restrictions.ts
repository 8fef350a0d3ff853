import type { TableSchema } from "../schema/database-schema.ts";

/** What stands in place of every masked value. */
export const MASK = "***";

/** What holds for one table or view. */
export interface TableRestriction {
  readonly table: TableSchema;
  /** The schema that it really stands in. */
  readonly schema: string;
  readonly denied: boolean;
  /** Names of columns; empty sets for a table that is seen whole. */
  readonly deniedColumns: ReadonlySet<string>;
  readonly maskedColumns: ReadonlySet<string>;
}

/** A policy as it applies to a database. */
export interface Restrictions {
  readonly tables: readonly TableRestriction[];
  /** Lower-case names of functions that the database adds to the engine's. */
  readonly ownFunctions: ReadonlySet<string>;
  /** Views that may show what they take from restricted tables, with the views that they are made of. */
  readonly readers: readonly string[];
}

/** True for a table that statements see through a shadow, or not at all. */
export function isRestricted(table: TableRestriction): boolean {
  return table.denied || table.deniedColumns.size > 0 || table.maskedColumns.size > 0;
}
