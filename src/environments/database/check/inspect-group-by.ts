import type { SelectCore } from "../sql/query-tree.ts";
import { readExpressionList } from "../sql/read-items.ts";
import type { Scope } from "../sql/scope.ts";
import { checkBareColumns } from "./check-bare-columns.ts";
import { checkExpressions } from "./check-expressions.ts";
import { clauseExpressions } from "./clause-expressions.ts";
import { countOf, selectOver } from "./core-text.ts";
import type { ClauseFacts } from "./inspect-from.ts";
import type { InspectionRun } from "./inspection-run.ts";
import { withOf } from "./literal-existence.ts";
import { literalOf } from "./literal-text.ts";
import { columnAt } from "./query-scope.ts";
import { rowCount as rowsAsText } from "./row-count.ts";
import { isTooMany } from "./row-product.ts";

/** Number of groups; columns that they do not determine; grouping that does nothing. */
export async function inspectGroupBy(
  run: InspectionRun,
  core: SelectCore,
  scope: Scope,
): Promise<ClauseFacts> {
  if (!core.groupBy) return { facts: {} };
  const { dialect } = run.services.driver;
  await checkExpressions(run, clauseExpressions(run, core, "group_by", scope));
  if (await isTooMany(run, core, scope)) return { facts: {} };
  const selected = scope.items.flatMap((item) => (item.expression ? [item.expression] : []));
  await checkBareColumns(run, core, scope, selected);
  const keys = readExpressionList(core.groupBy, dialect.lexical);
  for (const key of keys) {
    const literal = literalOf(scope, key);
    const isPlace = literal?.kind === "number" && /^\d+$/u.test(literal.value);
    if (literal && !isPlace)
      run.warn("constant-condition", key, `${run.text(key)} is a constant, so that it groups nothing.`);
  }
  const withText = withOf(run, scope);
  // GROUP BY ALL groups by what is selected.
  const byAll = /^ALL$/iu.test(run.text(core.groupBy).trim());
  const items = byAll ? selected.map((item) => run.text(item)).join(", ") : "1 AS one";
  const groups = selectOver(run, core, scope, items, { groups: true }).slice(withText.length);
  const rows = selectOver(run, core, scope, "1 AS one").slice(withText.length);
  const counts = await run.askNumbers(`${withText}SELECT ${countOf(groups)}, ${countOf(rows)}`);
  const [groupCount, rowCount] = counts ?? [];
  if (groupCount === undefined || rowCount === undefined) return { facts: {} };
  run.lines.push(`${groupCount === 1 ? "1 group" : `${groupCount} groups`} of ${rowsAsText(rowCount)}`);
  if (groupCount === rowCount && rowCount > 1) {
    const message = `Each of the ${groupCount} groups has exactly one row, so that grouping does nothing.`;
    const sure = scope.sources.length === 1 && keys.some((key) => isRowKey(scope, key));
    if (sure) run.warn("group-is-row", core.groupBy, message);
    else run.note("group-is-row", core.groupBy, message);
  }
  return { rows: groupCount, facts: { groups: groupCount, grouped: rowCount } };
}

/** True when the key alone tells every row apart by declaration. */
function isRowKey(scope: Scope, key: Parameters<typeof literalOf>[1]): boolean {
  const origin = key.type === "column" ? columnAt(scope, key)?.column.origin : undefined;
  if (!origin) return false;
  const primary = origin.table.columns.filter((column) => column.primaryKeyPosition !== undefined);
  return origin.column.unique === true || (primary.length === 1 && primary[0] === origin.column);
}
