import type { LexicalRules } from "./lexical-rules.ts";
import type { ExpressionNode, OrderItem, SelectItem } from "./query-tree.ts";
import { type ExpressionParser, expressionParser } from "./read-expression.ts";
import { power } from "./read-infix.ts";
import { nameOf } from "./read-query.ts";
import type { SqlText } from "./sql-dialect.ts";
import type { Token } from "./token.ts";

interface SelectList {
  readonly distinct: boolean;
  /** PostgreSQL's DISTINCT ON (…). */
  readonly distinctOn?: readonly ExpressionNode[];
  readonly items: readonly SelectItem[];
}

const modifiers = new Set(
  "ALL DISTINCTROW HIGH_PRIORITY STRAIGHT_JOIN SQL_SMALL_RESULT SQL_BIG_RESULT SQL_BUFFER_RESULT SQL_NO_CACHE SQL_CALC_FOUND_ROWS".split(
    " ",
  ),
);

/** Reads the text between SELECT and FROM. */
export function readSelectList(sql: SqlText, lexical: LexicalRules): SelectList {
  const parser = expressionParser(sql, lexical);
  let distinct = false;
  let distinctOn: readonly ExpressionNode[] | undefined;
  for (let word = parser.word(); word !== undefined; word = parser.word()) {
    if (word !== "DISTINCT" && !(modifiers.has(word) && startsItem(parser))) break;
    parser.at++;
    if (word === "DISTINCT" || word === "DISTINCTROW") distinct = true;
    if (word === "DISTINCT" && parser.word() === "ON" && parser.symbol(1) === "(") {
      parser.at++;
      distinctOn = parser.inBrackets((from, to) => parser.list(from, to));
    }
  }
  const items = parser.parts(parser.at, parser.end).map((part) => readItem(parser, part.from, part.to));
  return { distinct, ...(distinctOn && { distinctOn }), items };
}

function startsItem(parser: ExpressionParser): boolean {
  const next = parser.peek(1);
  return next !== undefined && (next.kind !== "symbol" || next.value === "*" || next.value === "(");
}

function readItem(parser: ExpressionParser, from: number, to: number): SelectItem {
  const span = parser.spanOf(from, to);
  const star = starOf(parser, from, to);
  if (star) return { star, ...span };
  return parser.within(from, to, () => {
    const expression = parser.expression(power.or);
    const hasAs = parser.take("AS");
    const alias = parser.end - parser.at === 1 ? aliasOf(parser, parser.peek() as Token) : undefined;
    if (alias !== undefined) return { expression, alias, ...span };
    if (parser.at >= parser.end && !hasAs) return { expression, ...span };
    return { expression: parser.whole(from, to), ...span };
  });
}

/** A string can be an alias in SQLite and MySQL. */
function aliasOf(parser: ExpressionParser, token: Token): string | undefined {
  return token.kind === "string" ? token.value : nameOf(parser.text, token);
}

/** `*`, `t.*`, `s.t.*`, also with DuckDB's EXCLUDE and REPLACE after it. */
function starOf(parser: ExpressionParser, from: number, to: number): SelectItem["star"] {
  return parser.within(from, to, () => {
    let qualifier = "";
    while (nameOf(parser.text, parser.peek()) !== undefined && parser.symbol(1) === ".") {
      qualifier += (qualifier ? "." : "") + nameOf(parser.text, parser.peek());
      parser.at += 2;
    }
    if (parser.symbol() !== "*") return undefined;
    const after = parser.word(1);
    if (parser.peek(1) && after !== "EXCLUDE" && after !== "REPLACE" && after !== "RENAME") return undefined;
    return qualifier ? { qualifier } : {};
  });
}

/** Reads a list of expressions between commas: GROUP BY, a row of VALUES without its brackets. WITH ROLLUP is left out. */
export function readExpressionList(sql: SqlText, lexical: LexicalRules): readonly ExpressionNode[] {
  const parser = expressionParser(sql, lexical);
  const { tokens } = parser.text;
  const [before, last] = tokens.slice(-2).map(({ value }) => value);
  const rollup = before === "WITH" && last === "ROLLUP";
  return parser.list(0, tokens.length - (rollup ? 2 : 0));
}

/** Reads the items of ORDER BY. */
export function readOrderItems(sql: SqlText, lexical: LexicalRules): OrderItem[] {
  const parser = expressionParser(sql, lexical);
  return parser.parts(0, parser.end).map(({ from, to }) =>
    parser.within(from, to, () => {
      const expression = parser.expression(power.or);
      let descending = !parser.take("ASC") && parser.take("DESC");
      if (parser.take("USING")) {
        descending = parser.symbol() === ">";
        parser.at++;
      }
      const nulls = parser.take("NULLS", "FIRST")
        ? "first"
        : parser.take("NULLS", "LAST")
          ? "last"
          : undefined;
      return {
        expression: parser.at >= parser.end ? expression : parser.whole(from, to),
        descending,
        ...(nulls && { nulls }),
        ...parser.spanOf(from, to),
      };
    }),
  );
}
