import type { ClauseText, QueryTree, SelectCore, Span } from "../sql/query-tree.ts";

export type ClauseName = "from" | "where" | "select" | "group_by" | "having" | "order_by";

/**
 * One clause of a draft or of a whole query, in the query around it. `sql` is a complete statement assembled from what is set so far (`SELECT *`
 * where no select is set yet), so that the engine can compile and run it.
 */
export interface Clause {
  readonly clause: ClauseName;
  /** The clause's text without its keyword, as it was given. */
  readonly text: string;
  /** The statement it stands in, and where in it the clause's text stands. */
  readonly sql: string;
  readonly span: Span;
  /** `sql` as read; absent when the reader could not read it (then only the engine judges). */
  readonly tree?: QueryTree;
  /** The core that the clause belongs to; for `order_by` the only core, absent for a compound query. */
  readonly core?: SelectCore;
  /** The queries around `core`, outermost first, when it is a CTE's or a later core of a set operation. */
  readonly around?: readonly QueryTree[];
}

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
