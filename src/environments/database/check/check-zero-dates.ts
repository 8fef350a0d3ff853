import { told } from "../../../environment/egress/egress-scope.ts";
import type { ColumnNode, ExpressionNode } from "../sql/query-tree.ts";
import { walkExpression } from "../sql/walk-expression.ts";
import type { ScopedExpression } from "./clause-expressions.ts";
import { selectOver } from "./core-text.ts";
import type { InspectionRun } from "./inspection-run.ts";
import { withOf } from "./literal-existence.ts";
import { type BaseColumn, columnAt, columnTitle } from "./query-scope.ts";
import { rowCount } from "./row-count.ts";

/** What comes out the same with or without days before all others. */
const UNMOVED = new Set(["max", "count", "nullif", "if"]);
const DAYS = new Set(["date", "datetime"]);

/** Places of a condition that keeps what is from a day on, or between two: a day without its month is before all of its year. */
const FROM_A_DAY = new Set([">", ">="]);

/**
 * Warns where `0000-00-00`, by which some engines write a day that is not known, is taken for the earliest of all: by a function, or by a
 * condition that keeps what is before a day. So are days without their month (`2019-00-00`), by a condition that keeps what is after one, too.
 */
export async function checkZeroDates(
  run: InspectionRun,
  expressions: readonly ScopedExpression[],
): Promise<void> {
  const seen = new Set<string>();
  for (const expression of expressions) {
    for (const place of places(expression.node)) {
      const { column } = place;
      const resolved = columnAt(expression.scope, column);
      const base = resolved?.outer === false ? resolved.column.origin : undefined;
      const key = `${base?.table.name}.${base?.column.name} ${place.after ?? false}`;
      if (!base || seen.has(key) || !DAYS.has(base.column.affinity)) continue;
      seen.add(key);
      await checkPlace(run, expression, place, base);
    }
  }
}

interface Place {
  readonly node: ExpressionNode;
  readonly column: ColumnNode;
  /** True where only days before the first of their year matter. */
  readonly after?: boolean;
}

function places(expression: ExpressionNode): readonly Place[] {
  const found: Place[] = [];
  walkExpression(expression, (node) => {
    if (node.type === "subquery" || (node.type === "call" && UNMOVED.has(node.name.toLowerCase())))
      return false;
    for (const column of node.type === "call" ? node.arguments : earlierSide(node))
      if (column.type === "column") found.push({ node, column });
    for (const column of laterSide(node))
      if (column.type === "column") found.push({ node, column, after: true });
    return true;
  });
  return found;
}

/** The side that a comparison keeps what is less of. */
function earlierSide(node: ExpressionNode): readonly ExpressionNode[] {
  if (node.type !== "binary") return [];
  if (node.operator === "<" || node.operator === "<=") return [node.left];
  return FROM_A_DAY.has(node.operator) ? [node.right] : [];
}

function laterSide(node: ExpressionNode): readonly ExpressionNode[] {
  if (node.type === "between") return [node.operand];
  if (node.type !== "binary") return [];
  if (FROM_A_DAY.has(node.operator)) return [node.left];
  return node.operator === "<" || node.operator === "<=" ? [node.right] : [];
}

async function checkPlace(
  run: InspectionRun,
  { core, scope }: ScopedExpression,
  { node, column, after = false }: Place,
  base: BaseColumn,
): Promise<void> {
  const profile = core?.from ? await run.profile(base) : undefined;
  const odd = profile?.sample.cells.filter(({ text }) => /^\d{4}-(?:00|\d\d-00)/u.test(text)) ?? [];
  if (!core?.from || odd.length === 0) return;
  const { dialect } = run.services.driver;
  const cell = run.text(column);
  const count = (condition: string) => `COALESCE(SUM(CASE WHEN ${condition} THEN 1 ELSE 0 END), 0)`;
  const isPartial = `${dialect.toText(cell)} LIKE '%-00%' AND ${cell} > '0001-01-01'`;
  const [zeros = 0] =
    (await run.askNumbers(selectOver(run, core, scope, count(`${cell} < '0001-01-01'`)))) ?? [];
  if (zeros > 0 && !after) {
    const message = `${columnTitle(base)} is 0000-00-00 in ${rowCount(zeros)}, which ${run.text(node)} takes for the earliest day.`;
    const suggestion = { text: `NULLIF(${cell}, 0)`, replaces: cell, reason: "is NULL there" };
    run.warn("zero-date", node, message, [suggestion]);
    return;
  }
  // What WHERE leaves out is what matters of it.
  const isWhere = core.where !== undefined && core.where.start <= node.start && node.end <= core.where.end;
  const rows = isWhere
    ? `${withOf(run, scope)}SELECT ${count(isPartial)} FROM ${core.from.text}`
    : selectOver(run, core, scope, count(isPartial));
  const [partials = 0] = (await run.askNumbers(rows)) ?? [];
  if (partials === 0) return;
  const example = odd.find(({ text }) => !text.startsWith("0000-"))?.text.slice(0, 10);
  const message = `${columnTitle(base)} is a day without its month or its day${example === undefined ? "" : ` (${told(example)})`} in ${rowCount(partials)}, which ${run.text(node)} takes for one before the first of that month or year.`;
  const text = `CASE WHEN ${dialect.toText(cell)} NOT LIKE '%-00%' THEN ${cell} END`;
  run.warn("zero-date", node, message, [{ text, replaces: cell, reason: "is NULL there" }]);
}
