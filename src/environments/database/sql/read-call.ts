import { neverOperand, power } from "./binding-power.ts";
import type { ExpressionParser } from "./expression-parser.ts";
import type { CallNode, ExpressionNode, Span } from "./query-tree.ts";
import { readArguments } from "./read-arguments.ts";
import { closeOf } from "./read-type-name.ts";

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
