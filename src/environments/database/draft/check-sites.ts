import type { ClauseInspection } from "../check/clause-inspection.ts";
import { countRows } from "../count-rows.ts";
import type { ClauseJudge, Verdict } from "./clause-judge.ts";
import { type ClauseSite, clauseAt, sameSite, sitesOf, withClause } from "./clause-site.ts";
import { type Draft, MAIN } from "./draft.ts";

export interface SiteReport {
  readonly site: ClauseSite;
  readonly verdict: Verdict;
  /** Absent where the clause is not legal, empty, or was only compiled. */
  readonly inspection?: ClauseInspection;
  /** Rows after this clause; absent where they were not counted in time. */
  readonly rows?: number;
  /** True where there was no time left to look at it: it is taken for legal. */
  readonly unchecked?: true;
}

/** Share of an action's time in which clauses are judged; they are inspected in the rest of it. */
const JUDGING = 0.5;

/** The clauses whose meaning a change at `site` may touch. */
export function dependentsOf(draft: Draft, site: ClauseSite): readonly ClauseSite[] {
  const sites = sitesOf(draft);
  const place = sites.findIndex((each) => sameSite(each, site));
  return sites.slice(place + 1).filter((other) => {
    if (other.query !== site.query) return site.query !== MAIN;
    if (other.core === site.core || other.clause === "order_by" || site.query !== MAIN) return true;
    return site.clause === "select" && other.clause === "select";
  });
}

/**
 * Judges clauses one after the other, each beside those before it that hold, and inspects those that `inspected` asks for. Clauses that are
 * not among `sites` are taken for legal, and so are those that an action's time did not suffice for.
 */
export async function checkSites(
  draft: Draft,
  sites: readonly ClauseSite[],
  judge: ClauseJudge,
  inspected: (site: ClauseSite) => boolean,
): Promise<readonly SiteReport[]> {
  let holding = sites.reduce((stripped, site) => withClause(stripped, site, undefined), draft);
  const judged: SiteReport[] = [];
  const began = Date.now();
  const { milliseconds } = judge.context.limits;
  const isOver = (share: number): boolean => Date.now() - began > milliseconds * share;
  for (const site of sites) {
    const next = withClause(holding, site, clauseAt(draft, site));
    if (isOver(JUDGING)) {
      holding = next;
      judged.push({ site, verdict: { legal: true }, unchecked: true });
      continue;
    }
    const verdict = await judge.judge(next, site);
    if (verdict.legal) holding = next;
    judged.push({ site, verdict });
  }
  const reports: SiteReport[] = [];
  for (const report of judged) {
    const { site, verdict, unchecked } = report;
    if (unchecked || !inspected(site)) {
      reports.push(report);
      continue;
    }
    if (isOver(1)) {
      reports.push({ ...report, unchecked: true });
      continue;
    }
    // Whether a column stands beside an aggregate without being grouped shows only with the clauses that come after.
    const whole = site.clause === "select" && verdict.legal ? await judge.judge(holding, site) : verdict;
    reports.push({ ...(await inspectSite(site, whole.legal ? whole : verdict, judge)), verdict });
  }
  return reports;
}

/** That the time did not suffice for all clauses; undefined where it did. */
export function uncheckedLine(reports: readonly SiteReport[]): string | undefined {
  const left = reports.filter(({ unchecked }) => unchecked).length;
  if (left === 0) return undefined;
  return `${left} of ${reports.length} clauses were not fully checked: the time for it was used up. Check parts of the query alone to look at them.`;
}

/** Inspects a legal clause, and counts its rows where the inspection does not (an ordering changes them only by its LIMIT). */
export async function inspectSite(
  site: ClauseSite,
  verdict: Verdict,
  judge: ClauseJudge,
): Promise<SiteReport> {
  const subject = verdict.legal && verdict.grouping === undefined ? verdict.subject : undefined;
  if (!subject) return { site, verdict };
  const inspection = await judge.checker.inspect(subject, judge.context);
  const counts = site.clause === "order_by" || site.clause === "group_by" || site.clause === "having";
  const rows =
    inspection.rows ?? (counts ? await countRows(subject.sql, judge.services, judge.context) : undefined);
  return { site, verdict, inspection, ...(rows === undefined ? {} : { rows }) };
}
