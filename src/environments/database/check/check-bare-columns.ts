import { type ColumnNode, type ExpressionNode, walkExpression } from "../sql/query-tree.ts";
import { readExpressionList } from "../sql/read-items.ts";
import type { Check, CheckedClause } from "./checked-clause.ts";
import { aggregatesIn, isAggregate } from "./clause-expressions.ts";
import { type Place, selectOver } from "./clause-sql.ts";
import { columnAt, selectedExpression } from "./query-scope.ts";

/**
 * Columns outside aggregates that the group does not determine: they are not grouped by, and the rows of some group have different
 * values there. Beside a single MIN or MAX such a column is defined where bare columns are allowed at all (it comes from that row).
 */
export const bareColumns: Check = {
  clauses: ["select", "group_by", "order_by"],
  countsRows: true,
  async look(check) {
    const { core, scope, dialect, selected } = check;
    const { clause } = check.clause;
    const isOrdering = clause === "order_by";
    const expressions = clause === "group_by" ? selected : check.own.map(({ node }) => node);
    const aggregates = expressions.flatMap((node) => aggregatesIn(node, dialect));
    if (!dialect.allowsBareColumns || !core.from || (!core.groupBy && aggregates.length === 0)) return;
    const extremes = aggregates.filter((call) => /^(min|max)$/iu.test(call.name));
    if (extremes.length === 1 && aggregates.length === 1) return;
    // Of an ordering beside aggregates of SELECT there is one row only.
    const isOneRow = isOrdering && selected.some((node) => aggregatesIn(node, dialect).length > 0);
    if (isOneRow && !core.groupBy) return;
    const keys = groupKeys(check, check);
    const bare: ColumnNode[] = [];
    for (const node of columnsOutsideAggregates(check, expressions)) {
      const column = columnAt(scope, node);
      if (!column || column.outer || keys.some((key) => isSame(check, key, node))) continue;
      if (await varies(check, node)) bare.push(node);
    }
    const [aggregate] = aggregates;
    tell(check, bare, aggregate ? check.text(aggregate) : "the aggregate");
  },
};

/** What a query groups by: the expression behind an alias or a place in the select list. */
export function groupKeys(check: CheckedClause, { core, scope }: Place): readonly ExpressionNode[] {
  const list = core.groupBy ? readExpressionList(core.groupBy, check.dialect.lexical) : [];
  return list.map((key) => selectedExpression(scope, key, "last") ?? key);
}

/** Each column that stands outside aggregates, where it stands first. */
function columnsOutsideAggregates(
  { scope, dialect }: CheckedClause,
  expressions: readonly ExpressionNode[],
): readonly ColumnNode[] {
  const found = new Map<string, ColumnNode>();
  for (const expression of expressions) {
    walkExpression(expression, (node) => {
      if (node.type === "call" && (node.over || isAggregate(node, dialect))) return false;
      const column = node.type === "column" ? columnAt(scope, node) : undefined;
      const key = column && `${column.source.source.start} ${column.column.name}`;
      if (node.type === "column" && key !== undefined && !found.has(key)) found.set(key, node);
      return true;
    });
  }
  return [...found.values()];
}

function isSame(check: CheckedClause, key: ExpressionNode, node: ColumnNode): boolean {
  if (key.type !== "column") return check.text(key).includes(check.text(node));
  const [a, b] = [columnAt(check.scope, key), columnAt(check.scope, node)];
  return a !== undefined && a.source === b?.source && a.column === b.column;
}

/** True when some group has rows with different values of the column. */
async function varies(check: CheckedClause, node: ColumnNode): Promise<boolean> {
  const text = check.text(node);
  if (!check.core.groupBy) {
    const list = `COUNT(DISTINCT ${text}), COUNT(${text}), COUNT(*)`;
    const counts = await check.askNumbers(selectOver(check, check, list));
    const [distinct = 0, filled = 0, rows = 0] = counts ?? [];
    return distinct > 1 || (distinct === 1 && filled < rows);
  }
  const differs = `COUNT(DISTINCT ${text}) > 1 OR (COUNT(DISTINCT ${text}) = 1 AND COUNT(${text}) < COUNT(*))`;
  const groups = selectOver(check, check, "1 AS varies", "groupBy");
  const result = await check.ask(`${groups} HAVING ${differs} LIMIT 1`);
  return result !== undefined && result.rows.length > 0;
}

function tell(check: CheckedClause, bare: readonly ColumnNode[], aggregate: string): void {
  const [first] = bare;
  if (!first) return;
  const all = bare.map((each) => check.text(each)).join(", ");
  const grouping = check.core.groupBy?.text;
  const [is, stands] = bare.length === 1 ? ["is", "stands"] : ["are", "stand"];
  const message = grouping
    ? `${all} ${is} not grouped by, and groups of ${grouping} have several values of it; which one is shown is left to chance.`
    : `${all} ${stands} beside an aggregate, so that without GROUP BY one row of many is shown; which one is left to chance. Set group_by next if ${aggregate} per group is meant.`;
  const group = grouping === undefined ? all : `${grouping}, ${all}`;
  const suggestion = { text: `group_by(${JSON.stringify(group)})`, reason: "groups by it" };
  check.warn("bare-column", first, message, [suggestion]);
}
