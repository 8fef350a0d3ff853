import type { ActContext } from "../../../environment/act-context.ts";
import type { ToolFailure } from "../../../environment/tool-failure.ts";
import type { ClauseChecker } from "../check/clause-checker.ts";
import type { ClauseSubject } from "../check/clause-subject.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { ResultColumn } from "../driver/sql-driver.ts";
import { SqlEngineError } from "../driver/sql-engine-error.ts";
import { readQuery } from "../sql/read-query.ts";
import { type AssemblyRules, assembleQuery, assembleUse } from "./assemble.ts";
import { type ClauseSite, clauseAt } from "./clause-site.ts";
import { type Draft, MAIN } from "./draft.ts";
import { locateCore } from "./locate-core.ts";
import { neededGrouping } from "./needed-grouping.ts";
import { statementsFor } from "./site-statements.ts";
import type { AssembledStatement } from "./statement-writer.ts";

export type Verdict =
  | {
      readonly legal: true;
      /** Absent where there is nothing to judge: an empty clause, or a query around it that is not complete yet. */
      readonly subject?: ClauseSubject;
      readonly columns?: readonly ResultColumn[];
      /** Columns that have to be grouped by before the engine takes the query. */
      readonly grouping?: string;
    }
  | { readonly legal: false; readonly failure: ToolFailure };

/** Asks the engine whether clauses of a draft compile, each in the query around it as far as that is set. */
export class ClauseJudge {
  readonly services: DatabaseServices;
  readonly checker: ClauseChecker;
  readonly context: ActContext;
  readonly rules: AssemblyRules;

  constructor(services: DatabaseServices, checker: ClauseChecker, context: ActContext) {
    this.services = services;
    this.checker = checker;
    this.context = context;
    this.rules = services.driver.dialect;
  }

  async judge(draft: Draft, site: ClauseSite): Promise<Verdict> {
    if (!clauseAt(draft, site)) return { legal: true };
    const statements = statementsFor(draft, site, this.rules);
    if (statements.length === 0) return { legal: true };
    const refusals: { error: SqlEngineError; statement: AssembledStatement }[] = [];
    for (const statement of statements) {
      const result = await this.compile(statement);
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
    if (!whole || whole.sites.every((other) => other.core === site.core && other.query === site.query)) {
      return undefined;
    }
    const result = await this.compile(whole);
    if (!(result instanceof SqlEngineError)) return undefined;
    // What the whole lacks otherwise (a grouping not set yet) is said where it belongs.
    if (result.facts.kind !== "column-count-mismatch" && result.facts.kind !== "type-mismatch")
      return undefined;
    return { legal: false, failure: await this.explain(result, draft, whole, site) };
  }

  private async refused(
    draft: Draft,
    site: ClauseSite,
    refusals: readonly { error: SqlEngineError; statement: AssembledStatement }[],
  ): Promise<Verdict> {
    const last = refusals.at(-1);
    const [first] = refusals;
    if (!first || !last) return { legal: true };
    const grouped = clauseAt(draft, { ...site, clause: "group_by" });
    if (site.clause === "select" && last.error.facts.kind === "aggregate-misuse" && !grouped) {
      const grouping = await neededGrouping(
        draft,
        site,
        this.services.driver.dialect,
        async (sql) => !((await this.compile({ sql })) instanceof SqlEngineError),
      );
      if (grouping !== undefined) {
        return { legal: true, subject: this.subjectOf(draft, last.statement, site), grouping };
      }
    }
    // The plainest statement tells best what is wrong, except where it lacks the grouping that the clause relies on.
    const plain = site.clause === "select" && !(grouped && last.error.facts.kind === "aggregate-misuse");
    const { error, statement } = plain ? last : first;
    return { legal: false, failure: await this.explain(error, draft, statement, site) };
  }

  private async explain(
    error: SqlEngineError,
    draft: Draft,
    statement: AssembledStatement,
    site: ClauseSite,
  ): Promise<ToolFailure> {
    return this.checker.explain(error, this.subjectOf(draft, statement, site), this.context);
  }

  /** Compiles without running; what the engine says against it comes back, everything else is thrown. */
  async compile(statement: { readonly sql: string }): Promise<readonly ResultColumn[] | SqlEngineError> {
    try {
      return await this.services.driver.compile(statement.sql, this.context.signal);
    } catch (error) {
      if (error instanceof SqlEngineError) return error;
      throw error;
    }
  }

  subjectOf(draft: Draft, statement: AssembledStatement, site: ClauseSite): ClauseSubject {
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
