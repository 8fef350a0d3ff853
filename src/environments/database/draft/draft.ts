import type { ClauseName } from "../check/clause-subject.ts";
import type { SetOperator } from "../sql/query-tree.ts";

export type CoreClause = Exclude<ClauseName, "order_by">;

/**
 * One SELECT of the draft. Texts stand without their keyword; `from`, `where` and `group_by` may be empty, which says that the query has no
 * such clause. `select` starts with VALUES where the core is a list of values.
 */
export interface DraftCore {
  readonly from?: string;
  readonly where?: string;
  readonly select?: string;
  readonly group_by?: string;
  readonly having?: string;
  /** Named windows (`w AS (…)`), which come with the text of another clause. */
  readonly window?: string;
}

export interface DraftQuery {
  /** `operators[i]` stands between `cores[i]` and `cores[i + 1]`. */
  readonly cores: readonly DraftCore[];
  readonly operators: readonly SetOperator[];
  /** `x DESC LIMIT 3`, or only `LIMIT 3`. */
  readonly order_by?: string;
}

export interface DraftCte {
  readonly name: string;
  /** The name as it is written, with its column list: `t(n)`. */
  readonly heading: string;
  /** MATERIALIZED or NOT MATERIALIZED. */
  readonly hint?: string;
  /** True where RECURSIVE was asked for; otherwise it is found from the text. */
  readonly recursive?: boolean;
  readonly query: DraftQuery;
}

/** The drafted query as workspace state: plain JSON. */
export interface Draft {
  readonly with: readonly DraftCte[];
  readonly query: DraftQuery;
  /** A checked query that cannot be taken apart into clauses; setting a clause starts anew. */
  readonly whole?: string;
}

export const EMPTY_DRAFT: Draft = { with: [], query: { cores: [], operators: [] } };

/** The clauses of a core in the order in which the tools set them. */
export const CORE_CLAUSES: readonly CoreClause[] = ["from", "where", "select", "group_by", "having"];

/** Place of the main query where queries are counted; a CTE has its index in `with`. */
export const MAIN = -1;

export function queryAt(draft: Draft, query: number): DraftQuery {
  return query === MAIN ? draft.query : (draft.with[query]?.query ?? { cores: [], operators: [] });
}

export function isEmptyDraft(draft: Draft): boolean {
  return draft.whole === undefined && draft.with.length === 0 && draft.query.cores.length === 0;
}
