import type { ActContext } from "../../../environment/act-context.ts";
import type { ToolFailure } from "../../../environment/tool-failure.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { SqlEngineError } from "../driver/sql-engine-error.ts";
import type { SelectCore } from "../sql/query-tree.ts";
import type { Scope } from "../sql/scope.ts";
import type { ClauseChecker } from "./clause-checker.ts";
import type { ClauseInspection } from "./clause-inspection.ts";
import type { ClauseSubject } from "./clause-subject.ts";
import { EngineQuestions } from "./engine-questions.ts";
import { explainError } from "./explain/explain-error.ts";
import { type ClauseFacts, inspectFrom } from "./inspect-from.ts";
import { inspectGroupBy } from "./inspect-group-by.ts";
import { inspectHaving } from "./inspect-having.ts";
import { inspectOrderBy } from "./inspect-order-by.ts";
import { inspectSelect } from "./inspect-select.ts";
import { inspectWhere } from "./inspect-where.ts";
import { InspectionRun } from "./inspection-run.ts";

/** The checks of one database. Counts are kept while its data do not change. */
export function createClauseChecker(services: DatabaseServices): ClauseChecker {
  const questions = new EngineQuestions(services.driver);
  return {
    async inspect(subject: ClauseSubject, context: ActContext): Promise<ClauseInspection> {
      const run = await InspectionRun.begin(services, questions, subject, context);
      const { core } = subject;
      const scope = core && run.scope(core);
      const facts = core && scope ? await inspectClause(run, subject, core, scope) : { facts: {} };
      if (run.ranOut) run.lines.push("Some checks were left out: their share of the time was used up.");
      return { ...facts, warnings: run.warnings, notes: run.notes, lines: run.lines };
    },
    explain(error: SqlEngineError, subject: ClauseSubject, context: ActContext): Promise<ToolFailure> {
      return explainError(services, questions, error, subject, context);
    },
  };
}

async function inspectClause(
  run: InspectionRun,
  subject: ClauseSubject,
  core: SelectCore,
  scope: Scope,
): Promise<ClauseFacts> {
  switch (subject.clause) {
    case "from":
      return inspectFrom(run, core, scope);
    case "where":
      return inspectWhere(run, core, scope);
    case "select":
      return inspectSelect(run, core, scope);
    case "group_by":
      return inspectGroupBy(run, core, scope);
    case "having":
      return inspectHaving(run, core, scope);
    case "order_by": {
      const query = [...(subject.around ?? []), ...(subject.tree ? [subject.tree] : [])].find((each) =>
        each.cores.includes(core),
      );
      return query ? inspectOrderBy(run, query, core, scope) : { facts: {} };
    }
  }
}
