import type { ExpressionParser } from "./expression-parser.ts";
import type { CallNode, ExpressionNode, Span } from "./query-tree.ts";
import { neverOperand, power } from "./read-infix.ts";
import { readQueryTokens } from "./read-query.ts";
import { closeOf } from "./read-type-name.ts";

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

/** Reads what stands between the brackets of a call, `from` up to `to`. */
function readArguments(parser: ExpressionParser, name: string, from: number, to: number): Arguments {
  return parser.within(from, to, () => {
    const result = {
      arguments: [] as ExpressionNode[],
      ordering: [] as ExpressionNode[],
      star: false,
      distinct: false,
    };
    if (parser.word() === "DISTINCT" || parser.word() === "ALL") {
      if (parser.peek(1) && parser.symbol(1) !== ",") {
        result.distinct = parser.word() === "DISTINCT";
        parser.at++;
      }
    }
    if (parser.symbol() === "*" && parser.end - parser.at === 1) return { ...result, star: true };
    if (name === "TRIM" && trimSides.has(parser.word() ?? "")) {
      parser.at++;
      if (parser.word() === "FROM") parser.at++;
    }
    if (queryWords.has(parser.word() ?? "")) {
      // ANY (SELECT …), ARRAY(SELECT …): the brackets of the call are those of the subquery.
      const query = readQueryTokens(parser.text, parser.at, parser.end);
      if (query) {
        result.arguments.push({ type: "subquery", query, start: query.start, end: query.end });
        return result;
      }
    }
    if (takesUnit.has(name)) readUnit(parser, result.arguments);
    while (parser.at < parser.end) readNext(parser, name, result);
    return result;
  });
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
  result: { readonly arguments: ExpressionNode[]; readonly ordering: ExpressionNode[] },
): void {
  if (parser.word() === "ORDER" && parser.word(1) === "BY") {
    parser.at++;
    do {
      parser.at++;
      if (parser.at < parser.end) result.ordering.push(parser.expression(power.or));
      while (/^(ASC|DESC|NULLS|FIRST|LAST)$/.test(parser.word() ?? "")) parser.at++;
    } while (parser.symbol() === ",");
    if (parser.word() === "SEPARATOR") parser.at++;
    return;
  }
  // `name => value`: the name is the function's, not a column.
  if (parser.word() !== undefined && (parser.symbol(1) === "=>" || parser.symbol(1) === ":=")) parser.at += 2;
  if (parser.word() === "VARIADIC") parser.at++;
  result.arguments.push(parser.expression(name === "POSITION" ? power.order : power.or));
  const word = parser.word();
  if (parser.symbol() === ",") parser.at++;
  else if (word === "USING" || word === "AS") {
    // A character set or a type: nothing that names a column.
    parser.at = parser.end;
  } else if (word !== undefined && separators.has(word)) parser.at++;
  else if (parser.at < parser.end && !(word === "ORDER" && parser.word(1) === "BY")) {
    result.arguments.push(parser.whole(parser.at, parser.end));
    parser.at = parser.end;
  }
}

interface Tail {
  filter?: ExpressionNode;
  over: boolean;
  readonly extra: ExpressionNode[];
}

/** Reads a call whose opening bracket is the current token; `nameFrom` is where its name began. */
export function readCall(parser: ExpressionParser, nameFrom: number, name: string): CallNode {
  const nameSpan: Span = parser.spanFrom(nameFrom);
  const close = closeOf(parser);
  const inner = readArguments(parser, name.toUpperCase(), parser.at + 1, close);
  parser.at = close + 1;
  const tail: Tail = { over: false, extra: inner.ordering };
  while (readTail(parser, tail)) {}
  return {
    type: "call",
    name,
    nameSpan,
    arguments: inner.arguments,
    star: inner.star,
    distinct: inner.distinct,
    ...(tail.filter && { filter: tail.filter }),
    over: tail.over,
    extra: tail.extra,
    ...parser.spanFrom(nameFrom),
  };
}

/** One of FILTER (…), WITHIN GROUP (…), OVER (…), OVER name, IGNORE NULLS. False when none stands here. */
function readTail(parser: ExpressionParser, tail: Tail): boolean {
  const word = parser.word();
  const next = parser.symbol(1);
  if (word === "FILTER" && next === "(") {
    parser.at++;
    const close = closeOf(parser);
    const where = parser.text.tokens[parser.at + 1]?.value === "WHERE" ? 2 : 1;
    tail.filter = parser.whole(parser.at + where, close);
    parser.at = close + 1;
    return true;
  }
  if (word === "WITHIN" && parser.word(1) === "GROUP" && parser.symbol(2) === "(") {
    parser.at += 2;
    tail.extra.push(...readWindow(parser));
    return true;
  }
  if (word === "OVER" && next === "(") {
    parser.at++;
    tail.over = true;
    tail.extra.push(...readWindow(parser));
    return true;
  }
  const named = parser.peek(1);
  if (
    word === "OVER" &&
    (named?.kind === "identifier" || (named?.kind === "word" && !neverOperand.has(named.value)))
  ) {
    parser.at += 2;
    tail.over = true;
    return true;
  }
  if ((word === "IGNORE" || word === "RESPECT") && parser.word(1) === "NULLS") {
    parser.at += 2;
    return true;
  }
  return false;
}

/** Expressions of PARTITION BY and ORDER BY in the brackets that open here; a frame has none that a check needs. */
export function readWindow(parser: ExpressionParser): ExpressionNode[] {
  const close = closeOf(parser);
  const found = parser.within(parser.at + 1, close, () => {
    const expressions: ExpressionNode[] = [];
    while (parser.at < parser.end) {
      const starts = (parser.word() === "PARTITION" || parser.word() === "ORDER") && parser.word(1) === "BY";
      if (!starts) {
        parser.at = parser.symbol() === "(" ? closeOf(parser) + 1 : parser.at + 1;
        continue;
      }
      parser.at++;
      do {
        parser.at++;
        if (parser.at < parser.end) expressions.push(parser.expression(power.or));
        while (/^(ASC|DESC|NULLS|FIRST|LAST)$/.test(parser.word() ?? "")) parser.at++;
      } while (parser.symbol() === ",");
    }
    return expressions;
  });
  parser.at = close + 1;
  return found;
}
