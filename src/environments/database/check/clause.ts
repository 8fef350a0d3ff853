import type { QueryTree, SelectCore, Span } from "../sql/query-tree.ts";

export type ClauseName = "from" | "where" | "select" | "group_by" | "having" | "order_by";

/**
 * One clause of a draft or of a whole query, in the query around it. `sql` is a complete statement assembled from what is set so far (`SELECT *`
 * where no select is set yet), so that the engine can compile and run it.
 */
export interface Clause {
  readonly clause: ClauseName;
  /** The clause's text without its keyword, as the caller gave it. */
  readonly text: string;
  /** The statement around the clause, and the position of the clause's text in it. */
  readonly sql: string;
  readonly span: Span;
  /** `sql` parsed; absent when the reader could not parse it (then only the engine judges). */
  readonly tree?: QueryTree | undefined;
  /** The core that the clause belongs to; for `order_by` the only core, absent for a compound query. */
  readonly core?: SelectCore | undefined;
}

/** The clause of the query, of one of its cores or of a CTE that contains a span; subqueries count to the clause around them. */
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

/** The SELECT that contains a span of the statement; undefined for the ordering of a set operation. */
export function coreOfSpan(tree: QueryTree, span: Span): SelectCore | undefined {
  const cte = tree.ctes.find((table) => contains(table.query, span));
  if (cte) return coreOfSpan(cte.query, span);
  const core = tree.cores.length === 1 ? tree.cores[0] : tree.cores.find((each) => contains(each, span));
  return core?.nested ? coreOfSpan(core.nested, span) : core;
}
