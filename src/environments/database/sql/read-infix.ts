import type { ExpressionParser } from "./expression-parser.ts";
import type { LexicalRules } from "./lexical-rules.ts";
import type { BinaryNode, ExpressionNode, Span } from "./query-tree.ts";
import { readSubquery } from "./read-brackets.ts";
import { closeOf, skipTypeName } from "./read-type-name.ts";
import { cut } from "./token.ts";

/** How tightly operators bind, loosest first. SQLite's order where dialects differ among operators that give values. */
export const power = {
  or: 1,
  xor: 2,
  and: 3,
  not: 4,
  comparison: 5,
  order: 6,
  other: 7,
  bits: 8,
  sum: 9,
  product: 10,
  exponent: 11,
  concatenation: 12,
  collate: 13,
  prefix: 14,
  postfix: 15,
} as const;

const symbols: Readonly<Record<string, number>> = {
  "=": power.comparison,
  "==": power.comparison,
  "<>": power.comparison,
  "!=": power.comparison,
  "<=>": power.comparison,
  "<": power.order,
  "<=": power.order,
  ">": power.order,
  ">=": power.order,
  "&": power.bits,
  "|": power.bits,
  "<<": power.bits,
  ">>": power.bits,
  "+": power.sum,
  "-": power.sum,
  "*": power.product,
  "/": power.product,
  "//": power.product,
  "%": power.product,
  "^": power.exponent,
  "**": power.exponent,
  "||": power.concatenation,
  "->": power.concatenation,
  "->>": power.concatenation,
};

const noOperators = new Set([
  ",",
  ";",
  "(",
  ")",
  "[",
  "]",
  "{",
  "}",
  ".",
  "::",
  ":",
  ":=",
  "=>",
  "!",
  "\\",
  '"',
  "`",
  "'",
]);

/** Binding power of a symbol between two operands; undefined when it is none. Operators that only some servers know bind alike. */
function symbolPower(symbol: string, lexical: LexicalRules): number | undefined {
  if (lexical.logicalSymbols) {
    if (symbol === "||") return power.or;
    if (symbol === "&&") return power.and;
  }
  return symbols[symbol] ?? (noOperators.has(symbol) ? undefined : power.other);
}

/** Words that cannot start an operand: where one stands, the operand is missing. */
export const neverOperand: ReadonlySet<string> = new Set(
  `FROM WHERE GROUP HAVING ORDER LIMIT UNION INTERSECT EXCEPT ON USING AND OR THEN WHEN ELSE AS SELECT BETWEEN IN IS JOIN INTO ISNULL
   NOTNULL`.split(/\s+/),
);

const simple: Readonly<Record<string, number>> = {
  OR: power.or,
  XOR: power.xor,
  AND: power.and,
  OVERLAPS: power.comparison,
  DIV: power.product,
  MOD: power.product,
  COLLATE: power.collate,
};

const matching = new Set([
  "LIKE",
  "ILIKE",
  "GLOB",
  "REGEXP",
  "RLIKE",
  "MATCH",
  "SIMILAR",
  "SOUNDS",
  "MEMBER",
]);
const secondWord: Readonly<Record<string, string>> = { SIMILAR: "TO", SOUNDS: "LIKE", MEMBER: "OF" };

function joined(left: ExpressionNode, end: number): Span {
  return { start: left.start, end: Math.max(left.end, end) };
}

/** `IS NULL`, `IS NOT TRUE`, `IS [NOT] DISTINCT FROM y`, `IS y`, ISNULL, NOTNULL. */
function readIs(parser: ExpressionParser, left: ExpressionNode, word: string): ExpressionNode {
  const from = parser.at++;
  if (word !== "IS") {
    const operator = word === "ISNULL" ? "IS NULL" : "IS NOT NULL";
    return { type: "unary", operator, operand: left, ...joined(left, parser.spanFrom(from).end) };
  }
  const not = parser.word() === "NOT" ? " NOT" : "";
  if (not) parser.at++;
  const test = parser.word();
  if (test === "DISTINCT" && parser.word(1) === "FROM") {
    parser.at += 2;
    const right = parser.expression(power.order);
    return { type: "binary", operator: `IS${not} DISTINCT FROM`, left, right, ...joined(left, right.end) };
  }
  if (
    test === "NULL" ||
    test === "TRUE" ||
    test === "FALSE" ||
    test === "UNKNOWN" ||
    test === "JSON" ||
    test === "NORMALIZED"
  ) {
    parser.at++;
    if (test === "JSON") while (/^(VALUE|ARRAY|OBJECT|SCALAR)$/.test(parser.word() ?? "")) parser.at++;
    return {
      type: "unary",
      operator: `IS${not} ${test}`,
      operand: left,
      ...joined(left, parser.spanFrom(from).end),
    };
  }
  const right = parser.expression(power.order);
  return { type: "binary", operator: `IS${not}`, left, right, ...joined(left, right.end) };
}

/** Operators written as words, with NOT before those that take it. */
function readWordOperator(
  parser: ExpressionParser,
  left: ExpressionNode,
  minimum: number,
  operandFollows: (ahead: number) => boolean,
): ExpressionNode | undefined {
  const first = parser.word() as string;
  const bound = Object.hasOwn(simple, first) ? simple[first] : undefined;
  if (bound !== undefined) {
    const always = first === "AND" || first === "OR";
    return bound >= minimum && (always || operandFollows(1))
      ? readSimple(parser, left, first, bound)
      : undefined;
  }
  if (first === "AT" && parser.word(1) === "TIME" && parser.word(2) === "ZONE" && power.collate >= minimum) {
    parser.at += 3;
    const right = parser.expression(power.prefix);
    return { type: "binary", operator: "AT TIME ZONE", left, right, ...joined(left, right.end) };
  }
  if (power.comparison < minimum) return undefined;
  const negated = first === "NOT";
  const word = negated ? parser.word(1) : first;
  const ahead = negated ? 1 : 0;
  if (negated && word === "NULL") {
    const from = parser.at;
    parser.at += 2;
    return {
      type: "unary",
      operator: "IS NOT NULL",
      operand: left,
      ...joined(left, parser.spanFrom(from).end),
    };
  }
  if (word === "IN") return readIn(parser, left, ahead);
  if (word === "BETWEEN") return readBetween(parser, left, ahead);
  if (word === undefined || !matching.has(word)) return undefined;
  const second = secondWord[word];
  if (second && parser.word(ahead + 1) !== second) return undefined;
  const length = ahead + (second ? 2 : 1);
  if (!operandFollows(length)) return undefined;
  parser.at += length;
  return readMatch(parser, left, `${negated ? "NOT " : ""}${word}${second ? ` ${second}` : ""}`);
}

function readSimple(
  parser: ExpressionParser,
  left: ExpressionNode,
  operator: string,
  bound: number,
): ExpressionNode {
  const from = ++parser.at;
  if (operator === "COLLATE") {
    // The name of a collation is no column, although it looks like one.
    parser.at++;
    while (parser.symbol() === ".") parser.at += 2;
    parser.at = Math.min(parser.at, parser.end);
    const right: ExpressionNode = { type: "opaque", parts: [], ...parser.spanFrom(from) };
    return { type: "binary", operator, left, right, ...joined(left, right.end) };
  }
  const right = parser.expression(bound + 1);
  return { type: "binary", operator, left, right, ...joined(left, right.end) };
}

function readMatch(parser: ExpressionParser, left: ExpressionNode, operator: string): ExpressionNode {
  const right = parser.expression(power.order);
  if (parser.word() !== "ESCAPE")
    return { type: "binary", operator, left, right, ...joined(left, right.end) };
  parser.at++;
  const escaped = parser.expression(power.order);
  return { type: "binary", operator, left, right, escape: escaped, ...joined(left, escaped.end) };
}

function readIn(parser: ExpressionParser, left: ExpressionNode, ahead: number): ExpressionNode {
  parser.at += ahead + 1;
  const set = parser.symbol() === "(" ? readSet(parser) : parser.expression(power.prefix);
  return { type: "in", negated: ahead === 1, operand: left, set, ...joined(left, set.end) };
}

/** A single value in brackets is a list of one here, and `((1, 2))` a list of one row. */
function readSet(parser: ExpressionParser): ExpressionNode {
  const subquery = readSubquery(parser);
  if (subquery) return subquery;
  const from = parser.at;
  const close = closeOf(parser);
  const items = parser.parts(from + 1, close).map((part) => parser.whole(part.from, part.to));
  parser.at = close + 1;
  return { type: "list", items, ...parser.spanFrom(from) };
}

function readBetween(parser: ExpressionParser, left: ExpressionNode, ahead: number): ExpressionNode {
  parser.at += ahead + 1;
  const symmetric = parser.word();
  if (symmetric === "SYMMETRIC" || symmetric === "ASYMMETRIC") parser.at++;
  const low = parser.expression(power.order);
  if (parser.word() !== "AND") return { type: "opaque", parts: [left, low], ...joined(left, low.end) };
  parser.at++;
  const high = parser.expression(power.order);
  return { type: "between", negated: ahead === 1, operand: left, low, high, ...joined(left, high.end) };
}

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
