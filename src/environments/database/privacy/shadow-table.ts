import type { SqlDialect } from "../sql/sql-dialect.ts";
import type { TableRestriction } from "./restrictions.ts";

/** What stands in place of every masked value. */
export const MASK = "***";

/**
 * The CTEs that stand for a restricted table: one that reads it, under a name that nobody can guess, so that an engine can be told to let only
 * that one read, and one under the name by which statements know it.
 */
export function shadowTable(
  name: string,
  reader: string,
  restriction: TableRestriction,
  dialect: SqlDialect,
): readonly string[] {
  const hint = dialect.privacy?.inlineHint ?? "";
  return [
    `${reader} AS ${hint}(${shadowQuery(restriction, dialect)})`,
    `${dialect.identifier(name)} AS ${hint}(SELECT * FROM ${reader})`,
  ];
}

/** What may be seen of a restricted table. */
export function shadowQuery(
  { table, schema, deniedColumns, maskedColumns }: TableRestriction,
  dialect: SqlDialect,
): string {
  const columns = table.columns.filter((column) => !deniedColumns.has(column.name));
  const list = columns.map((column) => {
    const written = dialect.identifier(column.name);
    if (!maskedColumns.has(column.name)) return written;
    return `CASE WHEN ${written} IS NULL THEN NULL ELSE ${dialect.stringLiteral(MASK)} END AS ${written}`;
  });
  const real = `${dialect.identifier(schema)}.${dialect.identifier(table.name)}`;
  return `SELECT ${list.join(", ")} FROM ${real}`;
}
