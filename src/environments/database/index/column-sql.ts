import type { SqlDialect } from "../sql/sql-dialect.ts";

export function qualifiedTable(
  dialect: SqlDialect,
  table: { readonly schema?: string; readonly name: string },
): string {
  const name = dialect.identifier(table.name);
  return table.schema === undefined ? name : `${dialect.identifier(table.schema)}.${name}`;
}
