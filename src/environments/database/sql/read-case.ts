import { power } from "./binding-power.ts";
import type { ExpressionParser } from "./expression-parser.ts";
import type { CaseNode, ExpressionNode, OpaqueNode } from "./query-tree.ts";

/** Reads from CASE to END. A CASE that is not closed is opaque, with what could be read of it. */
export function readCase(parser: ExpressionParser): CaseNode | OpaqueNode {
  const from = parser.at++;
  const branches: { when: ExpressionNode; result: ExpressionNode }[] = [];
  const operand = parser.word() === "WHEN" ? undefined : parser.expression(power.or);
  while (parser.word() === "WHEN") {
    parser.at++;
    const when = parser.expression(power.or);
    if (parser.word() !== "THEN") return opaque(parser, from, operand, branches, when);
    parser.at++;
    branches.push({ when, result: parser.expression(power.or) });
  }
  let otherwise: ExpressionNode | undefined;
  if (parser.word() === "ELSE") {
    parser.at++;
    otherwise = parser.expression(power.or);
  }
  if (parser.word() !== "END" || branches.length === 0)
    return opaque(parser, from, operand, branches, otherwise);
  parser.at++;
  return {
    type: "case",
    ...(operand && { operand }),
    branches,
    ...(otherwise && { otherwise }),
    ...parser.spanFrom(from),
  };
}

function opaque(
  parser: ExpressionParser,
  from: number,
  operand: ExpressionNode | undefined,
  branches: readonly { when: ExpressionNode; result: ExpressionNode }[],
  rest: ExpressionNode | undefined,
): OpaqueNode {
  const parts = [operand, ...branches.flatMap(({ when, result }) => [when, result]), rest];
  return { type: "opaque", parts: parts.filter((part) => part !== undefined), ...parser.spanFrom(from) };
}
