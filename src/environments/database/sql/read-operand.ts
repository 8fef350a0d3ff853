import type { ExpressionParser } from "./expression-parser.ts";
import type { CaseNode, CastNode, ColumnNode, ExpressionNode, OpaqueNode } from "./query-tree.ts";
import { readBrackets } from "./read-brackets.ts";
import { readCall } from "./read-call.ts";
import { neverOperand, power } from "./read-infix.ts";
import { cut, type Token } from "./token.ts";

const dateTypes = new Set(["DATE", "TIME", "TIMESTAMP", "TIMESTAMPTZ", "DATETIME"]);

const units = new Set(
  `MICROSECOND MILLISECOND SECOND MINUTE HOUR DAY WEEK MONTH QUARTER YEAR DECADE CENTURY MICROSECONDS MILLISECONDS SECONDS MINUTES HOURS
   DAYS WEEKS MONTHS QUARTERS YEARS DECADES SECOND_MICROSECOND MINUTE_MICROSECOND MINUTE_SECOND HOUR_MICROSECOND HOUR_SECOND HOUR_MINUTE
   DAY_MICROSECOND DAY_SECOND DAY_MINUTE DAY_HOUR YEAR_MONTH`.split(/\s+/),
);

/** `DATE '2020-01-01'`. Dialects with names in square brackets have none: there the string would be an alias. */
function readDateLiteral(parser: ExpressionParser): ExpressionNode | undefined {
  if (!dateTypes.has(parser.word() ?? "") || parser.lexical.identifierQuotes.includes("[")) return undefined;
  const zoned =
    /^WITH(OUT)?$/.test(parser.word(1) ?? "") && parser.word(2) === "TIME" && parser.word(3) === "ZONE";
  const string = parser.peek(zoned ? 4 : 1);
  if (string?.kind !== "string") return undefined;
  const from = parser.at;
  parser.at += zoned ? 5 : 2;
  return { type: "literal", kind: "date", value: string.value, ...parser.spanFrom(from) };
}

/** `INTERVAL '1 day'`, `INTERVAL '1' DAY`, `INTERVAL 3 MONTH`, `INTERVAL (a + 1) DAY`; undefined where INTERVAL is a name. */
function readInterval(parser: ExpressionParser): ExpressionNode | undefined {
  const first = parser.peek(1);
  const from = parser.at;
  const isSign = first?.kind === "symbol" && first.value !== "(" && first.value !== "-";
  if (!first || isSign || parser.lexical.identifierQuotes.includes("[")) return undefined;
  parser.at++;
  const operand = parser.expression(power.bits);
  const isUnit = (ahead: number) => units.has(parser.word(ahead) ?? "");
  if (!isUnit(0) && first.kind !== "string") {
    parser.at = from;
    return undefined;
  }
  while (isUnit(0) || (parser.word() === "TO" && isUnit(1))) parser.at++;
  return parser.opaque(from, [operand]);
}

const serverTypes = new Set(
  "SIGNED UNSIGNED CHAR NCHAR DATE DATETIME TIME YEAR DECIMAL BINARY JSON FLOAT DOUBLE REAL INTEGER VARCHAR".split(
    " ",
  ),
);

/** `CAST(x AS type)`, `TRY_CAST(…)`, and `CONVERT(x, type)`; undefined where it is an ordinary call. */
function readCast(parser: ExpressionParser, name: string): CastNode | undefined {
  const start = parser.at;
  const isConvert = name === "CONVERT";
  parser.at++;
  const read = parser.inBrackets(() => {
    const operand = parser.expression(power.or);
    const isSeparated = isConvert ? parser.symbol() === "," : parser.word() === "AS";
    if (!isSeparated || parser.at + 1 >= parser.end) return undefined;
    if (isConvert && !serverTypes.has(parser.word(1) ?? "")) return undefined;
    return { operand, target: cut(parser.text, parser.spanOf(parser.at + 1, parser.end)) };
  });
  if (read) return { type: "cast", ...read, ...parser.spanFrom(start) };
  parser.at = start;
  return undefined;
}

const prefixes = new Set(["-", "+", "~", "!", "@", "|/", "||/"]);
const currentTimes = new Set(
  "CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP LOCALTIME LOCALTIMESTAMP".split(" "),
);

/** Reads one operand with its prefixes: a literal, a column, a call, brackets, CASE. */
export function readOperand(parser: ExpressionParser): ExpressionNode {
  const from = parser.at;
  const token = parser.peek();
  if (!token) return parser.opaque(from);
  switch (token.kind) {
    case "number":
    case "blob":
    case "parameter":
      parser.at++;
      return { type: "literal", kind: token.kind, value: token.value, ...parser.spanFrom(from) };
    case "string":
      return readString(parser, token);
    case "identifier":
      return readName(parser);
    case "word":
      return readWord(parser, token);
    default:
      return readSymbol(parser, token);
  }
}

/** Where `'a' 'b'` is one string (MySQL), the second is taken along. */
function readString(parser: ExpressionParser, token: Token): ExpressionNode {
  const from = parser.at++;
  let value = token.value;
  while (parser.lexical.doubleQuotesAreStrings && parser.peek()?.kind === "string") {
    value += parser.peek()?.value;
    parser.at++;
  }
  return { type: "literal", kind: "string", value, ...parser.spanFrom(from) };
}

function readSymbol(parser: ExpressionParser, token: Token): ExpressionNode {
  const from = parser.at;
  if (token.value === "(" || token.value === "[" || token.value === "{") return readBrackets(parser);
  parser.at++;
  if (!prefixes.has(token.value)) return parser.opaque(from);
  const operand = parser.expression(power.prefix);
  return { type: "unary", operator: token.value, operand, ...parser.spanFrom(from) };
}

function readWord(parser: ExpressionParser, token: Token): ExpressionNode {
  const from = parser.at;
  const word = token.value;
  const next = parser.peek(1);
  const opens = next?.kind === "symbol" && next.value === "(";
  const dotted = next?.kind === "symbol" && next.value === ".";
  if (word === "NOT") return readNot(parser);
  if (neverOperand.has(word)) {
    parser.at++;
    return parser.opaque(from);
  }
  if (dotted) return readName(parser);
  if (word === "CASE") return readCase(parser);
  if (word === "INTERVAL") return readInterval(parser) ?? readName(parser);
  if (word === "EXISTS" && opens) {
    parser.at++;
    const operand = readBrackets(parser);
    return { type: "unary", operator: "EXISTS", operand, ...parser.spanFrom(from) };
  }
  if (opens) {
    const cast =
      word === "CAST" || word === "TRY_CAST" || word === "CONVERT" ? readCast(parser, word) : undefined;
    return cast ?? readName(parser);
  }
  const date = readDateLiteral(parser);
  if (date) return date;
  // A character set before a MySQL string: `_utf8mb4'…'`.
  if (next?.kind === "string" && word.startsWith("_") && parser.lexical.doubleQuotesAreStrings) {
    parser.at++;
    return { ...readString(parser, next), start: token.start };
  }
  if (word === "NULL" || word === "TRUE" || word === "FALSE" || currentTimes.has(word)) {
    parser.at++;
    const kind = word === "NULL" ? "null" : word === "TRUE" || word === "FALSE" ? "boolean" : "date";
    return { type: "literal", kind, value: cut(parser.text, token), ...parser.spanFrom(from) };
  }
  if (word === "BINARY" && parser.lexical.doubleQuotesAreStrings && next && next.value !== ",") {
    parser.at++;
    const operand = parser.expression(power.prefix);
    return { type: "unary", operator: "BINARY", operand, ...parser.spanFrom(from) };
  }
  if (word === "ARRAY" && next?.value === "[" && next.kind === "symbol") {
    parser.at++;
    const list = readBrackets(parser);
    return list.type === "list" ? { ...list, start: token.start } : list;
  }
  if (word === "GROUPING" && parser.word(1) === "SETS" && parser.symbol(2) === "(") {
    parser.at += 2;
    return readCall(parser, from, "GROUPING SETS");
  }
  return readName(parser);
}

function readNot(parser: ExpressionParser): ExpressionNode {
  const from = parser.at++;
  const exists = parser.isAt("EXISTS") && parser.symbol(1) === "(";
  const operand = parser.expression(power.not);
  if (exists && operand.type === "unary" && operand.operator === "EXISTS")
    return { ...operand, operator: "NOT EXISTS", ...parser.spanFrom(from) };
  return { type: "unary", operator: "NOT", operand, ...parser.spanFrom(from) };
}

/** A column or a call: `c`, `t.c`, `s.t.c`, `f(…)`, `s.f(…)`. */
function readName(parser: ExpressionParser): ExpressionNode {
  const from = parser.at;
  let last = parser.peek() as Token;
  parser.at++;
  while (parser.symbol() === ".") {
    const next = parser.peek(1);
    if (next?.kind === "symbol" && next.value === "*") {
      parser.at += 2;
      return parser.opaque(from);
    }
    if (next?.kind !== "word" && next?.kind !== "identifier") break;
    last = next;
    parser.at += 2;
  }
  const name = last.kind === "word" ? cut(parser.text, last) : last.value;
  if (parser.symbol() === "(" && last.quote !== "[") return readCall(parser, from, name);
  const qualifier = qualifierOf(parser, from, parser.at - 2);
  const column: ColumnNode = {
    type: "column",
    ...(qualifier && { qualifier }),
    name,
    ...(last.quote && { quotedWith: last.quote }),
    ...parser.spanFrom(from),
  };
  return column;
}

function qualifierOf(parser: ExpressionParser, from: number, to: number): string {
  let text = "";
  for (let index = from; index < to; index += 2) {
    const token = parser.text.tokens[index] as Token;
    text += (text ? "." : "") + (token.kind === "word" ? cut(parser.text, token) : token.value);
  }
  return text;
}

/** Reads from CASE to END. A CASE that is not closed is opaque, with what could be read of it. */
function readCase(parser: ExpressionParser): CaseNode | OpaqueNode {
  const from = parser.at++;
  const branches: { when: ExpressionNode; result: ExpressionNode }[] = [];
  const operand = parser.isAt("WHEN") ? undefined : parser.expression(power.or);
  const unclosed = (rest: ExpressionNode | undefined): OpaqueNode => {
    const read = [operand, ...branches.flatMap(({ when, result }) => [when, result]), rest];
    return parser.opaque(
      from,
      read.filter((part) => part !== undefined),
    );
  };
  while (parser.take("WHEN")) {
    const when = parser.expression(power.or);
    if (!parser.take("THEN")) return unclosed(when);
    branches.push({ when, result: parser.expression(power.or) });
  }
  const otherwise = parser.take("ELSE") ? parser.expression(power.or) : undefined;
  if (!parser.isAt("END") || branches.length === 0) return unclosed(otherwise);
  parser.at++;
  const parts = { ...(operand && { operand }), branches, ...(otherwise && { otherwise }) };
  return { type: "case", ...parts, ...parser.spanFrom(from) };
}
