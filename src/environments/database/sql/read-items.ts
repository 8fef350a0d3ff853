import { power } from "./binding-power.ts";
import type { LexicalRules } from "./lexical-rules.ts";
import type { ExpressionNode, OrderItem } from "./query-tree.ts";
import { expressionParser } from "./read-expression.ts";
import type { SqlText } from "./sql-text.ts";
import { tokenize } from "./tokenize.ts";

/** Reads a list of expressions between commas: GROUP BY, a row of VALUES without its brackets. WITH ROLLUP is left out. */
export function readExpressionList(sql: SqlText, lexical: LexicalRules): ExpressionNode[] {
  const text = tokenize(sql, lexical);
  const parser = expressionParser(text, lexical);
  const last = text.tokens.length;
  const rollup = text.tokens[last - 1]?.value === "ROLLUP" && text.tokens[last - 2]?.value === "WITH";
  return parser.parts(0, rollup ? last - 2 : last).map((part) => parser.whole(part.from, part.to));
}

/** Reads what stands after ORDER BY, without LIMIT. */
export function readOrderItems(sql: SqlText, lexical: LexicalRules): OrderItem[] {
  const text = tokenize(sql, lexical);
  const parser = expressionParser(text, lexical);
  return parser.parts(0, text.tokens.length).map(({ from, to }) =>
    parser.within(from, to, () => {
      const expression = parser.expression(power.or);
      let descending = false;
      let nulls: "first" | "last" | undefined;
      if (parser.word() === "ASC" || parser.word() === "DESC") {
        descending = parser.word() === "DESC";
        parser.at++;
      } else if (parser.word() === "USING") {
        descending = parser.symbol(1) === ">";
        parser.at += 2;
      }
      if (parser.word() === "NULLS" && /^(FIRST|LAST)$/.test(parser.word(1) ?? "")) {
        nulls = parser.word(1) === "FIRST" ? "first" : "last";
        parser.at += 2;
      }
      const understood = parser.at >= parser.end;
      return {
        expression: understood ? expression : parser.whole(from, to),
        descending,
        ...(nulls && { nulls }),
        ...parser.spanOf(from, to),
      };
    }),
  );
}
