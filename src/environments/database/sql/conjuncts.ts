import type { ExpressionNode } from "./query-tree.ts";

/**
 * The conditions that AND joins at the top, in the order of the text. Brackets around a conjunction are looked through; each part keeps its
 * own brackets in its span, so its text can stand alone. The AND of BETWEEN joins nothing.
 */
export function conjunctsOf(expression: ExpressionNode): ExpressionNode[] {
  const found: ExpressionNode[] = [];
  const waiting: ExpressionNode[] = [expression];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.type === "binary" && node.operator === "AND") waiting.push(node.right, node.left);
    else found.push(node);
  }
  return found;
}
