import type { ClauseInspection } from "../check/clause-inspection.ts";
import type { ClauseJudge, Verdict } from "./clause-judge.ts";
import { type ClauseSite, clauseAt, sameSite, sitesOf, withClause } from "./clause-site.ts";
import { type Draft, MAIN } from "./draft.ts";

export interface SiteReport {
  readonly site: ClauseSite;
  readonly verdict: Verdict;
  /** Absent where the clause is not legal, empty, or was only compiled. */
  readonly inspection?: ClauseInspection;
}

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
 * not among `sites` are taken for legal.
 */
export async function checkSites(
  draft: Draft,
  sites: readonly ClauseSite[],
  judge: ClauseJudge,
  inspected: (site: ClauseSite) => boolean,
): Promise<readonly SiteReport[]> {
  let holding = sites.reduce((stripped, site) => withClause(stripped, site, undefined), draft);
  const judged: { readonly site: ClauseSite; readonly verdict: Verdict }[] = [];
  for (const site of sites) {
    const next = withClause(holding, site, clauseAt(draft, site));
    const verdict = await judge.judge(next, site);
    if (verdict.legal) holding = next;
    judged.push({ site, verdict });
  }
  const reports: SiteReport[] = [];
  for (const { site, verdict } of judged) {
    const wanted = verdict.legal && verdict.subject !== undefined && verdict.grouping === undefined;
    if (!wanted || !inspected(site)) {
      reports.push({ site, verdict });
      continue;
    }
    // Whether a column stands beside an aggregate without being grouped shows only with the clauses that come after.
    const whole = site.clause === "select" ? await judge.judge(holding, site) : verdict;
    const subject = (whole.legal && whole.subject) || verdict.subject;
    const inspection = subject && (await judge.checker.inspect(subject, judge.context));
    reports.push({ site, verdict, ...(inspection ? { inspection } : {}) });
  }
  return reports;
}
