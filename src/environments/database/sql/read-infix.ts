import type { LexicalRules } from "./lexical-rules.ts";
import type { BinaryNode, ExpressionNode, Span, SubqueryNode } from "./query-tree.ts";
import type { ExpressionParser } from "./read-expression.ts";
import { readQueryTokens } from "./read-query.ts";
import { cut, type Token } from "./token.ts";

/** Binding powers of operators, loosest first. Where dialects differ among operators other than logical ones, SQLite's order. */
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

const noOperators = new Set(", ; ( ) [ ] { } . :: : := => ! \\ \" ` '".split(" "));

/** Binding power of a symbol between two operands; undefined when it is none. Operators that only some servers know bind alike. */
function symbolPower(symbol: string, lexical: LexicalRules): number | undefined {
  if (lexical.logicalSymbols) {
    if (symbol === "||") return power.or;
    if (symbol === "&&") return power.and;
  }
  return symbols[symbol] ?? (noOperators.has(symbol) ? undefined : power.other);
}

export const queryWords = new Set(["SELECT", "WITH", "VALUES"]);

/** Words that cannot start an operand: where one of them follows, the operand is missing. */
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

const matching = new Set("LIKE ILIKE GLOB REGEXP RLIKE MATCH SIMILAR SOUNDS MEMBER".split(" "));
const secondWord: Readonly<Record<string, string>> = { SIMILAR: "TO", SOUNDS: "LIKE", MEMBER: "OF" };
const truths = new Set("NULL TRUE FALSE UNKNOWN JSON NORMALIZED".split(" "));

function joined(left: ExpressionNode, end: number): Span {
  return { start: left.start, end: Math.max(left.end, end) };
}

function binary(left: ExpressionNode, operator: string, right: ExpressionNode): BinaryNode {
  return { type: "binary", operator, left, right, ...joined(left, right.end) };
}

/** Makes the node of a postfix operator whose last word has been taken. */
function postfix(parser: ExpressionParser, operand: ExpressionNode, operator: string): ExpressionNode {
  return { type: "unary", operator, operand, ...joined(operand, parser.spanFrom(parser.at - 1).end) };
}

/** `IS NULL`, `IS NOT TRUE`, `IS [NOT] DISTINCT FROM y`, `IS y`. */
function readIs(parser: ExpressionParser, left: ExpressionNode): ExpressionNode {
  const is = parser.take("NOT") ? "IS NOT" : "IS";
  if (parser.take("DISTINCT", "FROM"))
    return binary(left, `${is} DISTINCT FROM`, parser.expression(power.order));
  const test = parser.word() ?? "";
  if (!truths.has(test)) return binary(left, is, parser.expression(power.order));
  parser.at++;
  if (test === "JSON") while (/^(VALUE|ARRAY|OBJECT|SCALAR)$/.test(parser.word() ?? "")) parser.at++;
  return postfix(parser, left, `${is} ${test}`);
}

/** Operators written as words, with NOT before those that take it. */
function readWordOperator(
  parser: ExpressionParser,
  left: ExpressionNode,
  minimum: number,
): ExpressionNode | undefined {
  const first = parser.word() ?? "";
  const bound = Object.hasOwn(simple, first) ? simple[first] : undefined;
  if (bound !== undefined) {
    const isAlways = first === "AND" || first === "OR";
    if (bound < minimum || !(isAlways || operandFollows(parser, 1))) return undefined;
    return readSimple(parser, left, first, bound);
  }
  if (power.collate >= minimum && parser.take("AT", "TIME", "ZONE"))
    return binary(left, "AT TIME ZONE", parser.expression(power.prefix));
  if (power.comparison < minimum) return undefined;
  if (parser.take("IS")) return readIs(parser, left);
  if (parser.take("ISNULL")) return postfix(parser, left, "IS NULL");
  if (parser.take("NOTNULL") || parser.take("NOT", "NULL")) return postfix(parser, left, "IS NOT NULL");
  const ahead = first === "NOT" ? 1 : 0;
  const word = parser.word(ahead) ?? "";
  if (word === "IN") return readIn(parser, left, ahead);
  if (word === "BETWEEN") return readBetween(parser, left, ahead);
  const second = secondWord[word];
  const length = ahead + (second ? 2 : 1);
  if (!matching.has(word) || (second && parser.word(ahead + 1) !== second)) return undefined;
  if (!operandFollows(parser, length)) return undefined;
  parser.at += length;
  return readMatch(parser, left, `${ahead ? "NOT " : ""}${word}${second ? ` ${second}` : ""}`);
}

function readSimple(
  parser: ExpressionParser,
  left: ExpressionNode,
  operator: string,
  bound: number,
): ExpressionNode {
  const from = ++parser.at;
  if (operator === "COLLATE") {
    // COLLATE: a collation's name looks like a column but is none.
    parser.at++;
    while (parser.symbol() === ".") parser.at += 2;
    parser.at = Math.min(parser.at, parser.end);
    return binary(left, operator, parser.opaque(from));
  }
  return binary(left, operator, parser.expression(bound + 1));
}

function readMatch(parser: ExpressionParser, left: ExpressionNode, operator: string): ExpressionNode {
  const match = binary(left, operator, parser.expression(power.order));
  if (!parser.take("ESCAPE")) return match;
  const escaped = parser.expression(power.order);
  return { ...match, escape: escaped, ...joined(left, escaped.end) };
}

function readIn(parser: ExpressionParser, left: ExpressionNode, ahead: number): ExpressionNode {
  parser.at += ahead + 1;
  const set = parser.symbol() === "(" ? readSet(parser) : parser.expression(power.prefix);
  return { type: "in", negated: ahead === 1, operand: left, set, ...joined(left, set.end) };
}

/** The right side of IN. A single value in brackets is a list of one, and `((1, 2))` a list of one row. */
function readSet(parser: ExpressionParser): ExpressionNode {
  const subquery = readSubquery(parser);
  if (subquery) return subquery;
  const start = parser.at;
  const items = parser.inBrackets((from, to) => parser.list(from, to));
  return { type: "list", items, ...parser.spanFrom(start) };
}

function readBetween(parser: ExpressionParser, left: ExpressionNode, ahead: number): ExpressionNode {
  parser.at += ahead + 1;
  if (!parser.take("SYMMETRIC")) parser.take("ASYMMETRIC");
  const low = parser.expression(power.order);
  if (!parser.take("AND")) return { type: "opaque", parts: [left, low], ...joined(left, low.end) };
  const high = parser.expression(power.order);
  return { type: "between", negated: ahead === 1, operand: left, low, high, ...joined(left, high.end) };
}

/** True when an operand can start `ahead` tokens on; if not, a word such as MATCH is a name before it, most often an alias. */
function operandFollows(parser: ExpressionParser, ahead: number): boolean {
  const token = parser.peek(ahead);
  if (!token) return false;
  if (token.kind === "word") return !neverOperand.has(token.value);
  return token.kind !== "symbol" || !/^([,;)\]}]|=|<>)$/.test(token.value);
}

/** Reads the operator at the current token and its right side; undefined when none follows that binds at least `minimum`. */
export function readInfix(
  parser: ExpressionParser,
  left: ExpressionNode,
  minimum: number,
): ExpressionNode | undefined {
  const token = parser.peek();
  if (token?.kind === "symbol") return readSymbol(parser, token.value, left, minimum);
  if (token?.kind === "word") return readWordOperator(parser, left, minimum);
  const isOperator = token?.kind === "parameter" && token.value === "?" && operandFollows(parser, 1);
  if (!isOperator || power.other < minimum) return undefined;
  parser.at++;
  return binary(left, "?", parser.expression(power.other + 1));
}

function readSymbol(
  parser: ExpressionParser,
  symbol: string,
  left: ExpressionNode,
  minimum: number,
): ExpressionNode | undefined {
  const from = parser.at;
  if (symbol === "::") {
    parser.at++;
    skipTypeName(parser);
    const span = parser.spanFrom(from + 1);
    return { type: "cast", operand: left, target: cut(parser.text, span), ...joined(left, span.end) };
  }
  if (symbol === "[") {
    const right = parser.inBrackets((inner, close) => parser.whole(inner, close));
    return { ...binary(left, "[]", right), end: parser.spanFrom(from).end };
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

const continuations: Readonly<Record<string, readonly string[]>> = {
  DOUBLE: ["PRECISION"],
  CHARACTER: ["VARYING"],
  CHAR: ["VARYING"],
  BIT: ["VARYING"],
  NATIONAL: ["CHARACTER", "CHAR"],
  UNSIGNED: ["INTEGER", "BIGINT", "INT"],
  SIGNED: ["INTEGER"],
  LONG: ["VARCHAR"],
};

/** Moves over a type after `::`: `double precision`, `numeric(10, 2)[]`, `timestamp with time zone`, `"My Type"`, `public.mood`. */
function skipTypeName(parser: ExpressionParser): void {
  const isName = (token: Token | undefined) => token?.kind === "word" || token?.kind === "identifier";
  const first = parser.peek();
  if (!first || !isName(first)) return;
  parser.at++;
  while (parser.symbol() === "." && isName(parser.peek(1))) parser.at += 2;
  const next = parser.word();
  if (first.kind === "word" && next && continuations[first.value]?.includes(next)) parser.at++;
  if (parser.symbol() === "(") parser.skip();
  if (!parser.take("WITH", "TIME", "ZONE")) parser.take("WITHOUT", "TIME", "ZONE");
  while (parser.symbol() === "[") parser.skip();
}

function mayBeQuery({ text }: ExpressionParser, from: number): boolean {
  let index = from;
  while (text.tokens[index]?.value === "(" && text.tokens[index]?.kind === "symbol") index++;
  const token = text.tokens[index];
  return token?.kind === "word" && queryWords.has(token.value);
}

/** Reads the subquery in the brackets that open at the current token; undefined, without taking tokens, if there is none. */
export function readSubquery(parser: ExpressionParser): SubqueryNode | undefined {
  const from = parser.at;
  const close = parser.text.partner[from] as number;
  const isClosed = parser.symbol() === "(" && close > from && close < parser.end;
  const query =
    isClosed && mayBeQuery(parser, from + 1) ? readQueryTokens(parser.text, from + 1, close) : undefined;
  if (!query) return undefined;
  parser.at = close + 1;
  return { type: "subquery", query, ...parser.spanFrom(from) };
}
