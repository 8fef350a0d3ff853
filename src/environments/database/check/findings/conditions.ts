import { say, written } from "../../../../environment/egress/marks.ts";
import { columnsOf } from "../../sql/column-references.ts";
import { type BinaryNode, conjunctsOf, type ExpressionNode, walkExpression } from "../../sql/query-tree.ts";
import { resolveColumn, type Scope } from "../../sql/scope.ts";
import type { Check, CheckedClause } from "../checked-clause.ts";
import { aggregatesIn, isCondition, subqueriesIn } from "../clause-expressions.ts";
import { countWhere } from "../clause-sql.ts";
import { type Comparison, literalOf, type WrittenLiteral } from "../comparisons.ts";
import { columnAt } from "../query-scope.ts";

const EQUAL = new Set(["=", "==", "<>", "!="]);
const OTHER = new Set(["<", ">", "<=", ">=", "LIKE", "NOT LIKE"]);

/** Comparisons with NULL that are never true, and NOT IN lists that hold a NULL. */
export const nullComparisons: Check = {
  look(check) {
    for (const { node: whole } of check.expressions) {
      walkExpression(whole, (node) => {
        if (node.type === "in" && node.negated && node.set.type === "list" && node.set.items.some(isNull))
          check.warn("null-comparison", node, say`NOT IN a list that holds NULL is never true.`);
        if (node.type !== "binary") return;
        const side = isNull(node.right) ? node.left : isNull(node.left) ? node.right : undefined;
        if (!side || (!EQUAL.has(node.operator) && !OTHER.has(node.operator))) return;
        const negated = node.operator === "<>" || node.operator === "!=";
        const text = say`${check.shown(side)} IS ${negated ? "NOT " : ""}NULL`;
        const message = say`${check.shown(node)} is never true: nothing equals or differs from NULL. Use ${text}.`;
        const suggestions = EQUAL.has(node.operator) ? [{ text, replaces: check.text(node) }] : [];
        check.warn("null-comparison", node, message, suggestions);
      });
    }
  },
};

function isNull(node: ExpressionNode): boolean {
  return node.type === "literal" && node.kind === "null";
}

/** Conditions with the same result for every row: `x = 'a' OR 'b'`. `1 = 1` is only a note. */
export const constantConditions: Check = {
  clauses: ["where", "having"],
  look(check) {
    const { clause } = check.clause;
    for (const { node, scope } of clause === "having" ? check.own : check.expressions.filter(isCondition))
      for (const condition of conjunctsOf(node)) lookAt(check, scope, condition);
  },
};

function lookAt(check: CheckedClause, scope: Scope, node: ExpressionNode, sibling?: ExpressionNode): void {
  if (node.type === "binary" && (node.operator === "OR" || node.operator === "AND")) {
    lookAt(check, scope, node.left, node.right);
    lookAt(check, scope, node.right, node.left);
    return;
  }
  if (!isConstant(scope, node)) return;
  const text = check.shown(node);
  const literal = literalOf(scope, node);
  if (!literal || literal.kind === "boolean") {
    check.note("constant-condition", node, say`${text} does not depend on any column.`);
    return;
  }
  const like = sibling && comparedWith(sibling, scope);
  const message = say`${text} stands alone as a condition and is compared with nothing.`;
  const meant = like && say`${check.shown(like.left)} ${written(like.operator)} ${text}`;
  check.warn("constant-condition", node, message, meant ? [{ text: meant, replaces: text }] : []);
}

function isConstant(scope: Scope, node: ExpressionNode): boolean {
  let isOpen = false;
  walkExpression(node, (each) => {
    if (/^(call|opaque|subquery)$/u.test(each.type)) isOpen = true;
    if (each.type === "literal" && each.kind === "parameter") isOpen = true;
  });
  return !isOpen && columnsOf(node).every((column) => literalOf(scope, column));
}

/** The comparison nearest to a bare constant on the other side of an OR. */
function comparedWith(sibling: ExpressionNode, scope: Scope): BinaryNode | undefined {
  if (sibling.type !== "binary") return undefined;
  if (sibling.operator === "OR" || sibling.operator === "AND")
    return comparedWith(sibling.right, scope) ?? comparedWith(sibling.left, scope);
  return sibling.left.type === "column" && literalOf(scope, sibling.right) ? sibling : undefined;
}

/** Values that a condition allows for a column, or for a calculation over columns of one source. */
interface Constraint {
  readonly node: ExpressionNode;
  readonly comparison: Comparison;
  /** Key that is equal for conditions on the same column or calculation. */
  readonly operand: string;
  readonly allowed?: readonly WrittenLiteral[];
  readonly least?: WrittenLiteral;
  readonly most?: WrittenLiteral;
}

/** Most conditions that are compared with each other. */
const MOST = 60;

/** Conditions on one column, or on one calculation over it, that no value can meet together; the engine has the last word on whether any row does. */
export const contradictions: Check = {
  clauses: ["where"],
  async look(check) {
    for (const { node } of check.expressions.filter(isCondition)) {
      const constraints = conjunctsOf(node)
        .slice(0, MOST)
        .flatMap((each) => constraintOf(check, each) ?? []);
      for (const [i, a] of constraints.entries()) {
        for (const b of constraints.slice(i)) {
          if (a.comparison.source !== b.comparison.source || a.operand !== b.operand || !excludes(a, b))
            continue;
          const both = a === b ? check.text(a.node) : `(${check.text(a.node)}) AND (${check.text(b.node)})`;
          if ((await countWhere(check, a.comparison, both)) === 0) tell(check, a, b);
        }
      }
    }
  },
};

function constraintOf(check: CheckedClause, node: ExpressionNode): Constraint | undefined {
  const comparison = check.comparisons.find(({ span }) => span.start === node.start && span.end === node.end);
  const [first, second] = comparison?.literals ?? [];
  if (!comparison || !first) return undefined;
  const { kind, operator, literals, scope, operand } = comparison;
  const column = operand.type === "column" ? columnAt(scope, operand)?.column.name : undefined;
  const name = column === undefined ? check.text(operand) : `column ${column}`;
  const made = { node, comparison, operand: name };
  if (node.type === "between")
    return second && !node.negated ? { ...made, least: first, most: second } : undefined;
  if (kind === "order") return { ...made, [operator.startsWith("<") ? "most" : "least"]: first };
  const isWhole =
    node.type !== "in" || (node.set.type === "list" && literals.length === node.set.items.length);
  return kind === "equal" && isWhole ? { ...made, allowed: literals } : undefined;
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
  const text = check.shown(a.node);
  if (a !== b) {
    // Two different values of one column are mostly meant as alternatives.
    const isEither = a.allowed?.length === 1 && b.allowed?.length === 1;
    const either = {
      text: say`(${text} OR ${check.shown(b.node)})`,
      replaces: check.text({ start: a.node.start, end: b.node.end }),
      reason: say`either value`,
    };
    const message = say`${text} and ${check.shown(b.node)} exclude each other.`;
    check.warn("contradiction", b.node, message, isEither ? [either] : []);
  } else if (a.node.type === "between") {
    const { operand, low, high } = a.node;
    const turned = say`${check.shown(operand)} BETWEEN ${check.shown(high)} AND ${check.shown(low)}`;
    check.warn("contradiction", a.node, say`${text} holds for no value.`, [{ text: turned, replaces: text }]);
  }
}

/** Conditions of HAVING that belong into WHERE. */
export const havingConditions: Check = {
  clauses: ["having"],
  look(check) {
    const { core, scope } = check;
    for (const node of check.conditions("having")) {
      if (aggregatesIn(node, check.dialect).length > 0 || subqueriesIn(node).length > 0) continue;
      const columns = columnsOf(node).map((column) => resolveColumn(column, scope));
      if (columns.length === 0 || !columns.every((each) => each.kind === "column")) continue;
      const message = say`${check.shown(node)} uses no aggregate; it is a condition on rows and belongs into WHERE.`;
      check.warn("having-without-aggregate", node, message);
    }
    if (core.groupBy || !core.from || !core.having) return;
    const message = say`HAVING stands without GROUP BY, so that it judges all rows as one group; conditions on rows belong into WHERE.`;
    check.warn("having-without-group", core.having, message);
  },
};
