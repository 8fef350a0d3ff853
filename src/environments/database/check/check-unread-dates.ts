import { columnsOf } from "../sql/column-references.ts";
import type { CallNode, ColumnNode, ExpressionNode } from "../sql/query-tree.ts";
import { walkExpression } from "../sql/walk-expression.ts";
import { isAggregate } from "./aggregates.ts";
import type { ScopedExpression } from "./clause-expressions.ts";
import { selectOver } from "./core-text.ts";
import { writtenDateForm } from "./date-advice.ts";
import { type DateFormReport, formsOf } from "./date-form.ts";
import { readDate } from "./date-pattern.ts";
import type { InspectionRun } from "./inspection-run.ts";
import { withOf } from "./literal-existence.ts";
import { columnAt, columnTitle } from "./query-scope.ts";
import { rowCount } from "./row-count.ts";
import { sortableText } from "./sortable-text.ts";
import { tellsFormsApart } from "./tells-forms-apart.ts";

/** Different cells that are looked at. */
const MOST_CELLS = 2000;
/** What stands around a call that may be NULL on purpose. */
const CATCHING = new Set(["coalesce", "ifnull", "nullif", "iif"]);

/** Warns of functions that give NULL for cells that are dates: they read another form than that of the column, or one of its forms only. */
export async function checkUnreadDates(
  run: InspectionRun,
  expressions: readonly ScopedExpression[],
): Promise<void> {
  for (const expression of expressions) {
    for (const call of readingCalls(run, expression.node)) await checkCall(run, expression, call);
  }
}

/** The outermost calls that aggregate nothing. */
function readingCalls(run: InspectionRun, expression: ExpressionNode): readonly CallNode[] {
  const found: CallNode[] = [];
  walkExpression(expression, (node) => {
    if (node.type !== "call" || isAggregate(node, run.services.driver.dialect.functions) || node.over)
      return node.type !== "subquery";
    if (!CATCHING.has(node.name.toLowerCase())) found.push(node);
    return false;
  });
  return found;
}

async function checkCall(
  run: InspectionRun,
  { scope, core, place }: ScopedExpression,
  call: CallNode,
): Promise<void> {
  const [column, ...others] = columnsOf(call);
  const resolved = column && columnAt(scope, column);
  const base = resolved?.outer === false ? resolved.column.origin : undefined;
  if (!column || !base || !core?.from || others.length > 0 || base.column.affinity !== "text") return;
  const text = run.text(call);
  const told = run.warnings.some(
    (each) => each.code === "date-format-mismatch" && each.part?.text?.includes(text),
  );
  const report = told ? undefined : await writtenDateForm(run, base);
  if (!report || (report.otherForms.length > 0 && tellsFormsApart(run, core, report))) return;
  const cell = run.text(column);
  const list = (reading: string) => `${cell} AS cell, ${reading} AS reading`;
  const rows = (reading: string) =>
    place === "where" || place === "from"
      ? `SELECT ${list(reading)} FROM ${run.text(resolved?.source.source ?? core)}`
      : selectOver(run, core, scope, list(reading)).slice(withOf(run, scope).length);
  const unread = async (reading: string) => {
    const result = await run.ask(
      `${withOf(run, scope)}SELECT cell, COUNT(*) FROM (${rows(reading)}) AS q WHERE cell IS NOT NULL AND reading IS NULL GROUP BY cell ORDER BY 2 DESC`,
      [],
      MOST_CELLS,
    );
    return result?.rows.filter(([each]) => typeof each === "string" && readDate(each).length > 0);
  };
  const lost = await unread(text);
  const [first] = lost ?? [];
  if (!lost || !first) return;
  const count = lost.reduce((sum, [, times]) => sum + Number(times), 0);
  const [filled = 0] =
    (await run.askNumbers(`${withOf(run, scope)}SELECT COUNT(cell) FROM (${rows(text)}) AS q`)) ?? [];
  const where =
    count === filled ? "every row" : `${rowCount(count)} of ${filled} (such as '${String(first[0])}')`;
  const mended = readingOf(run, call, column, report);
  const isMended = mended !== undefined && (await unread(mended))?.length === 0;
  run.warn(
    "date-format-mismatch",
    call,
    `${text} is NULL in ${where}: ${columnTitle(base)} ${formsOf(report)}.`,
    isMended ? [{ text: mended, replaces: text, reason: "reads all of them" }] : [],
  );
}

/** The call over the column's days as `YYYY-MM-DD`. */
function readingOf(
  run: InspectionRun,
  call: CallNode,
  column: ColumnNode,
  report: DateFormReport,
): string | undefined {
  const sortable = sortableText(run.services.driver.dialect, run.text(column), report);
  if (sortable === undefined) return undefined;
  const text = run.text(call);
  return text.slice(0, column.start - call.start) + sortable + text.slice(column.end - call.start);
}
