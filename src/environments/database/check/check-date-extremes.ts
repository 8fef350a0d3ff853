import { told } from "../../../environment/egress/egress-scope.ts";
import type { CallNode } from "../sql/query-tree.ts";
import type { ScopedExpression } from "./clause-expressions.ts";
import { selectOver } from "./core-text.ts";
import { writtenDateForm } from "./date-advice.ts";
import { formsOf, isSorting, sortableText } from "./date-form.ts";
import type { InspectionRun } from "./inspection-run.ts";
import { type BaseColumn, columnTitle } from "./query-scope.ts";

/** Groups of which the extremes are compared. */
const COMPARED_GROUPS = 1000;

/** Warns of MIN and MAX over dates whose order by letters is not that of time, where they give another day. */
export async function checkDateExtreme(
  run: InspectionRun,
  { scope, core }: ScopedExpression,
  call: CallNode,
  base: BaseColumn,
): Promise<void> {
  const [argument] = call.arguments;
  if (!argument || !core?.from || base.column.affinity !== "text") return;
  const report = await writtenDateForm(run, base);
  if (!report || isSorting(report)) return;
  const text = run.text(argument);
  const sortable = sortableText(run.services.driver.dialect, text, report);
  if (sortable === undefined) return;
  const day = (value: string) => sortableText(run.services.driver.dialect, value, report);
  const extreme = `${call.name}(${text})`;
  const result = await run.ask(
    selectOver(run, core, scope, `${extreme}, ${day(extreme)}, ${call.name}(${sortable})`, { groups: true }),
    [],
    COMPARED_GROUPS,
  );
  const wrong = result?.rows.find(([, byText, byTime]) => String(byText) !== String(byTime));
  if (!wrong) return;
  const [found, , right] = wrong;
  run.warn(
    "date-format-mismatch",
    call,
    `${columnTitle(base)} ${formsOf(report)}, so ${run.text(call)} goes by letters: ${told(String(found))} instead of ${told(dayOf(right))}.`,
    [{ text: sortable, replaces: text, reason: "goes by time, and gives YYYY-MM-DD" }],
  );
}

function dayOf(value: unknown): string {
  return value instanceof Date ? value.toISOString().slice(0, 10) : String(value);
}
