import type { DatabaseServices } from "../database-services.ts";
import { tableTitle } from "../schema/find-table.ts";
import { buildScope, type FoundColumn, resolveColumn, visibleTables } from "../sql/build-scope.ts";
import type { ColumnNode, ExpressionNode, QueryTree, SelectCore } from "../sql/query-tree.ts";

import type { ColumnOrigin, Scope, ScopeContext, VisibleTable } from "../sql/scope.ts";
import { contains } from "./clause.ts";

/** A column of the database itself, reached by a name in the query. */
export type BaseColumn = ColumnOrigin;

export interface ResolvedColumn extends FoundColumn {
  /** True when it belongs to a query around this one. */
  readonly outer: boolean;
}

/** Table and column for people, with the schema where the table needs one. */
export function columnTitle({ table, column }: BaseColumn): string {
  return `${tableTitle(table)}.${column.name}`;
}

export function scopeContext(services: DatabaseServices): ScopeContext {
  return { schema: services.schema, dialect: services.driver.dialect };
}

/** The scope of a core wherever in the query it stands: at the top, in a CTE, in brackets of a set operation. */
export function scopeOfCore(
  services: DatabaseServices,
  tree: QueryTree,
  core: SelectCore,
  ctes: readonly VisibleTable[] = [],
): Scope {
  const context = scopeContext(services);
  const inside = tree.ctes.findIndex((cte) => contains(cte, core));
  const holder = tree.ctes[inside];
  if (holder) {
    const before = { ...tree, ctes: tree.ctes.slice(0, inside) };
    return scopeOfCore(services, holder.query, core, visibleTables(before, context, { ctes }, 0));
  }
  const nested = tree.cores.find((each) => each.nested && contains(each, core))?.nested;
  if (nested) return scopeOfCore(services, nested, core, visibleTables(tree, context, { ctes }, 0));
  return buildScope(tree, core, context, { ctes });
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

/** The names of all columns that a core can take from its tables. */
export function columnNames(scope: Scope): readonly string[] {
  return scope.sources.flatMap((source) => source.columns.map((each) => each.name));
}

/** What an item of GROUP BY or ORDER BY stands for: the expression of SELECT behind an alias or a place; undefined where there is none. */
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
