import type { SqlDriver } from "../driver/sql-driver.ts";
import { SqlEngineError } from "../driver/sql-engine-error.ts";
import type { TableSchema } from "../schema/database-schema.ts";
import { qualifiedTable } from "./column-sql.ts";

/**
 * An integer that orders the rows of a table and can be searched, written as SQL: its primary key, else the row number that engines such
 * as SQLite keep. Undefined where there is none; then the table cannot be read in slices of rows.
 */
export async function rowKey(
  driver: SqlDriver,
  table: TableSchema,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (table.kind === "view") return undefined;
  const primary = table.columns.filter((column) => column.primaryKeyPosition !== undefined);
  if (primary.length === 1 && primary[0]?.affinity === "integer") {
    return driver.dialect.identifier(primary[0].name);
  }
  if (table.columns.some((column) => column.name.toLowerCase() === "rowid")) return undefined;
  try {
    await driver.compile(
      `SELECT rowid FROM ${qualifiedTable(driver.dialect, table)} WHERE rowid > 0`,
      signal,
    );
    return "rowid";
  } catch (error) {
    if (error instanceof SqlEngineError) return undefined;
    throw error;
  }
}
