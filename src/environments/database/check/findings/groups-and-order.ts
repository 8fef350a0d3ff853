import { changed, type Marked, say, written } from "../../../../environment/egress/marks.ts";
import { columnsOf } from "../../sql/column-references.ts";
import {
  type BinaryNode,
  type ColumnNode,
  type ExpressionNode,
  type OrderItem,
  walkExpression,
} from "../../sql/query-tree.ts";
import { readExpressionList, readOrderItems } from "../../sql/read-items.ts";
import type { Scope } from "../../sql/scope.ts";
import type { Check, CheckedClause } from "../checked-clause.ts";
import { aggregatesIn, isAggregate, type ScopedExpression, subqueriesIn } from "../clause-expressions.ts";
import { type Place, selectOver } from "../clause-sql.ts";
import { literalOf } from "../comparisons.ts";
import { columnAt, columnNamed, selectedExpression } from "../query-scope.ts";
import { orderOfText } from "./texts.ts";

/**
 * Columns outside aggregates that the group does not determine: they are not grouped by, and the rows of some group have different
 * values there. Beside a single MIN or MAX such a column is defined where bare columns are allowed at all (it comes from that row).
 */
export const bareColumns: Check = {
  clauses: ["select", "group_by", "order_by"],
  countsRows: true,
  async look(check) {
    const { core, scope, dialect, selected } = check;
    const { clause } = check.clause;
    const isOrdering = clause === "order_by";
    const expressions = clause === "group_by" ? selected : check.own.map(({ node }) => node);
    const aggregates = expressions.flatMap((node) => aggregatesIn(node, dialect));
    if (!dialect.allowsBareColumns || !core.from || (!core.groupBy && aggregates.length === 0)) return;
    const extremes = aggregates.filter((call) => /^(min|max)$/iu.test(call.name));
    if (extremes.length === 1 && aggregates.length === 1) return;
    // With aggregates in SELECT and no GROUP BY there is only one row to order.
    const isOneRow = isOrdering && selected.some((node) => aggregatesIn(node, dialect).length > 0);
    if (isOneRow && !core.groupBy) return;
    const keys = groupKeys(check, check);
    const bare: ColumnNode[] = [];
    for (const node of columnsOutsideAggregates(check, expressions)) {
      const column = columnAt(scope, node);
      if (!column || column.outer || keys.some((key) => isSame(check, key, node))) continue;
      if (await varies(check, node)) bare.push(node);
    }
    const [aggregate] = aggregates;
    tell(check, bare, aggregate ? check.shown(aggregate) : say`the aggregate`);
  },
};

/** The expressions that a query groups by; aliases and positions of the select list are resolved. */
function groupKeys(check: CheckedClause, { core, scope }: Place): readonly ExpressionNode[] {
  const list = core.groupBy ? readExpressionList(core.groupBy, check.dialect.lexical) : [];
  return list.map((key) => selectedExpression(scope, key, "last") ?? key);
}

/** The columns outside aggregates, each at its first occurrence. */
function columnsOutsideAggregates(
  { scope, dialect }: CheckedClause,
  expressions: readonly ExpressionNode[],
): readonly ColumnNode[] {
  const found = new Map<string, ColumnNode>();
  for (const expression of expressions) {
    walkExpression(expression, (node) => {
      if (node.type === "call" && (node.over || isAggregate(node, dialect))) return false;
      const column = node.type === "column" ? columnAt(scope, node) : undefined;
      const key = column && `${column.source.source.start} ${column.column.name}`;
      if (node.type === "column" && key !== undefined && !found.has(key)) found.set(key, node);
      return true;
    });
  }
  return [...found.values()];
}

function isSame(check: CheckedClause, key: ExpressionNode, node: ColumnNode): boolean {
  if (key.type !== "column") return check.text(key).includes(check.text(node));
  const [a, b] = [columnAt(check.scope, key), columnAt(check.scope, node)];
  return a !== undefined && a.source === b?.source && a.column === b.column;
}

/** True when some group has rows with different values of the column. */
async function varies(check: CheckedClause, node: ColumnNode): Promise<boolean> {
  const text = check.text(node);
  if (!check.core.groupBy) {
    const list = `COUNT(DISTINCT ${text}), COUNT(${text}), COUNT(*)`;
    const counts = await check.askNumbers(selectOver(check, check, list));
    const [distinct = 0, filled = 0, rows = 0] = counts ?? [];
    return distinct > 1 || (distinct === 1 && filled < rows);
  }
  const differs = `COUNT(DISTINCT ${text}) > 1 OR (COUNT(DISTINCT ${text}) = 1 AND COUNT(${text}) < COUNT(*))`;
  const groups = selectOver(check, check, "1 AS varies", "groupBy");
  const result = await check.ask(`${groups} HAVING ${differs} LIMIT 1`);
  return result !== undefined && result.rows.length > 0;
}

function tell(check: CheckedClause, bare: readonly ColumnNode[], aggregate: Marked): void {
  const [first] = bare;
  if (!first) return;
  const all = bare.map((each) => check.shown(each));
  const groupBy = check.core.groupBy?.text;
  const grouping = groupBy && written(groupBy);
  const [is, stands] = bare.length === 1 ? (["is", "stands"] as const) : (["are", "stand"] as const);
  const message = grouping
    ? say`${all} ${is} not grouped by, and groups of ${grouping} have several values of it; which one is shown is left to chance.`
    : say`${all} ${stands} beside an aggregate, so that without GROUP BY one row of many is shown; which one is left to chance. Set group_by next if ${aggregate} per group is meant.`;
  const group = grouping === undefined ? say`${all}` : say`${grouping}, ${all}`;
  const suggestion = { text: say`group_by(${changed(group, JSON.stringify)})`, reason: say`groups by it` };
  check.warn("bare-column", first, message, [suggestion]);
}

const COMPARED_ROWS = 500;

/** Divisions of integers whose fraction is lost on these data. Intended rounding (`year / 10 * 10`) is not reported. */
export const integerDivision: Check = {
  clauses: ["select", "having", "order_by"],
  countsRows: true,
  async look(check) {
    if (!check.dialect.dividesIntegersToInteger) return;
    for (const expression of check.own) {
      for (const node of divisionsIn(check, expression)) {
        if (!(await losesFraction(check, expression, node))) continue;
        const replaces = check.shown(node);
        const text = say`CAST(${check.shown(node.left)} AS REAL) / ${check.shown(node.right)}`;
        const message = say`${replaces} divides integers, which drops the fraction.`;
        check.warn("integer-division", node, message, [{ text, replaces, reason: say`keeps the fraction` }]);
      }
    }
  },
};

function divisionsIn(check: CheckedClause, expression: ScopedExpression): readonly BinaryNode[] {
  const found: BinaryNode[] = [];
  walkExpression(expression.node, (node) => {
    if (node.type !== "binary") return true;
    if (isStep(check, node) || isBucket(check, expression, node)) return false;
    if (node.operator === "/") found.push(node);
    return true;
  });
  return found;
}

/** `x / 10 * 10`: rounds down on purpose. */
function isStep(check: CheckedClause, { operator, left, right }: BinaryNode): boolean {
  if (operator !== "*" || left.type !== "binary" || left.operator !== "/") return false;
  const isWhole = right.type === "literal" && Number(right.value) > 1;
  return isWhole && check.text(left.right) === check.text(right);
}

/** `(month + 2) / 3`, or a division by a whole number in GROUP BY: drops the fraction on purpose. */
function isBucket(
  check: CheckedClause,
  place: ScopedExpression,
  { operator, left, right }: BinaryNode,
): boolean {
  if (operator !== "/" || right.type !== "literal" || !(Number(right.value) > 1)) return false;
  if (Number(right.value) === 3 && /month|%m/iu.test(check.text(left))) return true;
  const text = check.text({ start: left.start, end: right.end });
  return groupKeys(check, place).some((key) => check.text(key).includes(text));
}

async function losesFraction(
  check: CheckedClause,
  place: ScopedExpression,
  node: BinaryNode,
): Promise<boolean> {
  const reach = aggregatesIn(node, check.dialect).length > 0 ? "having" : "where";
  const exact = `1.0 * (${check.text(node.left)}) / (${check.text(node.right)})`;
  const query = selectOver(check, place, `(${check.text(node)}) AS whole, (${exact}) AS exact`, reach);
  const { rows = [] } = (await check.ask(`${query} LIMIT ${COMPARED_ROWS}`, [], COMPARED_ROWS)) ?? {};
  return rows.some(([a, b]) => a !== null && b !== null && Math.abs(Number(a) - Number(b)) > 1e-9);
}

/** Orderings by a constant, and numbers or dates that are ordered as texts. */
export const ordering: Check = {
  async look(check) {
    for (const { node, scope, place, core } of check.expressions)
      if (core !== check.core && place === "orderBy") tellConstant(check, scope, node);
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
    const message = say`${check.shown(item.expression)} is an aggregate over all rows: without GROUP BY there is one row only, and nothing to order.`;
    check.warn("order-by-constant", item, message);
  } else if (aggregates.length === 0 && columnsOf(meant).length > 0 && subqueriesIn(meant).length === 0)
    await orderOfText(check, item, meant);
}

/** Warns of an ordering by a constant text, which orders nothing. True if it warned. */
function tellConstant(check: CheckedClause, scope: Scope, node: ExpressionNode): boolean {
  const literal = literalOf(scope, node);
  const replaces = check.shown(node);
  if (!literal || /^\d+$/u.test(replaces) || literal.doubleQuoted) return false;
  const meant = columnNamed(scope, literal.value, replaces, check.dialect);
  check.warn("order-by-constant", node, say`${replaces} is a constant, so that it orders nothing.`, meant);
  return true;
}
