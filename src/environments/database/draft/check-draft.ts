import type { ActContext } from "../../../environment/act-context.ts";
import { type Marked, say } from "../../../environment/egress/marks.ts";
import type { MarkedFailure, MarkedFinding } from "../../../environment/tool-failure.ts";
import { timeLeft } from "../act-limits.ts";
import { type Clause, coreOfSpan } from "../check/clause.ts";
import type { ClauseFindings } from "../check/clause-check.ts";
import { isAggregate } from "../check/clause-expressions.ts";
import { countRows } from "../count-rows.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { ResultColumn } from "../driver/sql-driver.ts";
import { SqlEngineError, unlessRefused } from "../driver/sql-engine-error.ts";
import { walkExpression } from "../sql/query-tree.ts";
import { readSelectList } from "../sql/read-items.ts";
import { readQuery } from "../sql/read-query.ts";
import {
  type AssembledStatement,
  type AssemblyRules,
  assembleCore,
  assembleQuery,
  assembleUse,
} from "./assemble.ts";
import {
  type ClauseSite,
  type CoreClause,
  clauseAt,
  type Draft,
  MAIN,
  queryAt,
  sameSite,
  siteName,
  sitesOf,
  withClause,
} from "./draft.ts";

/** Sets of clauses that are compiled to judge a clause, in order; one set that compiles is enough. */
const REACHES: Readonly<Record<CoreClause, readonly (readonly CoreClause[])[]>> = {
  from: [["from"]],
  // On some engines a condition may use an alias of SELECT.
  where: [
    ["from", "where"],
    ["from", "where", "select"],
    ["from", "where", "select", "group_by", "having"],
  ],
  select: [
    ["from", "where", "select", "group_by", "having"],
    ["from", "where", "select", "group_by"],
    ["from", "where", "select"],
  ],
  group_by: [
    ["from", "where", "select", "group_by"],
    ["from", "where", "select", "group_by", "having"],
  ],
  having: [["from", "where", "select", "group_by", "having"]],
};

/**
 * The statements in which a clause is compiled, from the clauses set so far. A clause is legal when one of them compiles. Empty when the
 * SELECTs that the clause needs are not set yet.
 */
function statementsFor(draft: Draft, site: ClauseSite, rules: AssemblyRules): readonly AssembledStatement[] {
  if (site.clause === "order_by") {
    const statement = assembleQuery(draft, site.query, { ordered: true }, rules);
    return statement ? [statement] : [];
  }
  const core = queryAt(draft, site.query).cores[site.core] ?? {};
  const seen = new Set<string>();
  return REACHES[site.clause]
    .filter((reach) => !reach.includes("select") || core.select !== undefined || site.clause !== "where")
    .map((reach) => assembleCore(draft, site, reach, rules))
    .filter((statement) => {
      const isNew = statement.spanOf(site) !== undefined && !seen.has(statement.sql);
      seen.add(statement.sql);
      return isNew;
    });
}

export interface SiteReport {
  readonly site: ClauseSite;
  readonly verdict: Verdict;
  /** Absent where the clause is not legal, empty, or was only compiled. */
  readonly inspection?: ClauseFindings;
  /** Rows after this clause; absent where they were not counted in time. */
  readonly rows?: number;
  /** True where no time was left to check the clause: it counts as legal. */
  readonly unchecked?: true;
}

/** Shares of an action's time after which no further clause is judged, or inspected. The rest is reserved for the result. */
const JUDGING = 0.4;
const INSPECTING = 0.6;

/** The clauses whose meaning a change at `site` may affect. */
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
 * Judges clauses one after the other, each together with the legal clauses before it, and inspects those that `inspected` selects. Clauses
 * outside `sites` count as legal, and so do clauses for which no time is left.
 */
export async function checkSites(
  draft: Draft,
  sites: readonly ClauseSite[],
  judge: DraftCheck,
  inspected: (site: ClauseSite) => boolean = () => true,
): Promise<readonly SiteReport[]> {
  let holding = sites.reduce((stripped, site) => withClause(stripped, site, undefined), draft);
  const judged: SiteReport[] = [];
  const { milliseconds } = judge.context.limits;
  const isOver = (share: number): boolean => timeLeft(judge.context) < milliseconds * (1 - share);
  for (const site of sites) {
    const next = withClause(holding, site, clauseAt(draft, site));
    const unchecked = isOver(JUDGING) ? ({ unchecked: true } as const) : {};
    const verdict = unchecked.unchecked ? ({ legal: true } as const) : await judge.judge(next, site);
    if (verdict.legal) holding = next;
    judged.push({ site, verdict, ...unchecked });
  }
  const reports: SiteReport[] = [];
  for (const report of judged) {
    const { site, verdict, unchecked } = report;
    if (unchecked || !inspected(site)) reports.push(report);
    else if (isOver(INSPECTING)) reports.push({ ...report, unchecked: true });
    else {
      // Only later clauses show whether a column beside an aggregate is grouped by, so SELECT is judged again with them.
      const whole = site.clause === "select" && verdict.legal ? await judge.judge(holding, site) : verdict;
      reports.push({ ...(await inspectSite(site, whole.legal ? whole : verdict, judge)), verdict });
    }
  }
  return reports;
}

/** Checks all clauses of a draft; a query that could not be split into clauses is inspected as a whole. */
export async function checkDraft(draft: Draft, judge: DraftCheck): Promise<readonly SiteReport[]> {
  const { whole: sql } = draft;
  if (sql === undefined) return checkSites(draft, sitesOf(draft), judge);
  const subject: Clause = { clause: "select", text: sql, sql, span: { start: 0, end: sql.length } };
  const inspection = await judge.inspect(subject);
  return [
    { site: { query: MAIN, core: 0, clause: "select" }, verdict: { legal: true, subject }, inspection },
  ];
}

/** Notes on the clauses that are not legal; `how` is the verb of the message. */
export function notHolding(
  draft: Draft,
  reports: readonly SiteReport[],
  how: "does not hold" | "no longer holds",
): readonly MarkedFinding[] {
  return reports.flatMap(({ site, verdict }) => {
    if (verdict.legal) return [];
    const { message, part, suggestions } = verdict.failure;
    const code = "no-longer-holds";
    const found = { code, message: say`${siteName(draft, site)} ${how}: ${message}`, suggestions } as const;
    return [{ ...found, part: { clause: site.clause, ...part } }];
  });
}

/** A line saying that time did not suffice for all clauses; undefined where it did. */
export function uncheckedLine(reports: readonly SiteReport[]): Marked | undefined {
  const left = reports.filter(({ unchecked }) => unchecked).length;
  if (left === 0) return undefined;
  return say`${left} of ${reports.length} clauses were not fully checked: the time for it was used up. Check parts of the query alone to look at them.`;
}

/** Inspects a legal clause, and counts its rows where the inspection does not (an ordering changes them only by its LIMIT). */
export async function inspectSite(
  site: ClauseSite,
  verdict: Verdict,
  judge: DraftCheck,
): Promise<SiteReport> {
  const subject = verdict.legal && verdict.grouping === undefined ? verdict.subject : undefined;
  if (!subject) return { site, verdict };
  const inspection = await judge.inspect(subject);
  const isCounted = /^(order_by|group_by|having)$/u.test(site.clause);
  const { services, context } = judge;
  const rows = inspection.rows ?? (isCounted ? await countRows(subject.sql, services, context) : undefined);
  return { site, verdict, inspection, ...(rows === undefined ? {} : { rows }) };
}

/** Explains why the engine refused a clause, with suggestions that would work. */
export async function explainClause(
  error: SqlEngineError,
  clause: Clause,
  { services, context }: Pick<DraftCheck, "services" | "context">,
): Promise<MarkedFailure> {
  const { explainError } = await import("../check/explain/explain-error.ts");
  return explainError({ services, clause, context }, error);
}

export type Verdict =
  | {
      readonly legal: true;
      /** The clause in its statement; absent for an empty clause, or while the query around it is incomplete. */
      readonly subject?: Clause;
      readonly columns?: readonly ResultColumn[];
      /** Columns that GROUP BY must have before the engine accepts the query. */
      readonly grouping?: string;
    }
  | { readonly legal: false; readonly failure: MarkedFailure };

/** A statement that the engine refuses, and its error. */
interface Refusal {
  readonly error: SqlEngineError;
  readonly statement: AssembledStatement;
}

/** Compiles clauses of a draft on the engine, each with the clauses of its query that are set so far. */
export class DraftCheck {
  readonly services: DatabaseServices;
  readonly context: ActContext;
  readonly rules: AssemblyRules;

  constructor({ services, context }: Pick<DraftCheck, "services" | "context">) {
    this.services = services;
    this.context = context;
    this.rules = services.driver.dialect;
  }

  async judge(draft: Draft, site: ClauseSite): Promise<Verdict> {
    if (!clauseAt(draft, site)) return { legal: true };
    const refusals: Refusal[] = [];
    for (const statement of statementsFor(draft, site, this.rules)) {
      const result = await this.compile(statement.sql);
      if (result instanceof SqlEngineError) {
        refusals.push({ error: result, statement });
        continue;
      }
      const around = site.clause === "select" ? await this.judgeAround(draft, site) : undefined;
      return around ?? { legal: true, subject: this.subjectOf(draft, statement, site), columns: result };
    }
    return this.refused(draft, site, refusals);
  }

  /** Judges a SELECT that is legal alone within its set operation or CTE; undefined where it fits. */
  private async judgeAround(draft: Draft, site: ClauseSite): Promise<Verdict | undefined> {
    const whole =
      site.query === MAIN
        ? assembleQuery(draft, MAIN, { ordered: false }, this.rules)
        : assembleUse(draft, site.query, this.rules);
    const isOwn = (other: ClauseSite) => other.core === site.core && other.query === site.query;
    if (!whole || whole.sites.every(isOwn)) return undefined;
    const error = await this.compile(whole.sql);
    // Other errors of the whole (a missing grouping) are reported at their own clauses.
    const isOfColumns =
      error instanceof SqlEngineError && /^(column-count|type)-mismatch$/u.test(error.facts.kind);
    return isOfColumns ? this.explain({ error, statement: whole }, draft, site) : undefined;
  }

  private async refused(draft: Draft, site: ClauseSite, refusals: readonly Refusal[]): Promise<Verdict> {
    const [first, last] = [refusals[0], refusals.at(-1)];
    if (!first || !last) return { legal: true };
    const isGrouped = Boolean(clauseAt(draft, { ...site, clause: "group_by" }));
    const isMisuse = last.error.facts.kind === "aggregate-misuse";
    const isSelect = site.clause === "select";
    const grouping = isSelect && isMisuse && !isGrouped ? await this.neededGrouping(draft, site) : undefined;
    if (grouping !== undefined)
      return { legal: true, subject: this.subjectOf(draft, last.statement, site), grouping };
    // The simplest statement gives the clearest error, except where it lacks the grouping that the clause relies on.
    return this.explain(isSelect && !(isGrouped && isMisuse) ? last : first, draft, site);
  }

  private async explain({ error, statement }: Refusal, draft: Draft, site: ClauseSite): Promise<Verdict> {
    const subject = this.subjectOf(draft, statement, site);
    return { legal: false, failure: await explainClause(error, subject, this) };
  }

  /** Checks a clause that compiles. The checks are loaded on first use. */
  async inspect(clause: Clause): Promise<ClauseFindings> {
    const { checkClause } = await import("../check/check-clause.ts");
    return checkClause({ services: this.services, clause, context: this.context });
  }

  /**
   * The GROUP BY that makes a SELECT legal on engines that require every bare column to be grouped: the paper's order of tools sets SELECT
   * first. Empty where a star hides the columns, and undefined where grouping does not help.
   */
  private async neededGrouping(draft: Draft, site: ClauseSite): Promise<string | undefined> {
    const { dialect } = this.services.driver;
    const text = clauseAt(draft, site) ?? "";
    const columns = new Set<string>();
    for (const item of readSelectList(text, dialect.lexical).items) {
      if (item.star) return "";
      if (!item.expression) continue;
      walkExpression(item.expression, (node) => {
        if (node.type === "call" && isAggregate(node, dialect)) return false;
        if (node.type === "column") columns.add(text.slice(node.start, node.end));
        return true;
      });
    }
    if (columns.size === 0) return undefined;
    const grouping = [...columns].join(", ");
    const grouped = withClause(draft, { ...site, clause: "group_by" }, grouping);
    for (const { sql } of statementsFor(grouped, site, this.rules))
      if (!((await this.compile(sql)) instanceof SqlEngineError)) return grouping;
    return undefined;
  }

  /** Compiles without running. Returns the engine's refusal, and throws other errors. */
  private compile(sql: string): Promise<readonly ResultColumn[] | SqlEngineError> {
    return unlessRefused(this.services.driver.compile(sql, this.context.signal), (error) => error);
  }

  private subjectOf(draft: Draft, statement: AssembledStatement, site: ClauseSite): Clause {
    const span = statement.spanOf(site) ?? { start: 0, end: statement.sql.length };
    const tree = readQuery(statement.sql, this.rules.lexical);
    return {
      clause: site.clause,
      text: clauseAt(draft, site) ?? "",
      sql: statement.sql,
      span,
      tree,
      core: tree && coreOfSpan(tree, span),
    };
  }
}
