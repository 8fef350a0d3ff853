import type { BinaryNode, ExpressionNode } from "../sql/query-tree.ts";
import type { Scope } from "../sql/scope.ts";
import { walkExpression } from "../sql/walk-expression.ts";
import type { ScopedExpression } from "./clause-expressions.ts";
import type { InspectionRun } from "./inspection-run.ts";
import { columnAt } from "./query-scope.ts";

/** Warns of texts put together by `||` where that is a logical OR, which makes 0 or 1 of them without a word. */
export function checkLogicalJoining(run: InspectionRun, expressions: readonly ScopedExpression[]): void {
  if (!run.services.driver.dialect.lexical.logicalSymbols) return;
  for (const { node: whole, scope } of expressions) {
    const inside = new Set<ExpressionNode>();
    walkExpression(whole, (node) => {
      if (inside.has(node) || !isJoining(run, node)) return;
      const parts = partsOf(run, node, inside);
      if (!parts.some((part) => isText(scope, part))) return;
      const text = `CONCAT(${parts.map((part) => run.text(part)).join(", ")})`;
      const message = `|| is OR here, and takes texts for 0: use ${text}.`;
      const suggestion = { text, replaces: run.text(node), reason: "joins texts" };
      run.warn("text-taken-for-zero", node, message, [suggestion]);
    });
  }
}

function isJoining(run: InspectionRun, node: ExpressionNode): node is BinaryNode {
  if (node.type !== "binary" || node.operator !== "OR") return false;
  return run.subject.sql.slice(node.left.end, node.right.start).includes("||");
}

/** The operands of `a || b || c` from left to right. */
function partsOf(run: InspectionRun, node: BinaryNode, inside: Set<ExpressionNode>): ExpressionNode[] {
  const parts: ExpressionNode[] = [];
  const waiting: ExpressionNode[] = [node];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (!isJoining(run, next)) {
      parts.push(next);
      continue;
    }
    inside.add(next);
    waiting.push(next.right, next.left);
  }
  return parts;
}

function isText(scope: Scope, node: ExpressionNode): boolean {
  if (node.type === "literal") return node.kind === "string";
  return node.type === "column" && columnAt(scope, node)?.column.origin?.column.affinity === "text";
}
