import type { ActContext } from "../../../environment/act-context.ts";
import type { Finding, ToolFailure } from "../../../environment/tool-failure.ts";
import { timeLeft } from "../act-limits.ts";
import { type Clause, locateCore } from "../check/clause.ts";
import type { ClauseFindings } from "../check/clause-check.ts";
import { isAggregate } from "../check/clause-expressions.ts";
import type { ClauseChecker } from "../check/create-clause-checker.ts";
import { countRows } from "../count-rows.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { ResultColumn } from "../driver/sql-driver.ts";
import { SqlEngineError } from "../driver/sql-engine-error.ts";
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

/** How far a core goes when a clause is judged; the first is tried first, and one that compiles is enough. */
const REACHES: Readonly<Record<CoreClause, readonly (readonly CoreClause[])[]>> = {
  from: [["from"]],
  // A condition may use a name that only the SELECT gives, on engines that allow it.
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
 * The statements in which a clause is compiled, as far as the draft is set. A clause is legal when one of them compiles. Empty when the
 * SELECTs that the clause needs are not there yet.
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
  /** True where there was no time left to look at it: it is taken for legal. */
  readonly unchecked?: true;
}

/** Share of an action's time after which no clause is judged any more, and none is inspected: the rest is the result's. */
const JUDGING = 0.4;
const INSPECTING = 0.6;

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
      // Whether a column stands beside an aggregate without being grouped shows only with the clauses that come after.
      const whole = site.clause === "select" && verdict.legal ? await judge.judge(holding, site) : verdict;
      reports.push({ ...(await inspectSite(site, whole.legal ? whole : verdict, judge)), verdict });
    }
  }
  return reports;
}

/** Checks all clauses of a draft; a query that could not be taken apart is inspected as far as one look at it goes. */
export async function checkDraft(draft: Draft, judge: DraftCheck): Promise<readonly SiteReport[]> {
  const { whole: sql } = draft;
  if (sql === undefined) return checkSites(draft, sitesOf(draft), judge);
  const subject: Clause = { clause: "select", text: sql, sql, span: { start: 0, end: sql.length } };
  const inspection = await judge.checker.inspect(subject, judge.context);
  return [
    { site: { query: MAIN, core: 0, clause: "select" }, verdict: { legal: true, subject }, inspection },
  ];
}

/** Notes on the clauses that do not hold; `how`: "does not hold", "no longer holds". */
export function notHolding(draft: Draft, reports: readonly SiteReport[], how: string): readonly Finding[] {
  return reports.flatMap(({ site, verdict }) => {
    if (verdict.legal) return [];
    const { message, part, suggestions } = verdict.failure;
    const code = "no-longer-holds";
    const found = { code, message: `${siteName(draft, site)} ${how}: ${message}`, suggestions } as const;
    return [{ ...found, part: { clause: site.clause, ...part } }];
  });
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
  judge: DraftCheck,
): Promise<SiteReport> {
  const subject = verdict.legal && verdict.grouping === undefined ? verdict.subject : undefined;
  if (!subject) return { site, verdict };
  const inspection = await judge.checker.inspect(subject, judge.context);
  const isCounted = /^(order_by|group_by|having)$/u.test(site.clause);
  const { services, context } = judge;
  const rows = inspection.rows ?? (isCounted ? await countRows(subject.sql, services, context) : undefined);
  return { site, verdict, inspection, ...(rows === undefined ? {} : { rows }) };
}

export type Verdict =
  | {
      readonly legal: true;
      /** Absent where there is nothing to judge: an empty clause, or a query around it that is not complete yet. */
      readonly subject?: Clause;
      readonly columns?: readonly ResultColumn[];
      /** Columns that have to be grouped by before the engine takes the query. */
      readonly grouping?: string;
    }
  | { readonly legal: false; readonly failure: ToolFailure };

/** A statement that the engine does not take. */
interface Refusal {
  readonly error: SqlEngineError;
  readonly statement: AssembledStatement;
}

/** Asks the engine whether clauses of a draft compile, each in the query around it as far as that is set. */
export class DraftCheck {
  readonly services: DatabaseServices;
  readonly checker: ClauseChecker;
  readonly context: ActContext;
  readonly rules: AssemblyRules;

  constructor({ services, checker, context }: Pick<DraftCheck, "services" | "checker" | "context">) {
    this.services = services;
    this.checker = checker;
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

  /** A SELECT that is legal alone may not fit the set operation or the CTE that it belongs to. */
  private async judgeAround(draft: Draft, site: ClauseSite): Promise<Verdict | undefined> {
    const whole =
      site.query === MAIN
        ? assembleQuery(draft, MAIN, { ordered: false }, this.rules)
        : assembleUse(draft, site.query, this.rules);
    const isOwn = (other: ClauseSite) => other.core === site.core && other.query === site.query;
    if (!whole || whole.sites.every(isOwn)) return undefined;
    const error = await this.compile(whole.sql);
    // What the whole lacks otherwise (a grouping not set yet) is said where it belongs.
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
    // The plainest statement tells best what is wrong, except where it lacks the grouping that the clause relies on.
    return this.explain(isSelect && !(isGrouped && isMisuse) ? last : first, draft, site);
  }

  private async explain({ error, statement }: Refusal, draft: Draft, site: ClauseSite): Promise<Verdict> {
    const subject = this.subjectOf(draft, statement, site);
    return { legal: false, failure: await this.checker.explain(error, subject, this.context) };
  }

  /**
   * The GROUP BY with which a SELECT becomes legal on engines that want every bare column grouped: the paper's order of tools sets SELECT
   * first. Empty where a star keeps it from being told, and undefined where grouping does not mend it.
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

  /** Compiles without running; what the engine says against it comes back, everything else is thrown. */
  private async compile(sql: string): Promise<readonly ResultColumn[] | SqlEngineError> {
    try {
      return await this.services.driver.compile(sql, this.context.signal);
    } catch (error) {
      if (error instanceof SqlEngineError) return error;
      throw error;
    }
  }

  private subjectOf(draft: Draft, statement: AssembledStatement, site: ClauseSite): Clause {
    const span = statement.spanOf(site) ?? { start: 0, end: statement.sql.length };
    const tree = readQuery(statement.sql, this.rules.lexical);
    return {
      clause: site.clause,
      text: clauseAt(draft, site) ?? "",
      sql: statement.sql,
      span,
      ...(tree ? { tree, ...locateCore(tree, span) } : {}),
    };
  }
}
