import { neverOperand, power, symbolPower } from "./binding-power.ts";
import type { ExpressionParser } from "./expression-parser.ts";
import type { BinaryNode, ExpressionNode } from "./query-tree.ts";
import { closeOf, skipTypeName } from "./read-type-name.ts";
import { readIs, readWordOperator } from "./read-word-operator.ts";
import { cut } from "./token.ts";

/** True when an operand can start `ahead` places on; else a word such as MATCH or FILTER is a name, most often an alias. */
function operandFollows(parser: ExpressionParser, ahead: number): boolean {
  const token = parser.peek(ahead);
  if (!token) return false;
  if (token.kind === "word") return !neverOperand.has(token.value);
  return token.kind !== "symbol" || !/^([,;)\]}]|=|<>)$/.test(token.value);
}

/** Takes the operator at the current place, with its right side, onto `left`; undefined when there is none that binds at least `minimum`. */
export function readInfix(
  parser: ExpressionParser,
  left: ExpressionNode,
  minimum: number,
): ExpressionNode | undefined {
  const token = parser.peek();
  if (!token) return undefined;
  if (token.kind === "symbol") return readSymbol(parser, token.value, left, minimum);
  if (
    token.kind === "parameter" &&
    token.value === "?" &&
    operandFollows(parser, 1) &&
    power.other >= minimum
  ) {
    parser.at++;
    return binary(left, "?", parser.expression(power.other + 1));
  }
  if (token.kind !== "word") return undefined;
  if (token.value === "IS" || token.value === "ISNULL" || token.value === "NOTNULL")
    return power.comparison >= minimum ? readIs(parser, left, token.value) : undefined;
  return readWordOperator(parser, left, minimum, (ahead) => operandFollows(parser, ahead));
}

function binary(left: ExpressionNode, operator: string, right: ExpressionNode): BinaryNode {
  return { type: "binary", operator, left, right, start: left.start, end: Math.max(right.end, left.end) };
}

function readSymbol(
  parser: ExpressionParser,
  symbol: string,
  left: ExpressionNode,
  minimum: number,
): ExpressionNode | undefined {
  if (symbol === "::") {
    const typeFrom = ++parser.at;
    skipTypeName(parser);
    const span = parser.spanOf(typeFrom, parser.at);
    return {
      type: "cast",
      operand: left,
      target: cut(parser.text, span),
      start: left.start,
      end: Math.max(span.end, left.end),
    };
  }
  if (symbol === "[") {
    const from = parser.at;
    const close = closeOf(parser);
    parser.at = close + 1;
    const right = parser.whole(from + 1, close);
    return { type: "binary", operator: "[]", left, right, start: left.start, end: parser.spanFrom(from).end };
  }
  if (symbol === "." && (left.type !== "literal" || left.kind !== "number")) {
    const field = parser.peek(1);
    if (field?.kind !== "word" && field?.kind !== "identifier" && field?.value !== "*") return undefined;
    parser.at += 2;
    return { type: "opaque", parts: [left], start: left.start, end: field.end };
  }
  const bound = symbolPower(symbol, parser.lexical);
  if (bound === undefined || bound < minimum || !parser.peek(1)) return undefined;
  parser.at++;
  return binary(left, logical(parser, symbol), parser.expression(bound + 1));
}

function logical(parser: ExpressionParser, symbol: string): string {
  if (!parser.lexical.logicalSymbols) return symbol;
  return symbol === "||" ? "OR" : symbol === "&&" ? "AND" : symbol;
}
