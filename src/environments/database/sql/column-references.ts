import type { LexicalRules } from "./lexical-rules.ts";
import {
  type ColumnNode,
  type ExpressionNode,
  type FromSource,
  nodesIn,
  type QueryTree,
  type SelectCore,
} from "./query-tree.ts";
import { expressionParser, readExpression } from "./read-expression.ts";
import { readFrom } from "./read-from.ts";
import { readExpressionList, readOrderItems, readSelectList } from "./read-items.ts";
import { readWindow } from "./read-operand.ts";

export type ExpressionPlace =
  | "select"
  | "values"
  | "from"
  | "where"
  | "groupBy"
  | "having"
  | "window"
  | "orderBy"
  | "limit";

/** An expression and the clause that it stands in. */
export interface PlacedExpression {
  readonly place: ExpressionPlace;
  readonly expression: ExpressionNode;
}

interface CoreContents {
  readonly sources: readonly FromSource[];
  readonly expressions: readonly PlacedExpression[];
}

/** Every expression of a core with its clause, and the core's sources. Stars are left out. */
export function coreContents(core: SelectCore, lexical: LexicalRules): CoreContents {
  const expressions: PlacedExpression[] = [];
  const add = (place: ExpressionPlace, found: readonly (ExpressionNode | undefined)[]) => {
    for (const expression of found) if (expression) expressions.push({ place, expression });
  };
  if (core.select) {
    const list = readSelectList(core.select, lexical);
    add("select", list.distinctOn ?? []);
    add(
      "select",
      list.items.map((item) => item.expression),
    );
  }
  if (core.values) add("values", readExpressionList(core.values, lexical));
  const sources = core.from ? readFrom(core.from, lexical) : [];
  for (const source of sources) {
    add("from", source.arguments ?? []);
    add("from", [source.join?.on]);
  }
  if (core.where) add("where", [readExpression(core.where, lexical)]);
  if (core.groupBy) add("groupBy", readExpressionList(core.groupBy, lexical));
  if (core.having) add("having", [readExpression(core.having, lexical)]);
  if (core.window) add("window", windowExpressions(core, lexical));
  return { sources, expressions };
}

/** Expressions of the clauses of the whole query: ORDER BY and LIMIT. */
export function tailExpressions(tree: QueryTree, lexical: LexicalRules): PlacedExpression[] {
  const ordering = tree.orderBy ? readOrderItems(tree.orderBy, lexical) : [];
  const limit = tree.limit ? limitExpressions(tree.limit, lexical) : [];
  return [
    ...ordering.map(({ expression }): PlacedExpression => ({ place: "orderBy", expression })),
    ...limit.map((expression): PlacedExpression => ({ place: "limit", expression })),
  ];
}

/** Expressions of a WINDOW clause, whose definitions have the grammar of OVER (…). */
function windowExpressions(core: SelectCore, lexical: LexicalRules): ExpressionNode[] {
  if (!core.window) return [];
  const parser = expressionParser(core.window, lexical);
  return parser.parts(0, parser.end).flatMap((part) => {
    const open = part.from + 2;
    const close = parser.text.partner[open] ?? -1;
    return close > open ? parser.within(open, close + 1, () => readWindow(parser)) : [];
  });
}

const limitWords = new Set(
  "LIMIT OFFSET FETCH FIRST NEXT ROW ROWS ONLY WITH TIES PERCENT ALL FOR UPDATE SHARE NO KEY OF".split(" "),
);

function limitExpressions(limit: NonNullable<QueryTree["limit"]>, lexical: LexicalRules): ExpressionNode[] {
  const parser = expressionParser(limit, lexical);
  const found: ExpressionNode[] = [];
  while (parser.at < parser.end) {
    if (parser.symbol() === "," || limitWords.has(parser.word() ?? "")) parser.at++;
    // FOR UPDATE OF names tables, not columns.
    else if (parser.word() !== undefined && parser.text.tokens[parser.at - 1]?.value === "OF") parser.at++;
    else found.push(parser.expression(1));
  }
  return found;
}

/** Columns in the expression, without those of its subqueries. */
export function columnsOf(expression: ExpressionNode): readonly ColumnNode[] {
  return nodesIn(expression).filter((node) => node.type === "column");
}
