import { resolveColumn } from "../sql/build-scope.ts";
import { type ColumnNode, type ExpressionNode, type SelectCore, walkExpression } from "../sql/query-tree.ts";
import { readExpressionList } from "../sql/read-items.ts";
import type { Scope } from "../sql/scope.ts";
import type { ClauseCheck } from "./clause-check.ts";
import { aggregatesIn, isAggregate } from "./clause-expressions.ts";
import { selectOver } from "./clause-sql.ts";
import { columnAt } from "./query-scope.ts";

/**
 * Warns of columns outside aggregates that the group does not determine: they are not grouped by, and the rows of some group have different
 * values there. Beside a single MIN or MAX such a column is defined where bare columns are allowed at all (it comes from that row).
 */
export async function checkBareColumns(
  check: ClauseCheck,
  core: SelectCore,
  scope: Scope,
  expressions: readonly ExpressionNode[],
): Promise<void> {
  const { dialect } = check.services.driver;
  if (!dialect.allowsBareColumns || !core.from) return;
  const keys = groupKeys(check, core, scope);
  const aggregates = expressions.flatMap((node) => aggregatesIn(node, dialect.functions));
  if (keys.length === 0 && aggregates.length === 0 && !core.groupBy) return;
  const extremes = aggregates.filter((call) => /^(min|max)$/iu.test(call.name));
  if (extremes.length === 1 && aggregates.length === 1) return;
  const bare: ColumnNode[] = [];
  for (const node of bareColumns(check, expressions, scope)) {
    const column = columnAt(scope, node);
    if (!column || column.outer || keys.some((key) => isSame(check, scope, key, node))) continue;
    if (await varies(check, core, scope, node)) bare.push(node);
  }
  const [aggregate] = aggregates;
  tell(check, core, bare, aggregate ? check.text(aggregate) : "the aggregate");
}

/** What a query groups by: the expression behind an alias or a place in the select list. */
export function groupKeys(check: ClauseCheck, core: SelectCore, scope: Scope): readonly ExpressionNode[] {
  if (!core.groupBy) return [];
  const list = readExpressionList(core.groupBy, check.services.driver.dialect.lexical);
  return list.flatMap((key) => {
    const place = key.type === "literal" && key.kind === "number" ? Number(key.value) : Number.NaN;
    const item = Number.isInteger(place) ? scope.items[place - 1]?.expression : undefined;
    if (item) return [item];
    const found = key.type === "column" ? resolveColumn(key, scope) : undefined;
    return found?.kind === "selectAlias" && found.item.expression ? [found.item.expression] : [key];
  });
}

function bareColumns(
  check: ClauseCheck,
  expressions: readonly ExpressionNode[],
  scope: Scope,
): readonly ColumnNode[] {
  const found: ColumnNode[] = [];
  const { functions } = check.services.driver.dialect;
  const keys = new Set<string>();
  for (const expression of expressions) {
    walkExpression(expression, (node) => {
      if (node.type === "call" && (node.over || isAggregate(node, functions))) return false;
      const column = node.type === "column" ? columnAt(scope, node) : undefined;
      const key = column && `${column.source.source.start} ${column.column.name}`;
      if (node.type === "column" && key !== undefined && !keys.has(key)) {
        keys.add(key);
        found.push(node);
      }
      return true;
    });
  }
  return found;
}

function isSame(check: ClauseCheck, scope: Scope, key: ExpressionNode, node: ColumnNode): boolean {
  if (key.type !== "column")
    return check.text(key) === check.text(node) || check.text(key).includes(check.text(node));
  const [a, b] = [columnAt(scope, key), columnAt(scope, node)];
  return a !== undefined && a.source === b?.source && a.column === b.column;
}

/** True when some group has rows with different values of the column. */
async function varies(
  check: ClauseCheck,
  core: SelectCore,
  scope: Scope,
  node: ColumnNode,
): Promise<boolean> {
  const text = check.text(node);
  if (!core.groupBy) {
    const list = `COUNT(DISTINCT ${text}), COUNT(${text}), COUNT(*)`;
    const [distinct = 0, filled = 0, rows = 0] =
      (await check.askNumbers(selectOver(check, core, scope, list))) ?? [];
    return distinct > 1 || (distinct === 1 && filled < rows);
  }
  const query = selectOver(check, core, scope, "1 AS varies", { groups: true });
  const result = await check.ask(
    `${query} HAVING COUNT(DISTINCT ${text}) > 1 OR (COUNT(DISTINCT ${text}) = 1 AND COUNT(${text}) < COUNT(*)) LIMIT 1`,
  );
  return result !== undefined && result.rows.length > 0;
}

function tell(check: ClauseCheck, core: SelectCore, bare: readonly ColumnNode[], aggregate: string): void {
  const [first] = bare;
  if (!first) return;
  const all = bare.map((each) => check.text(each)).join(", ");
  const grouping = core.groupBy?.text;
  const [is, stands] = bare.length === 1 ? ["is", "stands"] : ["are", "stand"];
  const message = grouping
    ? `${all} ${is} not grouped by, and groups of ${grouping} have several values of it; which one is shown is left to chance.`
    : `${all} ${stands} beside an aggregate, so that without GROUP BY one row of many is shown; which one is left to chance. Set group_by next if ${aggregate} per group is meant.`;
  const group = grouping === undefined ? all : `${grouping}, ${all}`;
  check.warn("bare-column", first, message, [
    { text: `group_by(${JSON.stringify(group)})`, reason: "groups by it" },
  ]);
}
