import type { DuckDBConnection } from "@duckdb/node-api";
import { given } from "../../../../util/given.ts";
import {
  affinityOf,
  type CatalogColumn,
  type CatalogKey,
  type CatalogTable,
  enumValuesIn,
  schemaOf,
} from "../../driver/catalog-schema.ts";
import type { ColumnAffinity, DatabaseSchema } from "../../schema/database-schema.ts";

const RELATIONS = `
FROM (SELECT schema_name, table_name, 'table' AS kind, comment, estimated_size AS size, table_oid AS oid FROM duckdb_tables()
WHERE database_name = current_database() AND NOT internal AND NOT temporary
UNION ALL
SELECT schema_name, view_name, 'view', comment, NULL, view_oid FROM duckdb_views()
WHERE database_name = current_database() AND NOT internal AND NOT temporary)
ORDER BY schema_name <> 'main', schema_name, kind, oid`;
const COLUMNS = `
SELECT schema_name, table_name, column_name, data_type, is_nullable, comment FROM duckdb_columns()
WHERE database_name = current_database() AND NOT internal ORDER BY column_index`;
/** Keys and unique indexes. An index over expressions or several columns is one text, which names no column. */
const KEYS = `
SELECT schema_name, table_name, constraint_type AS kind, to_json(constraint_column_names) AS columns, referenced_table,
  to_json(coalesce(referenced_column_names, [])) AS referenced
FROM (FROM duckdb_constraints() ORDER BY constraint_index)
WHERE database_name = current_database() AND constraint_type IN ('PRIMARY KEY', 'UNIQUE', 'FOREIGN KEY')
UNION ALL
SELECT schema_name, table_name, 'UNIQUE', to_json([trim(expressions, '[]')]), NULL, '[]' FROM duckdb_indexes()
WHERE database_name = current_database() AND is_unique AND NOT is_primary`;

/** Above this total of rows tables are not counted: counting reads little of one table, but too much of a huge database. */
const COUNTED_ROWS = 500_000_000;

type Row<Names extends string> = Readonly<Record<Names | "schema_name" | "table_name", unknown>>;

/** Reads the schema from the engine's catalog: this database's own tables and views. */
export async function readDuckdbSchema(connection: DuckDBConnection): Promise<DatabaseSchema> {
  const rows = async <Names extends string>(sql: string) =>
    (await (await connection.run(sql)).getRowObjects()) as unknown as Row<Names>[];
  const relations = await rows<"kind" | "comment" | "size">(RELATIONS);
  const columns = await rows<"column_name" | "data_type" | "is_nullable" | "comment">(COLUMNS);
  const keys = await rows<"kind" | "columns" | "referenced_table" | "referenced">(KEYS);
  const exact = relations.reduce((sum, { size }) => sum + Number(size ?? 0), 0) <= COUNTED_ROWS;
  const tables: CatalogTable[] = [];
  for (const row of relations) {
    const isView = row.kind === "view";
    const value = isView || !exact ? Number(row.size) : await countRows(connection, row);
    tables.push(
      given({
        of: place(row),
        schema: otherSchema(row),
        name: String(row.table_name),
        kind: isView ? "view" : "table",
        comment: textOf(row.comment),
        rowCount: isView ? undefined : { value, exact },
      } as const),
    );
  }
  return schemaOf({
    tables,
    columns: columns.map((row): CatalogColumn => {
      const declaredType = String(row.data_type);
      return given({
        of: place(row),
        name: String(row.column_name),
        declaredType,
        affinity: duckdbAffinity(declaredType),
        nullable: row.is_nullable === true,
        comment: textOf(row.comment),
        enumValues: /^ENUM\(.*\)$/su.test(declaredType) ? enumValuesIn(declaredType) : undefined,
      });
    }),
    keys: keys.flatMap((row): readonly CatalogKey[] => {
      const [of, columns] = [place(row), JSON.parse(String(row.columns)) as string[]];
      if (row.kind !== "FOREIGN KEY")
        return [{ of, kind: row.kind === "UNIQUE" ? "unique" : "primary", columns }];
      if (row.referenced_table === null) return [];
      // A foreign key refers to a table of its own schema.
      const key = given({
        columns,
        referencedSchema: otherSchema(row),
        referencedTable: String(row.referenced_table),
        referencedColumns: JSON.parse(String(row.referenced)) as string[],
      });
      return [{ of, kind: "foreign", key }];
    }),
  });
}

function place({ schema_name: schema, table_name: table }: Row<never>): string {
  return JSON.stringify([schema, table]);
}

/** Tables of `main` need no schema before their name. */
function otherSchema({ schema_name: schema }: Row<never>): string | undefined {
  return schema === "main" ? undefined : String(schema);
}

function textOf(cell: unknown): string | undefined {
  return cell === null || cell === undefined ? undefined : String(cell);
}

async function countRows(connection: DuckDBConnection, row: Row<never>): Promise<number> {
  const name = [row.schema_name, row.table_name].map((part) => `"${String(part).replaceAll('"', '""')}"`);
  const rows = await (await connection.run(`SELECT count(*) FROM ${name.join(".")}`)).getRows();
  return Number(rows[0]?.[0]);
}

/** The affinity by the type as the catalog prints it; lists, structs and maps are `other`. */
export function duckdbAffinity(type: string): ColumnAffinity {
  const plain = /^(DECIMAL|ENUM)\(.*\)$/su.exec(type) ?? /^(TIME(?:STAMP)?)\b(?!.*\])/u.exec(type);
  return affinityOf(plain?.[1] ?? type.replace(/^TIMESTAMP_N?M?S$/u, "TIMESTAMP"));
}
