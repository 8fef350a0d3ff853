import { columnsOf } from "../sql/column-references.ts";
import { type BinaryNode, conjunctsOf, type ExpressionNode, walkExpression } from "../sql/query-tree.ts";
import type { Scope, ScopeSource } from "../sql/scope.ts";
import type { ClauseCheck } from "./clause-check.ts";
import { aggregatesIn, type ScopedExpression, subqueriesIn } from "./clause-expressions.ts";
import { withOf } from "./clause-sql.ts";
import { literalOf, type WrittenLiteral } from "./comparisons.ts";
import { columnAt } from "./query-scope.ts";

/** What a condition allows of a column, or of a calculation over columns of one source. */
interface Constraint {
  readonly node: ExpressionNode;
  readonly source: ScopeSource;
  /** The same for the same column, or the same calculation of it. */
  readonly operand: string;
  readonly allowed?: readonly WrittenLiteral[];
  readonly least?: WrittenLiteral;
  readonly most?: WrittenLiteral;
}

/** Conditions that are compared with each other. */
const MOST = 60;

/** Warns of conditions on one column, or on one calculation over it, that no value can meet together; the engine has the last word on whether any row does. */
export async function checkContradictions(check: ClauseCheck, expression: ScopedExpression): Promise<void> {
  const constraints = conjunctsOf(expression.node)
    .slice(0, MOST)
    .flatMap((node) => constraintOf(check, expression.scope, node) ?? []);
  for (const [i, a] of constraints.entries()) {
    for (const b of constraints.slice(i)) {
      if (a.source !== b.source || a.operand !== b.operand || !excludes(a, b)) continue;
      const both = a === b ? check.text(a.node) : `(${check.text(a.node)}) AND (${check.text(b.node)})`;
      const counts = await check.askNumbers(
        `${withOf(check, expression.scope)}SELECT COUNT(*) FROM ${check.text(a.source.source)} WHERE ${both}`,
      );
      if (counts?.[0] === 0) warn(check, a, b);
    }
  }
}

function constraintOf(check: ClauseCheck, scope: Scope, node: ExpressionNode): Constraint | undefined {
  const operand = node.type === "binary" ? node.left : "operand" in node ? node.operand : undefined;
  const [first, ...others] = operand ? columnsOf(operand).map((column) => columnAt(scope, column)) : [];
  if (!operand || !first || [first, ...others].some((each) => each?.outer || each?.source !== first.source))
    return undefined;
  const { functions } = check.services.driver.dialect;
  if (subqueriesIn(operand).length + aggregatesIn(operand, functions).length > 0) return undefined;
  const name = operand.type === "column" ? `column ${first.column.name}` : check.text(operand);
  const made = { node, source: first.source, operand: name };
  if (node.type === "binary") {
    const literal = literalOf(scope, node.right);
    if (!literal) return undefined;
    if (/^==?$/u.test(node.operator)) return { ...made, allowed: [literal] };
    if (/^<=?$/u.test(node.operator)) return { ...made, most: literal };
    return /^>=?$/u.test(node.operator) ? { ...made, least: literal } : undefined;
  }
  if (node.type === "between" && !node.negated) {
    const [least, most] = [literalOf(scope, node.low), literalOf(scope, node.high)];
    return least && most && { ...made, least, most };
  }
  if (node.type !== "in" || node.negated || node.set.type !== "list") return undefined;
  const allowed = node.set.items.flatMap((item) => literalOf(scope, item) ?? []);
  return allowed.length === node.set.items.length ? { ...made, allowed } : undefined;
}

function excludes(a: Constraint, b: Constraint): boolean {
  if (a.allowed && b.allowed) return !a.allowed.some((x) => b.allowed?.some((y) => compare(x, y) === 0));
  return [a, b].some((x) => [a, b].some((y) => x.least && y.most && compare(x.least, y.most) > 0));
}

function compare(a: WrittenLiteral, b: WrittenLiteral): number {
  const [x, y] = [Number(a.value), Number(b.value)];
  if (!Number.isNaN(x) && !Number.isNaN(y) && a.value.trim() !== "" && b.value.trim() !== "") return x - y;
  return a.value < b.value ? -1 : a.value > b.value ? 1 : 0;
}

function warn(check: ClauseCheck, a: Constraint, b: Constraint): void {
  const text = check.text(a.node);
  if (a !== b) {
    // Two different values of one column are mostly meant as alternatives.
    const isEither = a.allowed?.length === 1 && b.allowed?.length === 1;
    const either = {
      text: `(${text} OR ${check.text(b.node)})`,
      replaces: check.clause.sql.slice(a.node.start, b.node.end),
      reason: "either value",
    };
    const message = `${text} and ${check.text(b.node)} exclude each other.`;
    check.warn("contradiction", b.node, message, isEither ? [either] : []);
  } else if (a.node.type === "between") {
    const { operand, low, high } = a.node;
    const turned = `${check.text(operand)} BETWEEN ${check.text(high)} AND ${check.text(low)}`;
    check.warn("contradiction", a.node, `${text} holds for no value.`, [{ text: turned, replaces: text }]);
  }
}

/** Warns of conditions that no row decides: `x = 'a' OR 'b'`. `1 = 1` is only told. */
export function checkConstantConditions(check: ClauseCheck, expression: ScopedExpression): void {
  for (const condition of conjunctsOf(expression.node)) checkCondition(check, expression, condition);
}

function checkCondition(
  check: ClauseCheck,
  expression: ScopedExpression,
  node: ExpressionNode,
  sibling?: ExpressionNode,
): void {
  if (node.type === "binary" && (node.operator === "OR" || node.operator === "AND")) {
    checkCondition(check, expression, node.left, node.right);
    checkCondition(check, expression, node.right, node.left);
    return;
  }
  if (!isConstant(expression, node)) return;
  const text = check.text(node);
  const literal = literalOf(expression.scope, node);
  if (!literal || literal.kind === "boolean") {
    check.note("constant-condition", node, `${text} does not depend on any column.`);
    return;
  }
  const like = sibling && comparedWith(sibling, expression);
  const message = `${text} stands alone as a condition and is compared with nothing.`;
  const meant = like && `${check.text(like.left)} ${like.operator} ${text}`;
  check.warn("constant-condition", node, message, meant ? [{ text: meant, replaces: text }] : []);
}

function isConstant(expression: ScopedExpression, node: ExpressionNode): boolean {
  let isOpen = false;
  walkExpression(node, (each) => {
    if (/^(call|opaque|subquery)$/u.test(each.type)) isOpen = true;
    if (each.type === "literal" && each.kind === "parameter") isOpen = true;
  });
  return !isOpen && columnsOf(node).every((column) => literalOf(expression.scope, column));
}

/** The comparison nearest to a bare constant on the other side of an OR. */
function comparedWith(sibling: ExpressionNode, expression: ScopedExpression): BinaryNode | undefined {
  if (sibling.type !== "binary") return undefined;
  if (sibling.operator === "OR" || sibling.operator === "AND")
    return comparedWith(sibling.right, expression) ?? comparedWith(sibling.left, expression);
  return sibling.left.type === "column" && literalOf(expression.scope, sibling.right) ? sibling : undefined;
}
