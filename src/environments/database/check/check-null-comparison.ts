import type { ExpressionNode } from "../sql/query-tree.ts";
import { walkExpression } from "../sql/walk-expression.ts";
import type { ScopedExpression } from "./clause-expressions.ts";
import type { InspectionRun } from "./inspection-run.ts";

const EQUAL = new Set(["=", "==", "<>", "!="]);
const OTHER = new Set(["<", ">", "<=", ">=", "LIKE", "NOT LIKE"]);

/** Warns of comparisons with NULL that are never true, and of NOT IN lists that hold a NULL. */
export function checkNullComparison(run: InspectionRun, expressions: readonly ScopedExpression[]): void {
  for (const { node: whole } of expressions) {
    walkExpression(whole, (node) => {
      if (node.type === "binary") {
        const side = isNull(node.right) ? node.left : isNull(node.left) ? node.right : undefined;
        if (!side || (!EQUAL.has(node.operator) && !OTHER.has(node.operator))) return;
        const negated = node.operator === "<>" || node.operator === "!=";
        const text = `${run.text(side)} IS ${negated ? "NOT " : ""}NULL`;
        const suggestions = EQUAL.has(node.operator) ? [{ text, replaces: run.text(node) }] : [];
        run.warn(
          "null-comparison",
          node,
          `${run.text(node)} is never true: nothing equals or differs from NULL. Use ${text}.`,
          suggestions,
        );
      } else if (
        node.type === "in" &&
        node.negated &&
        node.set.type === "list" &&
        node.set.items.some(isNull)
      ) {
        run.warn("null-comparison", node, "NOT IN a list that holds NULL is never true.");
      }
    });
  }
}

function isNull(node: ExpressionNode): boolean {
  return node.type === "literal" && node.kind === "null";
}
