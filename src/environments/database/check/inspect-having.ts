import { columnsOf } from "../sql/column-references.ts";
import { conjunctsOf } from "../sql/conjuncts.ts";
import type { SelectCore } from "../sql/query-tree.ts";
import { readExpression } from "../sql/read-expression.ts";
import { resolveColumn } from "../sql/resolve-column.ts";
import type { Scope } from "../sql/scope.ts";
import { aggregatesIn, subqueriesIn } from "./aggregates.ts";
import { checkConstantConditions } from "./check-constant-conditions.ts";
import { checkExpressions } from "./check-expressions.ts";
import { checkIntegerDivision } from "./check-integer-division.ts";
import { clauseExpressions } from "./clause-expressions.ts";
import { selectOver } from "./core-text.ts";
import { tellEmptyHaving } from "./empty-result.ts";
import type { ClauseFacts } from "./inspect-from.ts";
import type { InspectionRun } from "./inspection-run.ts";
import { withOf } from "./literal-existence.ts";

/** Groups kept by every condition alone and joined; conditions that belong into WHERE. */
export async function inspectHaving(
  run: InspectionRun,
  core: SelectCore,
  scope: Scope,
): Promise<ClauseFacts> {
  if (!core.having) return { facts: {} };
  const { dialect } = run.services.driver;
  const expressions = clauseExpressions(run, core, "having", scope);
  await checkExpressions(run, expressions);
  for (const expression of expressions) {
    if (!expression.within) checkConstantConditions(run, expression);
    await checkIntegerDivision(run, core, expression);
  }
  const conditions = conjunctsOf(readExpression(core.having, dialect.lexical));
  for (const node of conditions) {
    if (aggregatesIn(node, dialect.functions).length > 0 || subqueriesIn(node).length > 0) continue;
    const columns = columnsOf(node).map((column) => resolveColumn(column, scope));
    if (columns.length === 0 || !columns.every((each) => each.kind === "column")) continue;
    run.warn(
      "having-without-aggregate",
      node,
      `${run.text(node)} uses no aggregate; it is a condition on rows and belongs into WHERE.`,
    );
  }
  if (!core.groupBy && core.from) {
    run.warn(
      "having-without-group",
      core.having,
      "HAVING stands without GROUP BY, so that it judges all rows as one group; conditions on rows belong into WHERE.",
    );
  }
  const flags = conditions.map((node, i) => `CASE WHEN ${run.text(node)} THEN 1 ELSE 0 END AS c${i}`);
  const withText = withOf(run, scope);
  const groups = selectOver(run, core, scope, flags.join(", "), { groups: true }).slice(withText.length);
  const all = conditions.map((_, i) => `c${i} = 1`).join(" AND ");
  const measures = [
    "COUNT(*)",
    `COUNT(CASE WHEN ${all} THEN 1 END)`,
    ...conditions.map((_, i) => `SUM(c${i})`),
  ];
  const counts = await run.askNumbers(`${withText}SELECT ${measures.join(", ")} FROM (${groups}) AS grouped`);
  const [before = 0, kept = 0, ...alone] = counts ?? [];
  if (!counts) return { facts: {} };
  run.lines.push(`${kept} of ${before === 1 ? "1 group" : `${before} groups`} kept`);
  if (kept === 0 && before > 0) {
    const emptying = conditions.find((_, i) => alone[i] === 0) ?? core.having;
    tellEmptyHaving(run, emptying, core.having, before);
  }
  const told = conditions.map((node, i) => ({ text: run.text(node), alone: alone[i] ?? 0 }));
  return { rows: kept, facts: { before, conditions: told } };
}
