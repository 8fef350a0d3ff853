import type { ExpressionNode } from "./query-tree.ts";

/** The expressions directly inside one, in the order of the text. A subquery is a query of its own and has none here. */
export function partsOf(node: ExpressionNode): readonly ExpressionNode[] {
  switch (node.type) {
    case "column":
    case "literal":
    case "subquery":
      return [];
    case "call":
      return [...node.arguments, ...(node.filter ? [node.filter] : []), ...node.extra];
    case "cast":
    case "unary":
      return [node.operand];
    case "binary":
      return node.escape ? [node.left, node.right, node.escape] : [node.left, node.right];
    case "between":
      return [node.operand, node.low, node.high];
    case "in":
      return [node.operand, node.set];
    case "case":
      return [
        ...(node.operand ? [node.operand] : []),
        ...node.branches.flatMap(({ when, result }) => [when, result]),
        ...(node.otherwise ? [node.otherwise] : []),
      ];
    case "list":
      return node.items;
    case "opaque":
      return node.parts;
  }
}

/**
 * Visits a node and all inside it, outer before inner, left before right. `false` from the visitor leaves out what is inside that node.
 * Subqueries are visited as one node; `column-references.ts` reads them on. A chain of thousands of ORs does not exhaust the stack.
 */
export function walkExpression(expression: ExpressionNode, visit: (node: ExpressionNode) => unknown): void {
  const waiting: ExpressionNode[] = [expression];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (visit(node) === false) continue;
    const parts = partsOf(node);
    for (let index = parts.length - 1; index >= 0; index--) waiting.push(parts[index] as ExpressionNode);
  }
}
