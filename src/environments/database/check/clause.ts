import type { QueryTree, SelectCore, Span } from "../sql/query-tree.ts";

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
): { readonly clause: ClauseName; readonly text: Span } | undefined {
  for (const inner of [
    ...tree.ctes.map((cte) => cte.query),
    ...tree.cores.flatMap((core) => core.nested ?? []),
  ]) {
    const found = clauseOfSpan(inner, span);
    if (found) return found;
  }
  const clauses = [...tree.cores.flatMap(clausesOf), ...tailOf(tree)];
  return clauses.find(({ text }) => contains(text, span));
}

/** The clauses of a SELECT in the order of its text. */
export function clausesOf(core: SelectCore): readonly { readonly clause: ClauseName; readonly text: Span }[] {
  const all = [
    ["select", core.select ?? core.values],
    ["from", core.from],
    ["where", core.where],
    ["group_by", core.groupBy],
    ["having", core.having],
  ] as const;
  return all.flatMap(([clause, text]) => (text ? [{ clause, text }] : []));
}

function tailOf({ orderBy, limit }: QueryTree) {
  const [start, end] = [orderBy?.start ?? limit?.start, limit?.end ?? orderBy?.end];
  return start === undefined || end === undefined
    ? []
    : [{ clause: "order_by" as const, text: { start, end } }];
}

export function contains(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

interface LocatedCore {
  readonly core?: SelectCore;
  /** The queries around it, outermost first; absent where it is the only SELECT of the statement. */
  readonly around?: readonly QueryTree[];
}

/** The SELECT in which a stretch of the statement stands; for the ordering of a set operation there is none. */
export function locateCore(tree: QueryTree, span: Span, outer: readonly QueryTree[] = []): LocatedCore {
  const cte = tree.ctes.find((table) => contains(table.query, span));
  if (cte) return locateCore(cte.query, span, [...outer, tree]);
  const around = outer.length > 0 || tree.cores.length > 1 ? { around: [...outer, tree] } : {};
  const [only] = tree.cores;
  const core = tree.cores.length === 1 ? only : tree.cores.find((each) => contains(each, span));
  return core ? { core, ...around } : around;
}
