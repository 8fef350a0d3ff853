import { columnsOf } from "../sql/column-references.ts";
import { conjunctsOf } from "../sql/conjuncts.ts";
import type { BinaryNode, ExpressionNode } from "../sql/query-tree.ts";
import { walkExpression } from "../sql/walk-expression.ts";
import { aggregatesIn, subqueriesIn } from "./aggregates.ts";
import type { ScopedExpression } from "./clause-expressions.ts";
import type { InspectionRun } from "./inspection-run.ts";
import { literalOf } from "./literal-text.ts";
import { columnAt } from "./query-scope.ts";

/** Warns of conditions that no row decides: `x = 'a' OR 'b'`, `x = x`, `x <> 1 OR x <> 2`. `1 = 1` is only told. */
export function checkConstantConditions(run: InspectionRun, expression: ScopedExpression): void {
  for (const condition of conjunctsOf(expression.node)) check(run, expression, condition, undefined);
}

function check(
  run: InspectionRun,
  expression: ScopedExpression,
  node: ExpressionNode,
  sibling: ExpressionNode | undefined,
): void {
  if (node.type === "binary" && (node.operator === "OR" || node.operator === "AND")) {
    if (node.operator === "OR") checkExcludingOr(run, expression, node);
    check(run, expression, node.left, node.right);
    check(run, expression, node.right, node.left);
    return;
  }
  if (node.type === "unary" && node.operator === "NOT") {
    check(run, expression, node.operand, undefined);
    return;
  }
  if (node.type === "binary" && node.operator === "=" && isSameColumn(expression, node)) {
    run.warn(
      "always-true",
      node,
      `${run.text(node)} compares a column with itself; it keeps every row that is not NULL.`,
    );
    return;
  }
  if (!isConstant(run, expression, node)) return;
  const literal = literalOf(expression.scope, node);
  if (!literal || literal.kind === "boolean") {
    run.note("constant-condition", node, `${run.text(node)} does not depend on any column.`);
    return;
  }
  const like = sibling && comparedWith(sibling, expression);
  run.warn(
    "constant-condition",
    node,
    `${run.text(node)} stands alone as a condition and is compared with nothing.`,
    like
      ? [{ text: `${run.text(like.left)} ${like.operator} ${run.text(node)}`, replaces: run.text(node) }]
      : [],
  );
}

function isConstant(run: InspectionRun, expression: ScopedExpression, node: ExpressionNode): boolean {
  if (subqueriesIn(node).length > 0 || aggregatesIn(node, run.services.driver.dialect.functions).length > 0)
    return false;
  let calls = false;
  walkExpression(node, (each) => {
    if (each.type === "call" || each.type === "opaque") calls = true;
    if (each.type === "literal" && each.kind === "parameter") calls = true;
  });
  return !calls && columnsOf(node).every((column) => literalOf(expression.scope, column));
}

/** The comparison nearest to a bare constant on the other side of an OR. */
function comparedWith(sibling: ExpressionNode, expression: ScopedExpression): BinaryNode | undefined {
  if (sibling.type !== "binary") return undefined;
  if (sibling.operator === "OR" || sibling.operator === "AND")
    return comparedWith(sibling.right, expression) ?? comparedWith(sibling.left, expression);
  return sibling.left.type === "column" && literalOf(expression.scope, sibling.right) ? sibling : undefined;
}

function isSameColumn({ scope }: ScopedExpression, node: BinaryNode): boolean {
  if (node.left.type !== "column" || node.right.type !== "column") return false;
  const [left, right] = [columnAt(scope, node.left), columnAt(scope, node.right)];
  return left !== undefined && left.source === right?.source && left.column === right.column;
}

/** `x <> 'a' OR x <> 'b'` holds for every row; AND was meant. */
function checkExcludingOr(run: InspectionRun, { scope }: ScopedExpression, node: BinaryNode): void {
  const { left, right } = node;
  const both = [left, right].map((side) => {
    if (side.type !== "binary" || (side.operator !== "<>" && side.operator !== "!=")) return undefined;
    const column = side.left.type === "column" ? columnAt(scope, side.left) : undefined;
    const literal = literalOf(scope, side.right);
    return column && literal && { column, literal };
  });
  const [a, b] = both;
  if (!a || !b || a.column.source !== b.column.source || a.column.column !== b.column.column) return;
  if (a.literal.value === b.literal.value) return;
  run.warn("always-true", node, `${run.text(node)} keeps every row: no value equals both. AND was meant.`, [
    { text: `${run.text(left)} AND ${run.text(right)}`, replaces: run.text(node) },
  ]);
}
