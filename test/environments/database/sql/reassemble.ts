import type { LexicalRules } from "../../../../src/environments/database/sql/lexical-rules.ts";
import {
  type ClauseText,
  conjunctsOf,
  type QueryTree,
  type SelectCore,
  type Span,
} from "../../../../src/environments/database/sql/query-tree.ts";

import { readExpression } from "../../../../src/environments/database/sql/read-expression.ts";
import {
  readExpressionList,
  readOrderItems,
  readSelectList,
} from "../../../../src/environments/database/sql/read-items.ts";

/** Puts a query together again from the pieces that the reader cut: lists by their items, conditions by their conjuncts. */
export function reassemble(sql: string, tree: QueryTree, lexical: LexicalRules): string {
  const text = (span: Span) => sql.slice(span.start, span.end);
  const list = (spans: readonly Span[]) => spans.map(text).join(" , ");
  const conditions = (clause: ClauseText) =>
    conjunctsOf(readExpression(clause, lexical)).map(text).join("\nAND ");
  const core = (each: SelectCore): string => {
    if (each.nested) return `(${reassemble(sql, each.nested, lexical)})`;
    if (each.values) return `VALUES ${each.values.text}`;
    const select = readSelectList(each.select as ClauseText, lexical);
    const on = select.distinctOn ? ` ON (${list(select.distinctOn)})` : "";
    return [
      `SELECT ${select.distinct ? `DISTINCT${on} ` : ""}${list(select.items)}`,
      each.from && `FROM ${each.from.text}`,
      each.where && `WHERE ${conditions(each.where)}`,
      each.groupBy && `GROUP BY ${list(readExpressionList(each.groupBy, lexical))}`,
      each.having && `HAVING ${conditions(each.having)}`,
      each.window && `WINDOW ${each.window.text}`,
    ]
      .filter(Boolean)
      .join("\n");
  };
  const ctes = tree.ctes.map(
    (cte) => `${cte.heading} AS ${cte.hint ?? ""} (${reassemble(sql, cte.query, lexical)})`,
  );
  const first = core(tree.cores[0] as SelectCore);
  const others = tree.operators.map(
    (operator, index) => `${operator} ${core(tree.cores[index + 1] as SelectCore)}`,
  );
  return [
    ctes.length > 0 && `WITH ${tree.recursive ? "RECURSIVE " : ""}${ctes.join(", ")}`,
    first,
    ...others,
    tree.orderBy && `ORDER BY ${list(readOrderItems(tree.orderBy, lexical))}`,
    tree.limit?.text,
  ]
    .filter(Boolean)
    .join("\n");
}
