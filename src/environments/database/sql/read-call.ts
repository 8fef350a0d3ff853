import type { ExpressionParser } from "./expression-parser.ts";
import type { CallNode, ExpressionNode } from "./query-tree.ts";
import { neverOperand, power } from "./read-infix.ts";
import { readQueryTokens } from "./read-query.ts";

interface Arguments {
  readonly arguments: ExpressionNode[];
  readonly ordering: ExpressionNode[];
  readonly star: boolean;
  readonly distinct: boolean;
}

/** Words between the arguments of the functions that SQL gives a grammar of their own. */
const separators = new Set(["FROM", "FOR", "PLACING", "USING", "SEPARATOR", "AS", "IN"]);
const takesUnit = new Set(["EXTRACT", "TIMESTAMPDIFF", "TIMESTAMPADD", "GET_FORMAT"]);
const queryWords = new Set(["SELECT", "WITH", "VALUES"]);
const trimSides = new Set(["BOTH", "LEADING", "TRAILING"]);

/** Reads what stands in the brackets of a call. */
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
  // ANY (SELECT …), ARRAY(SELECT …): the brackets of the call are those of the subquery.
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
  // `name => value`: the name is the function's, not a column.
  if (parser.word() !== undefined && (parser.symbol(1) === "=>" || parser.symbol(1) === ":=")) parser.at += 2;
  parser.take("VARIADIC");
  result.arguments.push(parser.expression(name === "POSITION" ? power.order : power.or));
  const word = parser.word();
  if (parser.symbol() === ",") parser.at++;
  else if (word === "USING" || word === "AS") {
    // A character set or a type: nothing that names a column.
    parser.at = parser.end;
  } else if (word !== undefined && separators.has(word)) parser.at++;
  else if (parser.at < parser.end && !parser.isAt("ORDER", "BY")) {
    result.arguments.push(parser.whole(parser.at, parser.end));
    parser.at = parser.end;
  }
}

/** The expressions of ORDER BY or PARTITION BY, whose words stand at the current place. */
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

/** Reads a call whose opening bracket is the current token; `nameFrom` is where its name began. */
export function readCall(parser: ExpressionParser, nameFrom: number, name: string): CallNode {
  const nameSpan = parser.spanFrom(nameFrom);
  const { ordering, ...inner } = parser.inBrackets(() => readArguments(parser, name.toUpperCase()));
  const tail: Tail = { over: false, extra: ordering };
  while (readTail(parser, tail)) {}
  return { type: "call", name, nameSpan, ...inner, ...tail, ...parser.spanFrom(nameFrom) };
}

/** One of FILTER (…), WITHIN GROUP (…), OVER (…), OVER name, IGNORE NULLS. False when none stands here. */
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

/** Expressions of PARTITION BY and ORDER BY in the brackets that open here; a frame has none that a check needs. */
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
