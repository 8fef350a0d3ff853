import type { DuckDBConnection } from "@duckdb/node-api";
import type {
  ColumnAffinity,
  ColumnSchema,
  DatabaseSchema,
  ForeignKey,
  TableSchema,
} from "../../schema/database-schema.ts";

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
/** Keys, and unique indexes: one over expressions or several columns has them in the same text, and names no column. */
const KEYS = `
SELECT schema_name, table_name, constraint_type, to_json(constraint_column_names), referenced_table,
  to_json(coalesce(referenced_column_names, []))
FROM (FROM duckdb_constraints() ORDER BY constraint_index)
WHERE database_name = current_database() AND constraint_type IN ('PRIMARY KEY', 'UNIQUE', 'FOREIGN KEY')
UNION ALL
SELECT schema_name, table_name, 'UNIQUE', to_json([trim(expressions, '[]')]), NULL, '[]' FROM duckdb_indexes()
WHERE database_name = current_database() AND is_unique AND NOT is_primary`;

/** Counting reads little of a table, but of all tables together of a huge database too much. */
const COUNTED_ROWS = 500_000_000;

/** The schema that needs no name. */
const MAIN = "main";

type Row = readonly unknown[];

/** The schema from what the engine's catalog says about this database's own tables and views. */
export async function readDuckdbSchema(connection: DuckDBConnection): Promise<DatabaseSchema> {
  const rows = async (sql: string): Promise<Row[]> => (await connection.run(sql)).getRows();
  const relations = await rows(RELATIONS);
  const columns = Map.groupBy(await rows(COLUMNS), place);
  const keys = Map.groupBy(await rows(KEYS), place);
  const estimated = relations.reduce((sum, [, , , , size]) => sum + Number(size ?? 0), 0);
  const tables: TableSchema[] = [];
  for (const row of relations) {
    const [schema, name, kind, comment, size] = row.map((cell) => cell ?? undefined);
    const own = keys.get(place(row)) ?? [];
    const value =
      kind === "view"
        ? undefined
        : estimated > COUNTED_ROWS
          ? Number(size)
          : await countRows(connection, String(schema), String(name));
    tables.push({
      ...(schema === MAIN ? {} : { schema: String(schema) }),
      name: String(name),
      kind: kind === "view" ? "view" : "table",
      columns: (columns.get(place(row)) ?? []).map((column) => columnOf(column, own)),
      foreignKeys: own.flatMap(foreignKeyOf),
      ...(comment === undefined ? {} : { comment: String(comment) }),
      ...(value === undefined ? {} : { rowCount: { value, exact: estimated <= COUNTED_ROWS } }),
    });
  }
  return { tables };
}

function place([schema, table]: Row): string {
  return JSON.stringify([schema, table]);
}

async function countRows(connection: DuckDBConnection, schema: string, table: string): Promise<number> {
  const name = [schema, table].map((part) => `"${part.replaceAll('"', '""')}"`).join(".");
  const rows = await (await connection.run(`SELECT count(*) FROM ${name}`)).getRows();
  return Number(rows[0]?.[0]);
}

function columnOf([, , name, type, nullable, comment]: Row, keys: readonly Row[]): ColumnSchema {
  const declaredType = String(type);
  const of = (kind: string) => keys.filter((key) => key[2] === kind).map(([, , , own]) => listOf(own));
  const primary = of("PRIMARY KEY")[0]?.indexOf(String(name)) ?? -1;
  const unique = [...of("PRIMARY KEY"), ...of("UNIQUE")].some((key) => key.length === 1 && key[0] === name);
  const enumValues = enumValuesOf(declaredType);
  return {
    name: String(name),
    declaredType,
    affinity: duckdbAffinity(declaredType),
    nullable: nullable === true,
    ...(primary < 0 ? {} : { primaryKeyPosition: primary + 1 }),
    ...(unique ? { unique } : {}),
    ...(comment === null || comment === undefined ? {} : { comment: String(comment) }),
    ...(enumValues === undefined ? {} : { enumValues }),
  };
}

function listOf(json: unknown): readonly string[] {
  return JSON.parse(String(json)) as string[];
}

/** `ENUM('sad', 'it''s')` holds its values. */
function enumValuesOf(type: string): readonly string[] | undefined {
  const list = /^ENUM\((.*)\)$/su.exec(type)?.[1];
  if (list === undefined) return undefined;
  return [...list.matchAll(/'((?:[^']|'')*)'/gu)].map(([, value = ""]) => value.replaceAll("''", "'"));
}

/** A key refers to a table of its own schema. */
function foreignKeyOf([schema, , kind, columns, referencedTable, referenced]: Row): readonly ForeignKey[] {
  if (kind !== "FOREIGN KEY" || referencedTable === null) return [];
  return [
    {
      columns: listOf(columns),
      ...(schema === MAIN ? {} : { referencedSchema: String(schema) }),
      referencedTable: String(referencedTable),
      referencedColumns: listOf(referenced),
    },
  ];
}

const WORDS: readonly (readonly [RegExp, ColumnAffinity])[] = [
  [/^DECIMAL\(\d+,\d+\)$/u, "decimal"],
  [/^ENUM\(.*\)$/su, "text"],
  [/[\])]$|^(?:STRUCT|MAP|UNION)\b/u, "other"],
  [/^U?(?:TINY|SMALL|BIG|HUGE)?INT(?:EGER)?$|^(?:BIGNUM|VARINT)$/u, "integer"],
  [/^(?:FLOAT|DOUBLE)$/u, "real"],
  [/^BOOLEAN$/u, "boolean"],
  [/^DATE$/u, "date"],
  [/^TIMESTAMP/u, "datetime"],
  [/^TIME\b/u, "time"],
  [/^JSON$/u, "json"],
  [/^BLOB$/u, "binary"],
  [/^(?:VARCHAR|UUID)$/u, "text"],
];

/** From the type as the catalog prints it; lists, structs and maps are none of the kinds. */
export function duckdbAffinity(type: string): ColumnAffinity {
  return WORDS.find(([word]) => word.test(type))?.[1] ?? "other";
}
