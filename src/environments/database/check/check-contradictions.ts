import { columnsOf } from "../sql/column-references.ts";
import { conjunctsOf, type ExpressionNode } from "../sql/query-tree.ts";
import type { Scope, ScopeSource } from "../sql/scope.ts";
import type { Check, CheckedClause } from "./checked-clause.ts";
import { aggregatesIn, isCondition, subqueriesIn } from "./clause-expressions.ts";
import { countWhere } from "./clause-sql.ts";
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

/** Conditions on one column, or on one calculation over it, that no value can meet together; the engine has the last word on whether any row does. */
export const contradictions: Check = {
  clauses: ["where"],
  async look(check) {
    for (const { node, scope } of check.expressions.filter(isCondition)) {
      const constraints = conjunctsOf(node)
        .slice(0, MOST)
        .flatMap((each) => constraintOf(check, scope, each) ?? []);
      for (const [i, a] of constraints.entries()) {
        for (const b of constraints.slice(i)) {
          if (a.source !== b.source || a.operand !== b.operand || !excludes(a, b)) continue;
          const both = a === b ? check.text(a.node) : `(${check.text(a.node)}) AND (${check.text(b.node)})`;
          if ((await countWhere(check, { scope, source: a.source }, both)) === 0) tell(check, a, b);
        }
      }
    }
  },
};

function constraintOf(check: CheckedClause, scope: Scope, node: ExpressionNode): Constraint | undefined {
  const operand = node.type === "binary" ? node.left : "operand" in node ? node.operand : undefined;
  const [first, ...others] = operand ? columnsOf(operand).map((column) => columnAt(scope, column)) : [];
  if (!operand || !first || [first, ...others].some((each) => each?.outer || each?.source !== first.source))
    return undefined;
  if (subqueriesIn(operand).length + aggregatesIn(operand, check.dialect).length > 0) return undefined;
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

function tell(check: CheckedClause, a: Constraint, b: Constraint): void {
  const text = check.text(a.node);
  if (a !== b) {
    // Two different values of one column are mostly meant as alternatives.
    const isEither = a.allowed?.length === 1 && b.allowed?.length === 1;
    const either = {
      text: `(${text} OR ${check.text(b.node)})`,
      replaces: check.text({ start: a.node.start, end: b.node.end }),
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
