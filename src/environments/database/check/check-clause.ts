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
  clause: Clause,
  services: DatabaseServices,
  questions: EngineQuestions,
  context: ActContext,
): Promise<ClauseFindings> {
  await questions.renew(context.signal);
  const check = new ClauseCheck(services, questions, clause, context);
  tellMasked(check, clause);
  const { core } = clause;
  const scope = core && check.scope(core);
  const facts = core && scope ? await factsOf(check, clause, core, scope) : { facts: {} };
  if (check.ranOut) check.lines.push("Some checks were left out: their share of the time was used up.");
  return { ...facts, warnings: check.warnings, notes: check.notes, lines: check.lines };
}

async function factsOf(
  check: ClauseCheck,
  clause: Clause,
  core: SelectCore,
  scope: Scope,
): Promise<ClauseFacts> {
  switch (clause.clause) {
    case "from":
      return checkFrom(check, core, scope);
    case "where":
      return checkWhere(check, core, scope);
    case "select":
      return checkSelect(check, core, scope);
    case "group_by":
      return checkGroupBy(check, core, scope);
    case "having":
      return checkHaving(check, core, scope);
    case "order_by": {
      const query = [...(clause.around ?? []), ...(clause.tree ? [clause.tree] : [])].find((each) =>
        each.cores.includes(core),
      );
      return query ? checkOrderBy(check, query, core, scope) : { facts: {} };
    }
  }
}

/** Told first: what a clause keeps or counts by masked values explains nothing else. */
function tellMasked(check: ClauseCheck, { sql, span }: Clause): void {
  if (!hasMasked(check.services)) return;
  for (const { span: place, message } of maskedNames(check.services, sql, span))
    check.warn("masked-value", place, message);
}
