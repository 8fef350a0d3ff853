import { told } from "../../../environment/egress/egress-scope.ts";
import { dayAsText } from "../sql/date-pattern-text.ts";
import type { ScopedExpression } from "./clause-expressions.ts";
import type { Comparison } from "./comparisons.ts";
import { writtenDateForm } from "./date-advice.ts";
import { type DateFormReport, formsOf } from "./date-form.ts";
import { readDate } from "./date-pattern.ts";
import type { InspectionRun } from "./inspection-run.ts";
import { dayPattern } from "./other-date-forms.ts";
import { type BaseColumn, columnTitle } from "./query-scope.ts";
import { rowCount } from "./row-count.ts";
import { sortableText } from "./sortable-text.ts";
import { tellsFormsApart } from "./tells-forms-apart.ts";

/** Warns of days named in one form (`= '2024-03-05'`, `LIKE '2024-03%'`) where the column has cells of these days in another. */
export async function checkMixedDates(
  run: InspectionRun,
  expressions: readonly ScopedExpression[],
  comparisons: readonly Comparison[],
): Promise<void> {
  for (const comparison of comparisons) {
    const { base, kind, span } = comparison;
    if (!base || (kind !== "equal" && kind !== "pattern")) continue;
    if (!comparison.literals.some((literal) => /\d/u.test(literal.value))) continue;
    const report = await writtenDateForm(run, base);
    if (!report || report.otherForms.length === 0) continue;
    const core = expressions.find(({ node }) => node.start <= span.start && span.end <= node.end)?.core;
    if (core && tellsFormsApart(run, core, report)) continue;
    await warnOfOthers(run, comparison, base, report);
  }
}

async function warnOfOthers(
  run: InspectionRun,
  comparison: Comparison,
  base: BaseColumn,
  report: DateFormReport,
): Promise<void> {
  const profile = await run.profile(base);
  const tests = comparison.literals.map(({ value }) => testOf(comparison, value));
  const meets = (text: string) => tests.some((test) => test(text));
  const cells = profile?.sample.cells ?? [];
  const patterns = [report.form, ...report.otherForms.map((other) => other.form)].map(
    ({ pattern }) => pattern,
  );
  const met = patterns.filter((pattern) => cells.some((cell) => meets(cell.text) && has(cell.text, pattern)));
  const named = met.length > 0 ? met : patterns;
  const missed = cells.filter(
    (cell) =>
      !meets(cell.text) &&
      readDate(cell.text).some(
        (reading) =>
          patterns.some((pattern) => sameForm(pattern, reading.pattern)) &&
          named.some((pattern) => meets(dayAsText(reading.date, pattern))),
      ),
  );
  const [first] = missed;
  if (!first) return;
  const rows = missed.reduce((sum, cell) => sum + cell.count, 0);
  const sortable = sortableText(run.services.driver.dialect, run.text(comparison.operand), report);
  const isIso = comparison.literals.every(({ value }) => /^\d{4}-(\d\d|%)/u.test(value));
  const replaces = run.text(comparison.span);
  const [start, end] = [
    comparison.operand.start - comparison.span.start,
    comparison.operand.end - comparison.span.start,
  ];
  run.warn(
    "date-format-mismatch",
    comparison.span,
    `${columnTitle(base)} ${formsOf(report)}: ${replaces} leaves out ${rowCount(rows)} of the same days in another form, such as '${told(first.text)}'.`,
    sortable === undefined || !isIso
      ? []
      : [
          {
            text: replaces.slice(0, start) + sortable + replaces.slice(end),
            replaces,
            reason: "reads all forms",
          },
        ],
  );
}

function has(text: string, pattern: string): boolean {
  return readDate(text).some((reading) => sameForm(pattern, reading.pattern));
}

function sameForm(a: string, b: string): boolean {
  const day = (pattern: string) => dayPattern(pattern).replaceAll("%-", "%");
  return day(a) === day(b);
}

function testOf({ kind, operator }: Comparison, value: string): (text: string) => boolean {
  if (kind === "equal") return (text) => text === value;
  if (!/LIKE$/iu.test(operator)) return () => false;
  const escaped = value.replace(/[.*+?^${}()|[\]\\/]/gu, "\\$&");
  const pattern = new RegExp(`^${escaped.replaceAll("%", ".*").replaceAll("_", ".")}$`, "su");
  return (text) => pattern.test(text);
}
