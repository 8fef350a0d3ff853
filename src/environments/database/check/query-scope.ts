import { type Marked, say, schemaName } from "../../../environment/egress/marks.ts";
import type { MarkedSuggestion } from "../../../environment/tool-failure.ts";
import type { DatabaseServices } from "../database-services.ts";
import { tableTitle } from "../schema/find-table.ts";
import type { ColumnNode, ExpressionNode } from "../sql/query-tree.ts";
import {
  type ColumnOrigin,
  type FoundColumn,
  resolveColumn,
  type Scope,
  type ScopeContext,
} from "../sql/scope.ts";
import type { SqlDialect } from "../sql/sql-dialect.ts";

/** A column of the database that a name in the query refers to. */
export type BaseColumn = ColumnOrigin;

export interface ResolvedColumn extends FoundColumn {
  /** True when the column belongs to a query around this one. */
  readonly outer: boolean;
}

/** Table and column for people, with the schema where the table needs one. */
export function columnTitle({ table, column }: BaseColumn): Marked {
  return say`${tableTitle(table)}.${schemaName(column.name)}`;
}

export function scopeContext(services: DatabaseServices): ScopeContext {
  return { schema: services.schema, dialect: services.driver.dialect };
}

/** The column that a name refers to; undefined for aliases, unknown and ambiguous names, and text in double quotes. */
export function columnAt(
  scope: Scope,
  node: Pick<ColumnNode, "name" | "qualifier" | "quotedWith">,
): ResolvedColumn | undefined {
  const found = resolveColumn(node, scope);
  if (found.kind !== "column") return undefined;
  return { source: found.source, column: found.column, outer: found.outward > 0 };
}

/** The names of all columns of a core's sources. */
export function columnNames(scope: Scope): readonly string[] {
  return scope.sources.flatMap((source) => source.columns.map((each) => each.name));
}

/** The column of that name as a suggestion in place of a text constant, as in `ORDER BY 'price'`; none where there is no such column. */
export function columnNamed(
  scope: Scope,
  name: string,
  replaces: string,
  dialect: SqlDialect,
): readonly MarkedSuggestion[] {
  const column = columnNames(scope).find((each) => dialect.sameIdentifier(each, name));
  const text = column === undefined ? undefined : schemaName(dialect.identifier(column));
  return text === undefined ? [] : [{ text, replaces, reason: say`the column` }];
}

/** The SELECT expression that an item of GROUP BY or ORDER BY refers to by alias or position; undefined for other items. */
export function selectedExpression(
  scope: Scope,
  node: ExpressionNode,
  aliases: "first" | "last",
): ExpressionNode | undefined {
  if (node.type === "literal" && node.kind === "number" && /^\d+$/u.test(node.value))
    return scope.items[Number(node.value) - 1]?.expression;
  const found = node.type === "column" ? resolveColumn(node, scope, { aliases }) : undefined;
  return found?.kind === "selectAlias" ? found.item.expression : node;
}
