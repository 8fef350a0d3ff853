import { conjunctsOf } from "../sql/conjuncts.ts";
import type { SelectCore } from "../sql/query-tree.ts";
import { readExpression } from "../sql/read-expression.ts";
import { readSelectList } from "../sql/read-select-list.ts";
import type { Scope } from "../sql/scope.ts";
import { aggregatesIn } from "./aggregates.ts";
import { checkBareColumns } from "./check-bare-columns.ts";
import { checkExpressions } from "./check-expressions.ts";
import { checkIntegerDivision } from "./check-integer-division.ts";
import { clauseExpressions } from "./clause-expressions.ts";
import { countOf, selectOver } from "./core-text.ts";
import { type ClauseFacts, tellLoose } from "./inspect-from.ts";
import type { InspectionRun } from "./inspection-run.ts";
import { unconnectedSources } from "./join-links.ts";
import { withOf } from "./literal-existence.ts";
import { rowCount } from "./row-count.ts";
import { isTooMany } from "./row-product.ts";

/** Columns and aggregates of the select list, and the number of rows that it gives. */
export async function inspectSelect(
  run: InspectionRun,
  core: SelectCore,
  scope: Scope,
): Promise<ClauseFacts> {
  if (!core.select) return { facts: {} };
  const { dialect } = run.services.driver;
  const expressions = clauseExpressions(run, core, "select", scope);
  await checkExpressions(run, expressions);
  const tooMany = await isTooMany(run, core, scope);
  for (const expression of tooMany ? [] : expressions) await checkIntegerDivision(run, core, expression);
  const own = expressions.filter((each) => !each.within).map((each) => each.node);
  if (!tooMany) await checkBareColumns(run, core, scope, own);
  // A join by comma got its last chance of a condition in WHERE, which may not even be set.
  const conditions = core.where ? conjunctsOf(readExpression(core.where, dialect.lexical)) : [];
  for (const source of unconnectedSources(scope, conditions)) {
    if (source.source.join?.kind === "comma" && !core.where) tellLoose(run, scope, source, false);
  }
  const list = readSelectList(core.select, dialect.lexical);
  const aggregated = own.some((node) => aggregatesIn(node, dialect.functions).length > 0);
  const query = selectOver(run, core, scope, core.select.text, { groups: true, having: true });
  const single = aggregated && !core.groupBy;
  const counts = single
    ? [1]
    : tooMany
      ? undefined
      : await countRows(run, query, withOf(run, scope), list.distinct);
  const [rows, distinct] = counts ?? [];
  if (rows !== undefined && distinct !== undefined && distinct < rows) {
    run.note("duplicate-rows", core.select, `${rowCount(rows)}, of which ${distinct} are different.`);
  }
  if (rows !== undefined) run.lines.push(rowCount(rows));
  return { ...(rows === undefined ? {} : { rows }), facts: {} };
}

async function countRows(
  run: InspectionRun,
  query: string,
  withText: string,
  isDistinct: boolean,
): Promise<readonly number[] | undefined> {
  const inner = query.slice(withText.length);
  const parts = [countOf(inner)];
  if (!isDistinct)
    parts.push(`(SELECT COUNT(*) FROM (SELECT DISTINCT * FROM (${inner}) AS every_row) AS different)`);
  return (
    (await run.askNumbers(`${withText}SELECT ${parts.join(", ")}`)) ??
    run.askNumbers(`${withText}SELECT ${parts[0]}`)
  );
}
