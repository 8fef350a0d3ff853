import type { ClauseText, QueryTree, Span } from "../sql/query-tree.ts";
import type { ClauseName } from "./clause-subject.ts";

/** The clause of the query, of one of its cores or of a CTE, in whose text a span stands; subqueries count to the clause that holds them. */
export function clauseOfSpan(
  tree: QueryTree,
  span: Span,
): { readonly clause: ClauseName; readonly text: ClauseText } | undefined {
  for (const cte of tree.ctes) {
    const found = clauseOfSpan(cte.query, span);
    if (found) return found;
  }
  for (const core of tree.cores) {
    const nested = core.nested && clauseOfSpan(core.nested, span);
    if (nested) return nested;
    const clauses: readonly (readonly [ClauseName, ClauseText | undefined])[] = [
      ["select", core.select],
      ["from", core.from],
      ["where", core.where],
      ["group_by", core.groupBy],
      ["having", core.having],
    ];
    for (const [clause, text] of clauses) if (text && holds(text, span)) return { clause, text };
  }
  for (const text of [tree.orderBy, tree.limit])
    if (text && holds(text, span)) return { clause: "order_by", text };
  return undefined;
}

function holds(text: Span, span: Span): boolean {
  return text.start <= span.start && span.end <= text.end;
}
