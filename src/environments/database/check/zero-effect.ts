import type { BinaryNode, ExpressionNode } from "../sql/query-tree.ts";
import type { Scope } from "../sql/scope.ts";
import { walkExpression } from "../sql/walk-expression.ts";
import { literalOf } from "./literal-text.ts";

/**
 * What a cell taken for 0 does to the result: `none` where a 0 is the same as no cell, `false` where it makes the result wrong, `least` and
 * `most` where that depends on the other numbers, `may` where it depends on what is meant.
 */
export type ZeroEffect = "none" | "false" | "least" | "most" | "may";

/** The effect of a 0 at that place of an expression, by the nearest comparison or aggregate around it. */
export function zeroEffect(expression: ExpressionNode, node: ExpressionNode, scope: Scope): ZeroEffect {
  if (node.type === "call") return "false";
  const around = nodesAround(expression, node);
  let isPlain = node.type === "cast" || (node.type === "binary" && node.operator === "*");
  for (const [i, each] of around.entries()) {
    const outer = around.slice(i + 1);
    if (each.type === "binary" && each.operator in HOLDS) {
      const effect = ofComparison(each, isPlain && node.type === "cast" ? node : undefined, scope);
      return isNegated(outer) && effect === "none" ? "may" : effect;
    }
    if (each.type === "call") {
      const name = each.name.toLowerCase();
      if (name === "avg" || name === "count") return "false";
      if (isPlain && (name === "sum" || name === "total")) return "none";
      if (isPlain && each.arguments.length === 1 && name === "min") return "least";
      if (isPlain && each.arguments.length === 1 && name === "max") return "most";
      isPlain = false;
    } else if (each.type !== "case") isPlain = false;
  }
  return "may";
}

const HOLDS: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
  "=": (a, b) => a === b,
  "==": (a, b) => a === b,
  "<>": (a, b) => a !== b,
  "!=": (a, b) => a !== b,
};

function ofComparison(comparison: BinaryNode, node: ExpressionNode | undefined, scope: Scope): ZeroEffect {
  const { left, right, operator } = comparison;
  const isLeft = node !== undefined && isSame(left, node);
  if (isLeft || (node !== undefined && isSame(right, node))) {
    const literal = literalOf(scope, isLeft ? right : left);
    const holds = HOLDS[operator];
    if (literal?.kind === "number" && holds) {
      const value = Number(literal.value);
      return (isLeft ? holds(0, value) : holds(value, 0)) ? "false" : "none";
    }
  }
  return /^<=?$/u.test(operator) ? "false" : "may";
}

function isNegated(outer: readonly ExpressionNode[]): boolean {
  return outer.some((each) => each.type === "unary" && each.operator === "NOT");
}

function isSame(a: ExpressionNode, b: ExpressionNode): boolean {
  return a.start === b.start && a.end === b.end;
}

/** The nodes that hold it, the nearest first. */
function nodesAround(expression: ExpressionNode, node: ExpressionNode): readonly ExpressionNode[] {
  const found: ExpressionNode[] = [];
  walkExpression(expression, (each) => {
    const holds = each.start <= node.start && node.end <= each.end;
    if (holds && each !== node && !isSame(each, node)) found.push(each);
    return holds && each !== node;
  });
  return found.reverse();
}
