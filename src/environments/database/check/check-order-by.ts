import { told } from "../../../environment/egress/egress-scope.ts";
import { resolveColumn } from "../sql/build-scope.ts";
import { columnsOf } from "../sql/column-references.ts";
import type { ExpressionNode, OrderItem, QueryTree, SelectCore } from "../sql/query-tree.ts";
import { readOrderItems } from "../sql/read-items.ts";
import type { Scope } from "../sql/scope.ts";
import { checkBareColumns } from "./check-bare-columns.ts";
import { checkExpressions, warnOfConstantOrder } from "./check-expressions.ts";
import type { ClauseFacts } from "./check-from.ts";
import { checkIntegerDivision } from "./check-integer-division.ts";
import { checkOrderOfText } from "./check-text-order.ts";
import type { ClauseCheck } from "./clause-check.ts";
import { aggregatesIn, clauseExpressions, subqueriesIn } from "./clause-expressions.ts";
import { selectOver } from "./clause-sql.ts";

/** Rows beyond the LIMIT that are read to count ties. */
const MOST_TIES = 100;

/** Numbers ordered as text, orderings that depend on no row, ties at the LIMIT. */
export async function checkOrderBy(
  check: ClauseCheck,
  query: QueryTree,
  core: SelectCore,
  scope: Scope,
): Promise<ClauseFacts> {
  const { dialect } = check.services.driver;
  if (query.orderBy) {
    const expressions = clauseExpressions(check, core, "order_by", scope, query.orderBy);
    await checkExpressions(check, expressions);
    for (const expression of expressions) await checkIntegerDivision(check, core, expression);
    const items = readOrderItems(query.orderBy, dialect.lexical);
    for (const item of items) await checkItem(check, core, scope, item);
    const ordered = items.map((item) => item.expression);
    if (core.groupBy || ordered.some((node) => aggregatesIn(node, dialect.functions).length > 0)) {
      const selected = scope.items.flatMap((item) => (item.expression ? [item.expression] : []));
      const extremes = selected.flatMap((node) => aggregatesIn(node, dialect.functions));
      if (extremes.length === 0 || core.groupBy) await checkBareColumns(check, core, scope, ordered);
    }
    await tellTie(check, query, core, scope, items);
  }
  return { facts: {} };
}

/** What an item orders by: the expression behind an alias or a place in the select list. */
export function orderedExpression(scope: Scope, node: ExpressionNode): ExpressionNode | undefined {
  if (node.type === "literal" && node.kind === "number" && /^\d+$/u.test(node.value)) {
    return scope.items[Number(node.value) - 1]?.expression;
  }
  if (node.type !== "column") return node;
  const found = resolveColumn(node, scope, { aliases: "first" });
  return found.kind === "selectAlias" ? found.item.expression : node;
}

async function checkItem(check: ClauseCheck, core: SelectCore, scope: Scope, item: OrderItem): Promise<void> {
  const { dialect } = check.services.driver;
  const { expression } = item;
  const meant = orderedExpression(scope, expression);
  if (!meant) return;
  const aggregates = aggregatesIn(meant, dialect.functions);
  if (warnOfConstantOrder(check, scope, expression)) return;
  if (aggregates.length > 0 && !core.groupBy && columnsOf(meant).length + aggregates.length > 0) {
    const grouped = scope.items.every(
      (each) => each.expression && aggregatesIn(each.expression, dialect.functions).length > 0,
    );
    if (!grouped) {
      check.warn(
        "order-by-constant",
        item,
        `${check.text(item.expression)} is an aggregate over all rows: without GROUP BY there is one row only, and nothing to order.`,
      );
      return;
    }
  }
  if (aggregates.length === 0 && subqueriesIn(meant).length === 0)
    await checkOrderOfText(check, core, scope, item, meant);
}

/** Tells how many rows have the same ordering values as the last one shown, where some of them are not. */
async function tellTie(
  check: ClauseCheck,
  query: QueryTree,
  core: SelectCore,
  scope: Scope,
  items: readonly OrderItem[],
): Promise<void> {
  const limit = /^LIMIT\s+(\d+)$/iu.exec(query.limit?.text.trim() ?? "");
  const shown = Number(limit?.[1] ?? 0);
  if (!query.limit || !query.orderBy || shown < 1 || shown > 1000 || query.cores.length > 1) return;
  const keys = items.map((item) => orderedExpression(scope, item.expression));
  if (keys.some((key) => key === undefined)) return;
  const list = keys.map((key, i) => `${key ? check.text(key) : "NULL"} AS k${i}`).join(", ");
  const order = items.map(
    (item, i) => `k${i}${item.descending ? " DESC" : ""}${item.nulls ? ` NULLS ${item.nulls}` : ""}`,
  );
  const most = shown + MOST_TIES;
  const sql = `${selectOver(check, core, scope, list, { groups: true, having: true })} ORDER BY ${order.join(", ")} LIMIT ${most}`;
  const result = await check.ask(sql, [], most);
  const [last, next] = [result?.rows[shown - 1], result?.rows[shown]];
  if (last && next && last.every((value, i) => value === next[i])) {
    const rows = result?.rows ?? [];
    const ties = rows.map((row) => last.every((value, i) => value === row[i]));
    const [all, those] = [ties, ties.slice(0, shown)].map((each) => each.filter(Boolean).length);
    const many = rows.length === most ? `${all} rows or more` : `${all} rows`;
    check.note(
      "tie-at-limit",
      query.limit,
      `${many} tie at the LIMIT with the same ordering values (${last.map((value) => told(String(value))).join(", ")}), and ${those} of them ${those === 1 ? "is" : "are"} shown.`,
    );
  }
}
