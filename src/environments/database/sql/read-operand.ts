import type { CallNode, CaseNode, CastNode, ColumnNode, ExpressionNode, OpaqueNode } from "./query-tree.ts";
import type { ExpressionParser } from "./read-expression.ts";
import { neverOperand, power, queryWords, readSubquery } from "./read-infix.ts";
import { readQueryTokens } from "./read-query.ts";
import { cut, type Token } from "./token.ts";

const dateTypes = new Set(["DATE", "TIME", "TIMESTAMP", "TIMESTAMPTZ", "DATETIME"]);

const units = new Set(
  `MICROSECOND MILLISECOND SECOND MINUTE HOUR DAY WEEK MONTH QUARTER YEAR DECADE CENTURY MICROSECONDS MILLISECONDS SECONDS MINUTES HOURS
   DAYS WEEKS MONTHS QUARTERS YEARS DECADES SECOND_MICROSECOND MINUTE_MICROSECOND MINUTE_SECOND HOUR_MICROSECOND HOUR_SECOND HOUR_MINUTE
   DAY_MICROSECOND DAY_SECOND DAY_MINUTE DAY_HOUR YEAR_MONTH`.split(/\s+/),
);

/** `DATE '2020-01-01'`. Dialects with names in square brackets have no such literals: there the string is an alias. */
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

/** Reads a string; in MySQL `'a' 'b'` is one string. */
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

/** Reads from CASE to END. A CASE that is not closed is opaque, with the parts that could be read. */
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

/** Reads brackets of any kind that open at the current token: a subquery, a row value, an expression, an array, a struct. */
export function readBrackets(parser: ExpressionParser): ExpressionNode {
  const subquery = readSubquery(parser);
  if (subquery) return subquery;
  const from = parser.at;
  const opener = parser.symbol();
  const closed = (parser.text.partner[from] as number) > from;
  const close = closed ? parser.closing() : parser.end;
  parser.at = closed ? close + 1 : close;
  const span = parser.spanFrom(from);
  const parts = parser.list(from + 1, close);
  if (!closed || opener === "{") return { type: "opaque", parts, ...span };
  // One expression in brackets is that expression; its span keeps the brackets, so that text cut by it still means the same.
  const [only] = parts;
  if (opener === "(" && only && parts.length === 1) return { ...only, ...span };
  return { type: "list", items: parts, ...span };
}

interface Arguments {
  readonly arguments: ExpressionNode[];
  readonly ordering: ExpressionNode[];
  readonly star: boolean;
  readonly distinct: boolean;
}

/** Words between arguments of functions with a grammar of their own, as in `SUBSTRING(x FROM 2 FOR 3)`. */
const separators = new Set(["FROM", "FOR", "PLACING", "USING", "SEPARATOR", "AS", "IN"]);
const takesUnit = new Set(["EXTRACT", "TIMESTAMPDIFF", "TIMESTAMPADD", "GET_FORMAT"]);
const trimSides = new Set(["BOTH", "LEADING", "TRAILING"]);

/** Reads the arguments in the brackets of a call. */
function readArguments(parser: ExpressionParser, name: string): Arguments {
  const quantifier =
    /^(?:DISTINCT|ALL)$/u.test(parser.word() ?? "") && parser.peek(1) && parser.symbol(1) !== ",";
  const distinct = Boolean(quantifier) && parser.word() === "DISTINCT";
  if (quantifier) parser.at++;
  const result = {
    arguments: [] as ExpressionNode[],
    ordering: [] as ExpressionNode[],
    star: false,
    distinct,
  };
  if (parser.symbol() === "*" && parser.end - parser.at === 1) return { ...result, star: true };
  if (name === "TRIM" && trimSides.has(parser.word() ?? "")) {
    parser.at++;
    parser.take("FROM");
  }
  // ANY (SELECT …), ARRAY(SELECT …): the call's brackets are the subquery's.
  const isQuery = queryWords.has(parser.word() ?? "");
  const query = isQuery ? readQueryTokens(parser.text, parser.at, parser.end) : undefined;
  if (query) {
    result.arguments.push({ type: "subquery", query, start: query.start, end: query.end });
    return result;
  }
  if (takesUnit.has(name)) readUnit(parser, result.arguments);
  while (parser.at < parser.end) readNext(parser, name, result);
  return result;
}

function readUnit(parser: ExpressionParser, into: ExpressionNode[]): void {
  const unit = parser.word();
  if (unit === undefined || (parser.symbol(1) !== "," && parser.word(1) !== "FROM")) return;
  into.push({ type: "literal", kind: "string", value: unit, ...parser.spanOf(parser.at, parser.at + 1) });
  parser.at += 2;
}

function readNext(
  parser: ExpressionParser,
  name: string,
  result: Pick<Arguments, "arguments" | "ordering">,
): void {
  if (parser.isAt("ORDER", "BY")) {
    result.ordering.push(...readKeys(parser));
    parser.take("SEPARATOR");
    return;
  }
  // `name => value`: the name is a parameter of the function, not a column.
  if (parser.word() !== undefined && (parser.symbol(1) === "=>" || parser.symbol(1) === ":=")) parser.at += 2;
  parser.take("VARIADIC");
  result.arguments.push(parser.expression(name === "POSITION" ? power.order : power.or));
  const word = parser.word();
  if (parser.symbol() === ",") parser.at++;
  else if (word === "USING" || word === "AS") {
    // A character set or a type names no column.
    parser.at = parser.end;
  } else if (word !== undefined && separators.has(word)) parser.at++;
  else if (parser.at < parser.end && !parser.isAt("ORDER", "BY")) {
    result.arguments.push(parser.whole(parser.at, parser.end));
    parser.at = parser.end;
  }
}

/** The expressions of ORDER BY or PARTITION BY; the first of the two words is the current token. */
function readKeys(parser: ExpressionParser): readonly ExpressionNode[] {
  const keys: ExpressionNode[] = [];
  parser.at++;
  do {
    parser.at++;
    if (parser.at < parser.end) keys.push(parser.expression(power.or));
    while (/^(ASC|DESC|NULLS|FIRST|LAST)$/.test(parser.word() ?? "")) parser.at++;
  } while (parser.symbol() === ",");
  return keys;
}

interface Tail {
  filter?: ExpressionNode;
  over: boolean;
  readonly extra: ExpressionNode[];
}

/** Reads a call whose opening bracket is the current token; `nameFrom` is the index of its name's first token. */
export function readCall(parser: ExpressionParser, nameFrom: number, name: string): CallNode {
  const nameSpan = parser.spanFrom(nameFrom);
  const { ordering, ...inner } = parser.inBrackets(() => readArguments(parser, name.toUpperCase()));
  const tail: Tail = { over: false, extra: ordering };
  while (readTail(parser, tail)) {}
  return { type: "call", name, nameSpan, ...inner, ...tail, ...parser.spanFrom(nameFrom) };
}

/** Reads one of FILTER (…), WITHIN GROUP (…), OVER (…), OVER name, IGNORE NULLS after a call. False when none follows. */
function readTail(parser: ExpressionParser, tail: Tail): boolean {
  const opens = (ahead: number): boolean => parser.symbol(ahead) === "(";
  if (opens(1) && parser.take("FILTER")) {
    tail.filter = parser.inBrackets((from, to) =>
      parser.whole(from + (parser.text.tokens[from]?.value === "WHERE" ? 1 : 0), to),
    );
    return true;
  }
  if (opens(2) && parser.take("WITHIN", "GROUP")) {
    tail.extra.push(...readWindow(parser));
    return true;
  }
  if (parser.take("IGNORE", "NULLS") || parser.take("RESPECT", "NULLS")) return true;
  if (parser.word() !== "OVER") return false;
  const named = parser.peek(1);
  const isName = named?.kind === "identifier" || (named?.kind === "word" && !neverOperand.has(named.value));
  if (!isName && !opens(1)) return false;
  tail.over = true;
  parser.at += isName ? 2 : 1;
  if (!isName) tail.extra.push(...readWindow(parser));
  return true;
}

/** Expressions of PARTITION BY and ORDER BY in the brackets that open at the current token. Checks do not need those of a frame. */
export function readWindow(parser: ExpressionParser): readonly ExpressionNode[] {
  return parser.inBrackets(() => {
    const keys: ExpressionNode[] = [];
    while (parser.at < parser.end) {
      if (parser.isAt("PARTITION", "BY") || parser.isAt("ORDER", "BY")) keys.push(...readKeys(parser));
      else if (parser.symbol() === "(") parser.skip();
      else parser.at++;
    }
    return keys;
  });
}
