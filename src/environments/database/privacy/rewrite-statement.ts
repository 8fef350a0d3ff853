import { MASKED_TEXT } from "../../../environment/privacy-rules.ts";
import { commonTablesEdit, type Edit, type EditedStatement, editStatement } from "../sql/edit-statement.ts";
import type { SqlDialect } from "../sql/sql-dialect.ts";
import type { AdmittedTable } from "./admit-names.ts";
import type { StatementNames } from "./privacy-facts.ts";
import { isRestricted, type TableRestriction } from "./restrictions.ts";

/** Adds a CTE (shadow) for each restricted table that the statement uses, and replaces names with a schema by the shadow's name. */
export function rewriteStatement(
  sql: string,
  tables: readonly AdmittedTable[],
  { commonTables }: StatementNames,
  {
    readerOf,
    dialect,
  }: { readonly readerOf: (table: TableRestriction) => string; readonly dialect: SqlDialect },
): EditedStatement {
  const shadows = new Map<string, readonly string[]>();
  const edits: Edit[] = [];
  for (const { relation, restriction } of tables) {
    if (!isRestricted(restriction)) continue;
    const { table } = restriction;
    const reader = readerOf(restriction);
    // A CTE of the statement may read the table of the same name: `WITH users AS (SELECT * FROM users WHERE …)`.
    const isHidden = commonTables.some((each) => dialect.sameIdentifier(each, table.name));
    const name = table.schema === undefined && !isHidden ? table.name : `${reader}_named`;
    shadows.set(reader, shadowTable(name, reader, restriction, dialect));
    if (relation.schema === undefined && !isHidden) continue;
    const alias = relation.hasAlias ? "" : ` AS ${dialect.identifier(table.name)}`;
    const removed = relation.end - relation.start;
    edits.push({ at: relation.start, removed, text: `${dialect.identifier(name)}${alias}` });
  }
  if (shadows.size === 0) return editStatement(sql, edits);
  return editStatement(sql, [...edits, commonTablesEdit(sql, [...shadows.values()].flat(), dialect)]);
}

/**
 * The CTEs that replace a restricted table. One reads the table, under a name that nobody can guess, so that an engine can allow only this CTE
 * to read it. The other has the name that statements use.
 */
function shadowTable(
  name: string,
  reader: string,
  { table, schema, deniedColumns, maskedColumns }: TableRestriction,
  { identifier, stringLiteral, privacy }: SqlDialect,
): readonly string[] {
  const hint = privacy?.inlineHint ?? "";
  const columns = table.columns.filter((column) => !deniedColumns.has(column.name));
  const list = columns.map((column) => {
    const written = identifier(column.name);
    if (!maskedColumns.has(column.name)) return written;
    return `CASE WHEN ${written} IS NULL THEN NULL ELSE ${stringLiteral(MASKED_TEXT)} END AS ${written}`;
  });
  const real = `${identifier(schema)}.${identifier(table.name)}`;
  return [
    `${reader} AS ${hint}(SELECT ${list.join(", ")} FROM ${real})`,
    `${identifier(name)} AS ${hint}(SELECT * FROM ${reader})`,
  ];
}
