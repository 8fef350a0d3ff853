import type { ClauseName } from "../check/clause.ts";
import { CORE_CLAUSES, type Draft, type DraftCore, type DraftQuery, MAIN, queryAt } from "./draft.ts";

/** Where in the draft a clause stands. `query` is the index of a CTE or `MAIN`; for `order_by` `core` is 0. */
export interface ClauseSite {
  readonly query: number;
  readonly core: number;
  readonly clause: ClauseName;
}

export function sameSite(a: ClauseSite, b: ClauseSite): boolean {
  return a.query === b.query && a.core === b.core && a.clause === b.clause;
}

/** All clauses that are set, each behind those that it depends on. */
export function sitesOf(draft: Draft): readonly ClauseSite[] {
  const sites: ClauseSite[] = [];
  for (const query of [...draft.with.keys(), MAIN]) {
    const { cores, order_by } = queryAt(draft, query);
    for (const [core, clauses] of cores.entries()) {
      for (const clause of CORE_CLAUSES) {
        if (clauses[clause] !== undefined) sites.push({ query, core, clause });
      }
    }
    if (order_by !== undefined) sites.push({ query, core: 0, clause: "order_by" });
  }
  return sites;
}

export function clauseAt(draft: Draft, site: ClauseSite): string | undefined {
  const query = queryAt(draft, site.query);
  return site.clause === "order_by" ? query.order_by : query.cores[site.core]?.[site.clause];
}

/** The draft with that clause set, or without it where `text` is undefined. The core must be there. */
export function withClause(draft: Draft, site: ClauseSite, text: string | undefined): Draft {
  const query = queryAt(draft, site.query);
  if (site.clause === "order_by") {
    const { order_by: _, ...rest } = query;
    return withQuery(draft, site.query, text === undefined ? rest : { ...rest, order_by: text });
  }
  const { [site.clause]: _, ...rest } = query.cores[site.core] ?? {};
  return withCore(draft, site, text === undefined ? rest : { ...rest, [site.clause]: text });
}

export function withCore(draft: Draft, place: { query: number; core: number }, core: DraftCore): Draft {
  const query = queryAt(draft, place.query);
  const cores = [...query.cores];
  cores[place.core] = core;
  return withQuery(draft, place.query, { ...query, cores });
}

export function withQuery(draft: Draft, at: number, query: DraftQuery): Draft {
  const { whole: _, ...rest } = draft;
  if (at === MAIN) return { ...rest, query };
  return { ...rest, with: rest.with.map((cte, index) => (index === at ? { ...cte, query } : cte)) };
}
