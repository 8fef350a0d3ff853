import { advised } from "../../../environment/egress/egress-scope.ts";
import { columnsOf } from "../sql/column-references.ts";
import type { ExpressionNode, OrderItem, SelectCore } from "../sql/query-tree.ts";
import type { Scope } from "../sql/scope.ts";
import { holdsNumbersAsText } from "./check-text-numbers.ts";
import { isPlainNumber } from "./column-profile.ts";
import { selectOver } from "./core-text.ts";
import { writtenDateForm } from "./date-advice.ts";
import { formsOf } from "./date-form.ts";
import type { InspectionRun } from "./inspection-run.ts";
import { columnAt, columnTitle } from "./query-scope.ts";
import { isSorting, sortableText } from "./sortable-text.ts";

const COMPARED = 2000;

/** Warns of ordering by a text column that holds numbers or day-first dates, where the order by letters is another than that of the values. */
export async function checkOrderOfText(
  run: InspectionRun,
  core: SelectCore,
  scope: Scope,
  item: OrderItem,
  meant: ExpressionNode,
): Promise<void> {
  const base = meant.type === "column" ? columnAt(scope, meant)?.column.origin : undefined;
  if (!core.from) return;
  if (!base) {
    await checkOrderOfCalculated(run, core, scope, item, meant);
    return;
  }
  const name = columnTitle(base);
  const text = run.text(meant);
  if (await holdsNumbersAsText(run, base)) {
    const result = await run.ask(selectOver(run, core, scope, `DISTINCT ${text}`), [], COMPARED);
    const cells = result?.rows.flatMap(([value]) => (typeof value === "string" ? [value] : [])) ?? [];
    if (!isMisordered(cells)) return;
    run.warn(
      "text-compared-as-number",
      item,
      `${name} holds numbers as text, so that it is ordered by letters ('9' comes after '10').`,
      [
        {
          text: advised(run.services.driver.dialect.toNumber(text)),
          replaces: run.text(item.expression),
          reason: "orders by the number",
        },
      ],
    );
    return;
  }
  if (base.column.affinity !== "text") return;
  const form = await writtenDateForm(run, base);
  if (!form || isSorting(form)) return;
  const sortable = sortableText(run.services.driver.dialect, text, form);
  run.warn(
    "date-format-mismatch",
    item,
    `${name} ${formsOf(form)}; the order by letters is not that of time.`,
    sortable === undefined
      ? []
      : [{ text: sortable, replaces: run.text(item.expression), reason: "orders by time" }],
  );
}

/** The same for an expression whose results are texts: `ORDER BY CAST(price AS TEXT)`. */
async function checkOrderOfCalculated(
  run: InspectionRun,
  core: SelectCore,
  scope: Scope,
  item: OrderItem,
  meant: ExpressionNode,
): Promise<void> {
  if (meant.type === "literal" || columnsOf(meant).length === 0) return;
  const text = run.text(meant);
  const grouped = { groups: true, having: true };
  const result = await run.ask(selectOver(run, core, scope, `DISTINCT ${text}`, grouped), [], COMPARED);
  const cells = result?.rows.flatMap(([value]) => (typeof value === "string" ? [value] : [])) ?? [];
  const filled = cells.filter((cell) => cell.trim() !== "");
  if (filled.length < 2 || !filled.every((cell) => isPlainNumber(cell)) || !isMisordered(cells)) return;
  const inner =
    meant.type === "cast" ? run.text(meant.operand) : advised(run.services.driver.dialect.toNumber(text));
  run.warn(
    "text-compared-as-number",
    item,
    `${text} gives numbers as text, which are ordered by letters ('9' comes after '10').`,
    [{ text: inner, replaces: run.text(item.expression), reason: "orders by the number" }],
  );
}

/** True when sorting the cells as texts gives another order than sorting them as numbers. */
function isMisordered(cells: readonly string[]): boolean {
  const numbers = [...cells]
    .filter((text) => text.trim() !== "")
    .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
    .map((text) => Number(text.replace(/[\s,$€£¥%]/gu, "")))
    .filter((value) => !Number.isNaN(value));
  return numbers.some((value, i) => value < (numbers[i - 1] ?? value));
}
