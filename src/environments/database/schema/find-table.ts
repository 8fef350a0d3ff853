import { type Marked, say, schemaName } from "../../../environment/egress/marks.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { SqlDriver, StatementOptions, StatementResult } from "../driver/sql-driver.ts";
import type { ColumnSchema, DatabaseSchema, TableSchema } from "./database-schema.ts";

/** The schema, and the dialect's comparison of names. */
interface Named {
  readonly schema: DatabaseSchema;
  readonly driver: { readonly dialect: { sameIdentifier(a: string, b: string): boolean } };
}

/** The table or view of that name; without a schema name, the one that needs none comes first. */
export function findTable(services: Named, name: string, schema?: string): TableSchema | undefined {
  const { dialect } = services.driver;
  const named = services.schema.tables
    .filter((table) => dialect.sameIdentifier(table.name, name))
    // Quoted names may differ only in case: the exact spelling comes first.
    .sort((a, b) => Number(b.name === name) - Number(a.name === name));
  if (schema === undefined) return named.find((table) => table.schema === undefined) ?? named[0];
  return (
    named.find((table) => table.schema !== undefined && dialect.sameIdentifier(table.schema, schema)) ??
    // The default schema may be named explicitly: `main.t`, `public.t`.
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

/** The table as SQL: quoted where necessary, with its schema unless that is the default one. */
export function qualifiedTable(
  { driver: { dialect } }: Pick<DatabaseServices, "driver">,
  table: Pick<TableSchema, "schema" | "name">,
): Marked {
  const name = schemaName(dialect.identifier(table.name));
  return table.schema === undefined ? name : say`${schemaName(dialect.identifier(table.schema))}.${name}`;
}

/** A table for people, with its schema where it needs one. */
export function tableTitle({ schema, name }: TableSchema): Marked {
  return schemaName(schema === undefined ? name : `${schema}.${name}`);
}

/** The rows of one of Fuxi's own statements; none where the engine has no answer in time. */
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
