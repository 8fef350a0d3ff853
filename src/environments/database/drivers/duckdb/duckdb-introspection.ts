import type { ColumnSchema, DatabaseSchema, ForeignKey, TableSchema } from "../../schema/database-schema.ts";
import { duckdbAffinity } from "./duckdb-affinity.ts";
import type { DuckdbCatalog } from "./duckdb-worker-messages.ts";

/** The schema that needs no name. */
const MAIN = "main";

/** Makes the schema from what the catalog says. */
export function duckdbSchema(catalog: DuckdbCatalog): DatabaseSchema {
  const columns = Map.groupBy(catalog.columns, place);
  const keys = Map.groupBy(catalog.keys, place);
  return {
    tables: catalog.relations.map((relation): TableSchema => {
      const at = place({ schema: relation.schema, table: relation.name });
      const own = keys.get(at) ?? [];
      return {
        ...(relation.schema === MAIN ? {} : { schema: relation.schema }),
        name: relation.name,
        kind: relation.kind,
        columns: (columns.get(at) ?? []).map((column) => columnOf(column, own)),
        foreignKeys: own.flatMap(foreignKeyOf),
        ...(relation.comment === null ? {} : { comment: relation.comment }),
        ...(relation.rowCount === undefined ? {} : { rowCount: relation.rowCount }),
      };
    }),
  };
}

function place({ schema, table }: { readonly schema: string; readonly table: string }): string {
  return `${schema}\0${table}`;
}

function columnOf(
  { name, type, nullable, comment }: DuckdbCatalog["columns"][number],
  keys: readonly DuckdbCatalog["keys"][number][],
): ColumnSchema {
  const primary = keys.find(({ kind }) => kind === "PRIMARY KEY")?.columns.indexOf(name) ?? -1;
  const unique = keys.some(
    ({ kind, columns }) => kind !== "FOREIGN KEY" && columns.length === 1 && columns[0] === name,
  );
  const enumValues = enumValuesOf(type);
  return {
    name,
    declaredType: type,
    affinity: duckdbAffinity(type),
    nullable,
    ...(primary < 0 ? {} : { primaryKeyPosition: primary + 1 }),
    ...(unique ? { unique } : {}),
    ...(comment === null ? {} : { comment }),
    ...(enumValues === undefined ? {} : { enumValues }),
  };
}

/** `ENUM('sad', 'it''s')` holds its values. */
function enumValuesOf(type: string): readonly string[] | undefined {
  const list = /^ENUM\((.*)\)$/su.exec(type)?.[1];
  if (list === undefined) return undefined;
  return [...list.matchAll(/'((?:[^']|'')*)'/gu)].map(([, value = ""]) => value.replaceAll("''", "'"));
}

/** A key refers to a table of its own schema. */
function foreignKeyOf(key: DuckdbCatalog["keys"][number]): readonly ForeignKey[] {
  if (key.kind !== "FOREIGN KEY" || key.referencedTable === null) return [];
  return [
    {
      columns: key.columns,
      ...(key.schema === MAIN ? {} : { referencedSchema: key.schema }),
      referencedTable: key.referencedTable,
      referencedColumns: key.referencedColumns,
    },
  ];
}
