import { type Marked, ownText, say } from "../../../environment/egress/marks.ts";
import type { ClauseName } from "../check/clause.ts";
import type { SetOperator } from "../sql/query-tree.ts";

/** Address of a SELECT of the draft: `query` is a CTE's index or `MAIN`, `core` the index among its cores. */
export interface PartPlace {
  readonly query: number;
  readonly core: number;
}

export const MAIN_PART = "main";

/**
 * Name of a part: `main`, `2`, `3` … for the cores of the main query; `t`, `t.2` … for those of the CTE `t` (`t.1` for its first where the
 * CTE is named like a part of the main query).
 */
export function partName(draft: Draft, { query, core }: PartPlace): string {
  if (query === MAIN) return core === 0 ? MAIN_PART : String(core + 1);
  const name = draft.with[query]?.name ?? "";
  return core === 0 && !isMainName(name) ? name : `${name}.${core + 1}`;
}

/** The clause of a part for people: `where`, `where (part t.2)`. */
export function siteName(draft: Draft, site: ClauseSite): Marked {
  const part = partName(draft, site);
  return part === MAIN_PART ? ownText(site.clause) : say`${site.clause} (part ${ownText(part)})`;
}

export function partNames(draft: Draft): readonly string[] {
  return [...draft.with.keys(), MAIN].flatMap((query) =>
    [...queryAt(draft, query).cores.keys()].map((core) => partName(draft, { query, core })),
  );
}

/** The address of the SELECT that `part` names; undefined where the draft has no such part. `main` always exists. */
export function findPart(
  draft: Draft,
  part: string | undefined,
  same: (a: string, b: string) => boolean,
): PartPlace | undefined {
  const wanted = part?.trim() ?? MAIN_PART;
  if (wanted === "" || wanted.toLowerCase() === MAIN_PART || wanted === "1") return { query: MAIN, core: 0 };
  if (/^\d+$/u.test(wanted)) return existing(draft, MAIN, Number(wanted));
  const whole = findCte(draft, wanted, same);
  if (whole !== undefined) return { query: whole, core: 0 };
  const [, name, number] = /^(.+)\.(\d+)$/su.exec(wanted) ?? [];
  if (name === undefined) return undefined;
  const query = findCte(draft, name, same) ?? (name.toLowerCase() === MAIN_PART ? MAIN : undefined);
  return query === undefined ? undefined : existing(draft, query, Number(number));
}

export function findCte(
  draft: Draft,
  name: string,
  same: (a: string, b: string) => boolean,
): number | undefined {
  const index = draft.with.findIndex((cte) => same(cte.name, name));
  return index < 0 ? undefined : index;
}

function existing(draft: Draft, query: number, number: number): PartPlace | undefined {
  const core = number - 1;
  return core === 0 || queryAt(draft, query).cores[core] !== undefined ? { query, core } : undefined;
}

function isMainName(name: string): boolean {
  return name.toLowerCase() === MAIN_PART || /^\d+$/u.test(name);
}

export type CoreClause = Exclude<ClauseName, "order_by">;

/**
 * One SELECT of the draft. Texts have no keyword; `from`, `where` and `group_by` may be empty, which says that the query has no
 * such clause. `select` starts with VALUES where the core is a list of values.
 */
export interface DraftCore {
  readonly from?: string;
  readonly where?: string;
  readonly select?: string;
  readonly group_by?: string;
  readonly having?: string;
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
  /** True where RECURSIVE was given explicitly; otherwise the text decides. */
  readonly recursive?: boolean;
  readonly query: DraftQuery;
}

/** The drafted query as workspace state: plain JSON. */
export interface Draft {
  readonly with: readonly DraftCte[];
  readonly query: DraftQuery;
  /** A checked query that cannot be split into clauses; setting a clause starts a new draft. */
  readonly whole?: string;
}

export const EMPTY_DRAFT: Draft = { with: [], query: { cores: [], operators: [] } };

/** The clauses of a core in the order in which the tools set them. */
export const CORE_CLAUSES: readonly CoreClause[] = ["from", "where", "select", "group_by", "having"];

/** Index of the main query; a CTE has its index in `with`. */
export const MAIN = -1;

export function queryAt(draft: Draft, query: number): DraftQuery {
  return query === MAIN ? draft.query : (draft.with[query]?.query ?? { cores: [], operators: [] });
}

export function isEmptyDraft(draft: Draft): boolean {
  return draft.whole === undefined && draft.with.length === 0 && draft.query.cores.length === 0;
}

/** Address of a clause in the draft. `query` is the index of a CTE or `MAIN`; for `order_by` `core` is 0. */
export interface ClauseSite {
  readonly query: number;
  readonly core: number;
  readonly clause: ClauseName;
}

export function sameSite(a: ClauseSite, b: ClauseSite): boolean {
  return a.query === b.query && a.core === b.core && a.clause === b.clause;
}

/** All clauses that are set, each after those that it depends on. */
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

/** The draft with that clause set, or without it where `text` is undefined. The core must exist. */
export function withClause(draft: Draft, site: ClauseSite, text: string | undefined): Draft {
  const query = queryAt(draft, site.query);
  if (site.clause === "order_by") {
    const { order_by: _, ...rest } = query;
    return withQuery(draft, site.query, text === undefined ? rest : { ...rest, order_by: text });
  }
  const { [site.clause]: _, ...rest } = query.cores[site.core] ?? {};
  return withCore(draft, site, text === undefined ? rest : { ...rest, [site.clause]: text });
}

function withCore(draft: Draft, place: { query: number; core: number }, core: DraftCore): Draft {
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
