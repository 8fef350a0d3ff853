import { columnsOf } from "../sql/column-references.ts";
import { type BinaryNode, conjunctsOf, type ExpressionNode, walkExpression } from "../sql/query-tree.ts";
import type { Scope } from "../sql/scope.ts";
import type { Check, CheckedClause } from "./checked-clause.ts";
import { isCondition } from "./clause-expressions.ts";
import { literalOf } from "./comparisons.ts";

/** Conditions that no row decides: `x = 'a' OR 'b'`. `1 = 1` is only told. */
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
  const text = check.text(node);
  const literal = literalOf(scope, node);
  if (!literal || literal.kind === "boolean") {
    check.note("constant-condition", node, `${text} does not depend on any column.`);
    return;
  }
  const like = sibling && comparedWith(sibling, scope);
  const message = `${text} stands alone as a condition and is compared with nothing.`;
  const meant = like && `${check.text(like.left)} ${like.operator} ${text}`;
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
