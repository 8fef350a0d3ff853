import type { DuckDBConnection } from "@duckdb/node-api";
import type { DuckdbCatalog } from "./duckdb-worker-messages.ts";

const RELATIONS = `
FROM (SELECT schema_name, table_name, 'table' AS kind, comment, estimated_size, table_oid AS oid FROM duckdb_tables()
WHERE database_name = current_database() AND NOT internal AND NOT temporary
UNION ALL
SELECT schema_name, view_name, 'view', comment, NULL, view_oid FROM duckdb_views()
WHERE database_name = current_database() AND NOT internal AND NOT temporary)
ORDER BY schema_name <> 'main', schema_name, kind, oid`;
const COLUMNS = `
SELECT schema_name, table_name, column_name, data_type, is_nullable, comment FROM duckdb_columns()
WHERE database_name = current_database() AND NOT internal ORDER BY column_index`;
const KEYS = `
SELECT schema_name, table_name, constraint_type, to_json(constraint_column_names), referenced_table,
  to_json(coalesce(referenced_column_names, []))
FROM duckdb_constraints()
WHERE database_name = current_database() AND constraint_type IN ('PRIMARY KEY', 'UNIQUE', 'FOREIGN KEY')
ORDER BY constraint_index`;
/** An index over expressions or several columns has them in the same text. */
const UNIQUE_INDEXES = `
SELECT schema_name, table_name, trim(expressions, '[]') FROM duckdb_indexes()
WHERE database_name = current_database() AND is_unique AND NOT is_primary`;

/** Counting reads little of a table, but of all tables together of a huge database too much. */
const COUNTED_ROWS = 500_000_000;

/** What the engine's catalog says about this database's own tables and views. */
export async function readDuckdbCatalog(connection: DuckDBConnection): Promise<DuckdbCatalog> {
  const rows = async (sql: string): Promise<unknown[][]> => (await connection.run(sql)).getRows();
  const relations = await rows(RELATIONS);
  const columns = await rows(COLUMNS);
  const named = new Set(columns.map(([schema, table, name]) => `${schema}\0${table}\0${name}`));
  const indexed = (await rows(UNIQUE_INDEXES)).filter((key) => named.has(key.join("\0")));
  const estimated = relations.reduce((sum, [, , , , size]) => sum + Number(size ?? 0), 0);
  return {
    relations: await Promise.all(
      relations.map(async ([schema, name, kind, comment, size]) => ({
        schema: String(schema),
        name: String(name),
        kind: kind === "view" ? ("view" as const) : ("table" as const),
        comment: text(comment),
        ...(kind === "view"
          ? {}
          : {
              rowCount:
                estimated > COUNTED_ROWS
                  ? { value: Number(size), exact: false }
                  : { value: await countRows(connection, String(schema), String(name)), exact: true },
            }),
      })),
    ),
    columns: columns.map(([schema, table, name, type, nullable, comment]) => ({
      schema: String(schema),
      table: String(table),
      name: String(name),
      type: String(type),
      nullable: nullable === true,
      comment: text(comment),
    })),
    keys: [
      ...(await rows(KEYS)).map(([schema, table, kind, own, referenced, columnsThere]) => ({
        schema: String(schema),
        table: String(table),
        kind: kind as "PRIMARY KEY" | "UNIQUE" | "FOREIGN KEY",
        columns: JSON.parse(String(own)) as string[],
        referencedTable: text(referenced),
        referencedColumns: JSON.parse(String(columnsThere)) as string[],
      })),
      ...indexed.map(([schema, table, column]) => ({
        schema: String(schema),
        table: String(table),
        kind: "UNIQUE" as const,
        columns: [String(column)],
        referencedTable: null,
        referencedColumns: [],
      })),
    ],
  };
}

async function countRows(connection: DuckDBConnection, schema: string, table: string): Promise<number> {
  const name = [schema, table].map((part) => `"${part.replaceAll('"', '""')}"`).join(".");
  const rows = await (await connection.run(`SELECT count(*) FROM ${name}`)).getRows();
  return Number(rows[0]?.[0]);
}

function text(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value);
}
