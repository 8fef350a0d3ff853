import type { DuckDBConnection } from "@duckdb/node-api";
import type { BaseTables } from "./duckdb-result-origins.ts";

const COLUMNS = `
SELECT schema_name, table_name, column_name FROM duckdb_columns() JOIN duckdb_tables() USING (database_name, schema_name, table_name)
WHERE database_name = current_database() ORDER BY column_index`;

/** The base tables with their columns. They stay as they are while the file is open, as nobody can write to it then. */
export async function baseTables(connection: DuckDBConnection): Promise<BaseTables> {
  const rows = await (await connection.run(COLUMNS)).getRows();
  const tables = Map.groupBy(rows, ([schema, table]) => keyOf(String(schema), String(table)));
  return (schema, name) => {
    const found = tables.get(keyOf(schema, name));
    return found && { table: String(found[0]?.[1]), columns: found.map(([, , column]) => String(column)) };
  };
}

/** DuckDB folds ASCII letters only. */
function keyOf(schema: string, table: string): string {
  return `${schema}\0${table}`.replaceAll(/[A-Z]/gu, (letter) => letter.toLowerCase());
}
