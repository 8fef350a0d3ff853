import type { ColumnNode, ExpressionNode } from "../sql/query-tree.ts";
import { walkExpression } from "../sql/walk-expression.ts";
import type { ScopedExpression } from "./clause-expressions.ts";
import { selectOver } from "./core-text.ts";
import type { InspectionRun } from "./inspection-run.ts";
import { type BaseColumn, columnAt, columnTitle } from "./query-scope.ts";
import { rowCount } from "./row-count.ts";

/** What comes out the same with or without days before all others. */
const UNMOVED = new Set(["max", "count", "nullif", "if"]);
const DAYS = new Set(["date", "datetime"]);

/**
 * Warns where `0000-00-00`, by which some engines write a day that is not known, is taken for the earliest of all: by a function, or by a
 * condition that keeps what is before a day.
 */
export async function checkZeroDates(
  run: InspectionRun,
  expressions: readonly ScopedExpression[],
): Promise<void> {
  const seen = new Set<BaseColumn["column"]>();
  for (const expression of expressions) {
    for (const { node, column } of places(expression.node)) {
      const resolved = columnAt(expression.scope, column);
      const base = resolved?.outer === false ? resolved.column.origin : undefined;
      if (!base || seen.has(base.column) || !DAYS.has(base.column.affinity)) continue;
      seen.add(base.column);
      await checkPlace(run, expression, node, column, base);
    }
  }
}

interface Place {
  readonly node: ExpressionNode;
  readonly column: ColumnNode;
}

function places(expression: ExpressionNode): readonly Place[] {
  const found: Place[] = [];
  walkExpression(expression, (node) => {
    if (node.type === "subquery" || (node.type === "call" && UNMOVED.has(node.name.toLowerCase())))
      return false;
    for (const column of node.type === "call" ? node.arguments : earlierSide(node))
      if (column.type === "column") found.push({ node, column });
    return true;
  });
  return found;
}

/** The side that a comparison keeps what is less of. */
function earlierSide(node: ExpressionNode): readonly ExpressionNode[] {
  if (node.type !== "binary") return [];
  if (node.operator === "<" || node.operator === "<=") return [node.left];
  return node.operator === ">" || node.operator === ">=" ? [node.right] : [];
}

async function checkPlace(
  run: InspectionRun,
  { core, scope }: ScopedExpression,
  node: ExpressionNode,
  column: ColumnNode,
  base: BaseColumn,
): Promise<void> {
  const profile = core?.from ? await run.profile(base) : undefined;
  if (!core || !profile?.sample.cells.some(({ text }) => /^0000-/u.test(text))) return;
  const cell = run.text(column);
  const [rows = 0] =
    (await run.askNumbers(
      selectOver(run, core, scope, `COALESCE(SUM(CASE WHEN ${cell} < '0001-01-01' THEN 1 ELSE 0 END), 0)`),
    )) ?? [];
  if (rows === 0) return;
  run.warn(
    "zero-date",
    node,
    `${columnTitle(base)} is 0000-00-00 in ${rowCount(rows)}, which ${run.text(node)} takes for the earliest day.`,
    [{ text: `NULLIF(${cell}, 0)`, replaces: cell, reason: "is NULL there" }],
  );
}
