import type { ColumnSchema } from "../schema/database-schema.ts";
import type { SqlDialect } from "../sql/sql-dialect.ts";

/** A condition that is true for the rows whose cell is this value, typed as it is; safe for any column type. */
export function valueCondition(
  columnSql: string,
  column: ColumnSchema,
  value: string,
  dialect: SqlDialect,
): string {
  const asText = `${dialect.toText(columnSql)} = ${dialect.stringLiteral(value)}`;
  const number = /^[+-]?(\d+(?:\.\d*)?|\.\d+)([eE][+-]?\d+)?$/u.test(value.trim());
  const numeric =
    column.affinity === "integer" || column.affinity === "real" || column.affinity === "decimal";
  return numeric && number ? `(${columnSql} = ${value.trim()} OR ${asText})` : asText;
}
