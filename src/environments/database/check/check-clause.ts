import type { ActContext } from "../../../environment/act-context.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { SelectCore } from "../sql/query-tree.ts";
import type { Scope } from "../sql/scope.ts";
import { type ClauseFacts, checkFrom } from "./check-from.ts";
import { checkOrderBy } from "./check-order-by.ts";
import { checkGroupBy, checkHaving, checkSelect } from "./check-select.ts";
import { checkWhere } from "./check-where.ts";
import type { Clause } from "./clause.ts";
import { ClauseCheck, type ClauseFindings, type EngineQuestions } from "./clause-check.ts";

import { hasMasked, maskedNames } from "./masked.ts";

/** What there is to say of a clause that compiles. */
export async function checkClause(
  subject: Clause,
  services: DatabaseServices,
  questions: EngineQuestions,
  context: ActContext,
): Promise<ClauseFindings> {
  const run = await ClauseCheck.begin(services, questions, subject, context);
  tellMasked(run, subject);
  const { core } = subject;
  const scope = core && run.scope(core);
  const facts = core && scope ? await factsOf(run, subject, core, scope) : { facts: {} };
  if (run.ranOut) run.lines.push("Some checks were left out: their share of the time was used up.");
  return { ...facts, warnings: run.warnings, notes: run.notes, lines: run.lines };
}

async function factsOf(
  run: ClauseCheck,
  subject: Clause,
  core: SelectCore,
  scope: Scope,
): Promise<ClauseFacts> {
  switch (subject.clause) {
    case "from":
      return checkFrom(run, core, scope);
    case "where":
      return checkWhere(run, core, scope);
    case "select":
      return checkSelect(run, core, scope);
    case "group_by":
      return checkGroupBy(run, core, scope);
    case "having":
      return checkHaving(run, core, scope);
    case "order_by": {
      const query = [...(subject.around ?? []), ...(subject.tree ? [subject.tree] : [])].find((each) =>
        each.cores.includes(core),
      );
      return query ? checkOrderBy(run, query, core, scope) : { facts: {} };
    }
  }
}

/** Told first: what a clause keeps or counts by masked values explains nothing else. */
function tellMasked(run: ClauseCheck, { sql, span }: Clause): void {
  if (!hasMasked(run.services)) return;
  for (const { span: place, message } of maskedNames(run.services, sql, span))
    run.warn("masked-value", place, message);
}
