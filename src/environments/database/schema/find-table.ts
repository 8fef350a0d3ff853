import type { DatabaseServices } from "../database-services.ts";
import type { ColumnSchema, TableSchema } from "./database-schema.ts";

/** The table or view of that name; without a schema name, the one that needs none comes first. */
export function findTable(
  services: Pick<DatabaseServices, "driver" | "schema">,
  name: string,
  schema?: string,
): TableSchema | undefined {
  const { dialect } = services.driver;
  const named = services.schema.tables
    .filter((table) => dialect.sameIdentifier(table.name, name))
    // Names that differ only in case are two where they are quoted: the one that is written comes first.
    .sort((a, b) => Number(b.name === name) - Number(a.name === name));
  if (schema === undefined) return named.find((table) => table.schema === undefined) ?? named[0];
  return (
    named.find((table) => table.schema !== undefined && dialect.sameIdentifier(table.schema, schema)) ??
    named.find((table) => table.schema === undefined)
  );
}

export function findColumn(
  services: DatabaseServices,
  table: TableSchema,
  name: string,
): ColumnSchema | undefined {
  return (
    table.columns.find((column) => column.name === name) ??
    table.columns.find((column) => services.driver.dialect.sameIdentifier(column.name, name))
  );
}

/** The table as SQL: quoted where it has to be, with its schema where that is not the one that needs no name. */
export function qualifiedTable(
  { driver: { dialect } }: Pick<DatabaseServices, "driver">,
  table: TableSchema,
): string {
  const name = dialect.identifier(table.name);
  return table.schema === undefined ? name : `${dialect.identifier(table.schema)}.${name}`;
}
