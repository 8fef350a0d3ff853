import { type ExpressionNode, walkExpression } from "../sql/query-tree.ts";
import type { Check } from "./checked-clause.ts";

const EQUAL = new Set(["=", "==", "<>", "!="]);
const OTHER = new Set(["<", ">", "<=", ">=", "LIKE", "NOT LIKE"]);

/** Comparisons with NULL that are never true, and NOT IN lists that hold a NULL. */
export const nullComparisons: Check = {
  look(check) {
    for (const { node: whole } of check.expressions) {
      walkExpression(whole, (node) => {
        if (node.type === "in" && node.negated && node.set.type === "list" && node.set.items.some(isNull))
          check.warn("null-comparison", node, "NOT IN a list that holds NULL is never true.");
        if (node.type !== "binary") return;
        const side = isNull(node.right) ? node.left : isNull(node.left) ? node.right : undefined;
        if (!side || (!EQUAL.has(node.operator) && !OTHER.has(node.operator))) return;
        const negated = node.operator === "<>" || node.operator === "!=";
        const text = `${check.text(side)} IS ${negated ? "NOT " : ""}NULL`;
        const message = `${check.text(node)} is never true: nothing equals or differs from NULL. Use ${text}.`;
        const suggestions = EQUAL.has(node.operator) ? [{ text, replaces: check.text(node) }] : [];
        check.warn("null-comparison", node, message, suggestions);
      });
    }
  },
};

function isNull(node: ExpressionNode): boolean {
  return node.type === "literal" && node.kind === "null";
}
