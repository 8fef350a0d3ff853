import type { QueryTree, SelectCore, Span } from "../sql/query-tree.ts";

export interface LocatedCore {
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

function contains(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}
