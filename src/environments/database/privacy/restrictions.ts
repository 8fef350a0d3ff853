import type { TableSchema } from "../schema/database-schema.ts";

/** The restriction of one table or view. */
export interface TableRestriction {
  readonly table: TableSchema;
  /** The table's real schema. */
  readonly schema: string;
  readonly denied: boolean;
  /** Names of columns; both sets are empty for a fully visible table. */
  readonly deniedColumns: ReadonlySet<string>;
  readonly maskedColumns: ReadonlySet<string>;
}

/** A policy as it applies to a database. */
export interface Restrictions {
  readonly tables: readonly TableRestriction[];
  /** Lower-case names of functions that the database adds to the engine's. */
  readonly ownFunctions: ReadonlySet<string>;
  /** Views that may show data from restricted tables, with the views that they use. */
  readonly readers: readonly string[];
}

/** True for a table that statements read through a shadow, or not at all. */
export function isRestricted(table: TableRestriction): boolean {
  return table.denied || table.deniedColumns.size > 0 || table.maskedColumns.size > 0;
}
