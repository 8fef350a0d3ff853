import type { ActContext } from "../../../environment/act-context.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { SelectCore } from "../sql/query-tree.ts";
import type { Scope } from "../sql/scope.ts";
import type { ClauseInspection } from "./clause-inspection.ts";
import type { ClauseSubject } from "./clause-subject.ts";
import { type ClauseFacts, inspectFrom } from "./inspect-from.ts";
import { inspectOrderBy } from "./inspect-order-by.ts";
import { inspectGroupBy, inspectHaving, inspectSelect } from "./inspect-select.ts";
import { inspectWhere } from "./inspect-where.ts";
import { type EngineQuestions, InspectionRun } from "./inspection-run.ts";

import { hasMasked, maskedNames } from "./masked.ts";

/** What there is to say of a clause that compiles. */
export async function inspectClause(
  subject: ClauseSubject,
  services: DatabaseServices,
  questions: EngineQuestions,
  context: ActContext,
): Promise<ClauseInspection> {
  const run = await InspectionRun.begin(services, questions, subject, context);
  tellMasked(run, subject);
  const { core } = subject;
  const scope = core && run.scope(core);
  const facts = core && scope ? await factsOf(run, subject, core, scope) : { facts: {} };
  if (run.ranOut) run.lines.push("Some checks were left out: their share of the time was used up.");
  return { ...facts, warnings: run.warnings, notes: run.notes, lines: run.lines };
}

async function factsOf(
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

/** Told first: what a clause keeps or counts by masked values explains nothing else. */
function tellMasked(run: InspectionRun, { sql, span }: ClauseSubject): void {
  if (!hasMasked(run.services)) return;
  for (const { span: place, message } of maskedNames(run.services, sql, span))
    run.warn("masked-value", place, message);
}
