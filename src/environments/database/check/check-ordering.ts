import { columnsOf } from "../sql/column-references.ts";
import type { ExpressionNode, OrderItem } from "../sql/query-tree.ts";
import { readOrderItems } from "../sql/read-items.ts";
import type { Scope } from "../sql/scope.ts";
import { orderOfText } from "./check-text-order.ts";
import type { Check, CheckedClause } from "./checked-clause.ts";
import { aggregatesIn, subqueriesIn } from "./clause-expressions.ts";
import { literalOf } from "./comparisons.ts";
import { columnNames, selectedExpression } from "./query-scope.ts";

/** Orderings that depend on no row, and numbers or dates that are ordered as texts. */
export const ordering: Check = {
  async look(check) {
    for (const { node, scope, place, within } of check.expressions)
      if (within && place === "orderBy") tellConstant(check, scope, node);
    const { orderBy } = (check.clause.clause === "order_by" && check.query) || {};
    for (const item of orderBy ? readOrderItems(orderBy, check.dialect.lexical) : [])
      await lookAtItem(check, item);
  },
};

async function lookAtItem(check: CheckedClause, item: OrderItem): Promise<void> {
  const { core, scope } = check;
  const meant = selectedExpression(scope, item.expression, "first");
  if (!meant || tellConstant(check, scope, item.expression)) return;
  const aggregates = aggregatesIn(meant, check.dialect);
  const isGrouped =
    core.groupBy !== undefined ||
    scope.items.every((each) => each.expression && aggregatesIn(each.expression, check.dialect).length > 0);
  if (aggregates.length > 0 && !isGrouped) {
    const message = `${check.text(item.expression)} is an aggregate over all rows: without GROUP BY there is one row only, and nothing to order.`;
    check.warn("order-by-constant", item, message);
  } else if (aggregates.length === 0 && columnsOf(meant).length > 0 && subqueriesIn(meant).length === 0)
    await orderOfText(check, item, meant);
}

/** Warns of an ordering by a constant text, which orders nothing. True where it is one. */
function tellConstant(check: CheckedClause, scope: Scope, node: ExpressionNode): boolean {
  const literal = literalOf(scope, node);
  const replaces = check.text(node);
  if (!literal || /^\d+$/u.test(replaces) || literal.doubleQuoted) return false;
  const { dialect } = check;
  const column = columnNames(scope).find((name) => dialect.sameIdentifier(name, literal.value));
  const meant =
    column === undefined ? [] : [{ text: dialect.identifier(column), replaces, reason: "the column" }];
  check.warn("order-by-constant", node, `${replaces} is a constant, so that it orders nothing.`, meant);
  return true;
}
