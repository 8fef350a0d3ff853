import type { ExpressionNode } from "../../../../src/environments/database/sql/query-tree.ts";

/** Writes an expression's tree as a line of brackets, so that tests can say how it was understood. */
export function sketch(node: ExpressionNode): string {
  const all = (nodes: readonly ExpressionNode[]) => nodes.map(sketch).join(" ");
  switch (node.type) {
    case "column":
      return node.qualifier === undefined ? node.name : `${node.qualifier}.${node.name}`;
    case "literal":
      return node.kind === "string"
        ? `'${node.value}'`
        : node.kind === "number"
          ? node.value
          : `<${node.kind} ${node.value}>`;
    case "call": {
      const head = `${node.name}${node.star ? "*" : ""}${node.distinct ? " distinct" : ""}${node.over ? " over" : ""}`;
      const filter = node.filter ? ` filter ${sketch(node.filter)}` : "";
      return `${head}(${all(node.arguments)}${filter}${node.extra.length > 0 ? ` | ${all(node.extra)}` : ""})`;
    }
    case "cast":
      return `(cast ${sketch(node.operand)} ${node.target})`;
    case "binary":
      return `(${node.operator} ${sketch(node.left)} ${sketch(node.right)}${node.escape ? ` ${sketch(node.escape)}` : ""})`;
    case "unary":
      return `(${node.operator} ${sketch(node.operand)})`;
    case "between":
      return `(${node.negated ? "not " : ""}between ${all([node.operand, node.low, node.high])})`;
    case "in":
      return `(${node.negated ? "not " : ""}in ${sketch(node.operand)} ${sketch(node.set)})`;
    case "case":
      return `(case ${node.operand ? `${sketch(node.operand)} ` : ""}${node.branches
        .map(({ when, result }) => `${sketch(when)}:${sketch(result)}`)
        .join(" ")}${node.otherwise ? ` else ${sketch(node.otherwise)}` : ""})`;
    case "subquery":
      return "query";
    case "list":
      return `[${all(node.items)}]`;
    case "opaque":
      return `?{${all(node.parts)}}`;
  }
}
