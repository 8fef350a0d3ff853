import type { QueryTree, SelectCore, Span } from "../sql/query-tree.ts";

export type ClauseName = "from" | "where" | "select" | "group_by" | "having" | "order_by";

/**
 * One clause of a draft or of a whole query, in the query around it. `sql` is a complete statement assembled from what is set so far (`SELECT *`
 * where no select is set yet), so that the engine can compile and run it.
 */
export interface ClauseSubject {
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
