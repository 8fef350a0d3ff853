import { resolveColumn } from "../sql/build-scope.ts";
import { columnsOf } from "../sql/column-references.ts";
import { conjunctsOf, type SelectCore } from "../sql/query-tree.ts";
import { readExpression } from "../sql/read-expression.ts";
import { readExpressionList, readSelectList } from "../sql/read-items.ts";
import type { Scope } from "../sql/scope.ts";
import { checkBareColumns } from "./check-bare-columns.ts";
import { checkConstantConditions } from "./check-constant-conditions.ts";
import { checkExpressions } from "./check-expressions.ts";
import { type ClauseFacts, isTooMany, tellLoose } from "./check-from.ts";
import { checkIntegerDivision } from "./check-integer-division.ts";
import { tellEmptyHaving } from "./check-where.ts";
import type { ClauseCheck } from "./clause-check.ts";
import { aggregatesIn, clauseExpressions, subqueriesIn } from "./clause-expressions.ts";
import { countOf, rowCount, rowCount as rowsAsText, selectOver, withOf } from "./clause-sql.ts";
import type { literalOf } from "./comparisons.ts";
import { unconnectedSources } from "./join-links.ts";
import { columnAt } from "./query-scope.ts";

/** Columns and aggregates of the select list, and the number of rows that it gives. */
export async function checkSelect(check: ClauseCheck, core: SelectCore, scope: Scope): Promise<ClauseFacts> {
  if (!core.select) return { facts: {} };
  const { dialect } = check.services.driver;
  const expressions = clauseExpressions(check, core, "select", scope);
  await checkExpressions(check, expressions);
  const tooMany = await isTooMany(check, core, scope);
  for (const expression of tooMany ? [] : expressions) await checkIntegerDivision(check, core, expression);
  const own = expressions.filter((each) => !each.within).map((each) => each.node);
  if (!tooMany) await checkBareColumns(check, core, scope, own);
  // A join by comma got its last chance of a condition in WHERE, which may not even be set.
  const conditions = core.where ? conjunctsOf(readExpression(core.where, dialect.lexical)) : [];
  for (const source of unconnectedSources(scope, conditions)) {
    if (source.source.join?.kind === "comma" && !core.where) tellLoose(check, scope, source, false);
  }
  const list = readSelectList(core.select, dialect.lexical);
  const aggregated = own.some((node) => aggregatesIn(node, dialect.functions).length > 0);
  const query = selectOver(check, core, scope, core.select.text, { groups: true, having: true });
  const single = aggregated && !core.groupBy;
  const counts = single
    ? [1]
    : tooMany
      ? undefined
      : await countSelected(check, query, withOf(check, scope), list.distinct);
  const [rows, distinct] = counts ?? [];
  if (rows !== undefined && distinct !== undefined && distinct < rows) {
    check.note("duplicate-rows", core.select, `${rowCount(rows)}, of which ${distinct} are different.`);
  }
  if (rows !== undefined) check.lines.push(rowCount(rows));
  return { ...(rows === undefined ? {} : { rows }), facts: {} };
}

async function countSelected(
  check: ClauseCheck,
  query: string,
  withText: string,
  isDistinct: boolean,
): Promise<readonly number[] | undefined> {
  const inner = query.slice(withText.length);
  const parts = [countOf(inner)];
  if (!isDistinct)
    parts.push(`(SELECT COUNT(*) FROM (SELECT DISTINCT * FROM (${inner}) AS every_row) AS different)`);
  return (
    (await check.askNumbers(`${withText}SELECT ${parts.join(", ")}`)) ??
    check.askNumbers(`${withText}SELECT ${parts[0]}`)
  );
}

/** Number of groups; columns that they do not determine; grouping that does nothing. */
export async function checkGroupBy(check: ClauseCheck, core: SelectCore, scope: Scope): Promise<ClauseFacts> {
  if (!core.groupBy) return { facts: {} };
  const { dialect } = check.services.driver;
  await checkExpressions(check, clauseExpressions(check, core, "group_by", scope));
  if (await isTooMany(check, core, scope)) return { facts: {} };
  const selected = scope.items.flatMap((item) => (item.expression ? [item.expression] : []));
  await checkBareColumns(check, core, scope, selected);
  const keys = readExpressionList(core.groupBy, dialect.lexical);
  const withText = withOf(check, scope);
  // GROUP BY ALL groups by what is selected.
  const byAll = /^ALL$/iu.test(check.text(core.groupBy).trim());
  const items = byAll ? selected.map((item) => check.text(item)).join(", ") : "1 AS one";
  const groups = selectOver(check, core, scope, items, { groups: true }).slice(withText.length);
  const rows = selectOver(check, core, scope, "1 AS one").slice(withText.length);
  const counts = await check.askNumbers(`${withText}SELECT ${countOf(groups)}, ${countOf(rows)}`);
  const [groupCount, rowCount] = counts ?? [];
  if (groupCount === undefined || rowCount === undefined) return { facts: {} };
  check.lines.push(`${groupCount === 1 ? "1 group" : `${groupCount} groups`} of ${rowsAsText(rowCount)}`);
  if (groupCount === rowCount && rowCount > 1) {
    const message = `Each of the ${groupCount} groups has exactly one row, so that grouping does nothing.`;
    const sure = scope.sources.length === 1 && keys.some((key) => isRowKey(scope, key));
    if (sure) check.warn("group-is-row", core.groupBy, message);
    else check.note("group-is-row", core.groupBy, message);
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

/** Groups kept by every condition alone and joined; conditions that belong into WHERE. */
export async function checkHaving(check: ClauseCheck, core: SelectCore, scope: Scope): Promise<ClauseFacts> {
  if (!core.having) return { facts: {} };
  const { dialect } = check.services.driver;
  const expressions = clauseExpressions(check, core, "having", scope);
  await checkExpressions(check, expressions);
  for (const expression of expressions) {
    if (!expression.within) checkConstantConditions(check, expression);
    await checkIntegerDivision(check, core, expression);
  }
  const conditions = conjunctsOf(readExpression(core.having, dialect.lexical));
  for (const node of conditions) {
    if (aggregatesIn(node, dialect.functions).length > 0 || subqueriesIn(node).length > 0) continue;
    const columns = columnsOf(node).map((column) => resolveColumn(column, scope));
    if (columns.length === 0 || !columns.every((each) => each.kind === "column")) continue;
    check.warn(
      "having-without-aggregate",
      node,
      `${check.text(node)} uses no aggregate; it is a condition on rows and belongs into WHERE.`,
    );
  }
  if (!core.groupBy && core.from) {
    check.warn(
      "having-without-group",
      core.having,
      "HAVING stands without GROUP BY, so that it judges all rows as one group; conditions on rows belong into WHERE.",
    );
  }
  const flags = conditions.map((node, i) => `CASE WHEN ${check.text(node)} THEN 1 ELSE 0 END AS c${i}`);
  const withText = withOf(check, scope);
  const groups = selectOver(check, core, scope, flags.join(", "), { groups: true }).slice(withText.length);
  const all = conditions.map((_, i) => `c${i} = 1`).join(" AND ");
  const measures = [
    "COUNT(*)",
    `COUNT(CASE WHEN ${all} THEN 1 END)`,
    ...conditions.map((_, i) => `SUM(c${i})`),
  ];
  const counts = await check.askNumbers(
    `${withText}SELECT ${measures.join(", ")} FROM (${groups}) AS grouped`,
  );
  const [before = 0, kept = 0, ...alone] = counts ?? [];
  if (!counts) return { facts: {} };
  check.lines.push(`${kept} of ${before === 1 ? "1 group" : `${before} groups`} kept`);
  if (kept === 0 && before > 0) {
    const emptying = conditions.find((_, i) => alone[i] === 0) ?? core.having;
    tellEmptyHaving(check, emptying, core.having, before);
  }
  const told = conditions.map((node, i) => ({ text: check.text(node), alone: alone[i] ?? 0 }));
  return { rows: kept, facts: { before, conditions: told } };
}
