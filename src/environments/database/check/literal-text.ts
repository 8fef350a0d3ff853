import type { ExpressionNode, Span } from "../sql/query-tree.ts";
import { resolveColumn } from "../sql/resolve-column.ts";
import type { Scope } from "../sql/scope.ts";

/** A constant written in the query. */
export interface WrittenLiteral extends Span {
  readonly value: string;
  readonly kind: "string" | "number" | "boolean" | "date";
  /** True for `"…"` that names no column and that the engine therefore reads as text. */
  readonly doubleQuoted: boolean;
}

/** The constant that a node is, seen through a sign; undefined for NULL, parameters and everything else. */
export function literalOf(scope: Scope, node: ExpressionNode): WrittenLiteral | undefined {
  const span = { start: node.start, end: node.end };
  if (node.type === "literal") {
    const { kind, value } = node;
    if (kind !== "string" && kind !== "number" && kind !== "boolean" && kind !== "date") return undefined;
    return { ...span, value, kind, doubleQuoted: false };
  }
  if (node.type === "unary" && (node.operator === "-" || node.operator === "+")) {
    const inner =
      node.operand.type === "literal" && node.operand.kind === "number" ? node.operand : undefined;
    const sign = node.operator === "-" ? "-" : "";
    return inner && { ...span, value: sign + inner.value, kind: "number", doubleQuoted: false };
  }
  if (node.type === "column" && resolveColumn(node, scope).kind === "text") {
    return { ...span, value: node.name, kind: "string", doubleQuoted: true };
  }
  return undefined;
}
