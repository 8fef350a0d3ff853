import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { SqlDriver, StatementOptions, StatementResult } from "../driver/sql-driver.ts";
import type { ColumnRef } from "../index/value-index.ts";
import type { ColumnSchema, DatabaseSchema, TableSchema } from "./database-schema.ts";

/** The tables there are, and when two names are the same. */
interface Named {
  readonly schema: DatabaseSchema;
  readonly driver: { readonly dialect: { sameIdentifier(a: string, b: string): boolean } };
}

/** The table or view of that name; without a schema name, the one that needs none comes first. */
export function findTable(services: Named, name: string, schema?: string): TableSchema | undefined {
  const { dialect } = services.driver;
  const named = services.schema.tables
    .filter((table) => dialect.sameIdentifier(table.name, name))
    // Names that differ only in case are two where they are quoted: the one that is written comes first.
    .sort((a, b) => Number(b.name === name) - Number(a.name === name));
  if (schema === undefined) return named.find((table) => table.schema === undefined) ?? named[0];
  return (
    named.find((table) => table.schema !== undefined && dialect.sameIdentifier(table.schema, schema)) ??
    // The schema that needs no name may be named all the same: `main.t`, `public.t`.
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
  table: Pick<TableSchema, "schema" | "name">,
): string {
  const name = dialect.identifier(table.name);
  return table.schema === undefined ? name : `${dialect.identifier(table.schema)}.${name}`;
}

/** The column as the value index names it. */
export function columnRef({ schema, name }: TableSchema, column: ColumnSchema): ColumnRef {
  return { ...(schema === undefined ? {} : { schema }), table: name, column: column.name };
}

/** A table for people, with its schema where it needs one. */
export function tableTitle({ schema, name }: TableSchema): string {
  return schema === undefined ? name : `${schema}.${name}`;
}

/** The rows of a statement of Fuxi's own; none where the engine has no answer in time. */
export async function rowsInTime(
  driver: SqlDriver,
  sql: string,
  options: StatementOptions,
): Promise<StatementResult["rows"]> {
  try {
    return (await driver.query(sql, [], options)).rows;
  } catch (error) {
    if (options.signal.aborted || !FuxiError.isInstance(error)) throw error;
    return [];
  }
}
