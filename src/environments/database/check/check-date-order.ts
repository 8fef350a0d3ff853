import { advised, told } from "../../../environment/egress/egress-scope.ts";
import { dayAsText } from "../sql/date-pattern-text.ts";
import { keepDifferentRows } from "./check-text-numbers.ts";
import type { ScopedExpression } from "./clause-expressions.ts";
import type { Comparison } from "./comparisons.ts";
import { dateAdvice, writtenDateForm } from "./date-advice.ts";
import { type DateFormReport, formsOf, spoken } from "./date-form.ts";
import { readDate } from "./date-pattern.ts";
import type { InspectionRun } from "./inspection-run.ts";
import { withOf } from "./literal-existence.ts";
import { columnTitle } from "./query-scope.ts";
import { sortsAsText } from "./sortable-text.ts";
import { sortingComparison } from "./sorting-comparison.ts";
import { tellsFormsApart } from "./tells-forms-apart.ts";

/** Warns of order comparisons between a column of written dates and a literal in another form, and of forms whose text order is not that of time. */
export async function checkDateOrder(
  run: InspectionRun,
  expressions: readonly ScopedExpression[],
  comparisons: readonly Comparison[],
): Promise<void> {
  for (const comparison of comparisons) {
    const { base } = comparison;
    if (comparison.kind !== "order") continue;
    if (!base) {
      await checkCalculatedDates(run, comparison);
      continue;
    }
    for (const literal of comparison.literals) {
      if (literal.kind === "number" && base.column.affinity !== "text") continue;
      const readings = readDate(literal.value);
      const report = readings.length > 0 ? await writtenDateForm(run, base) : undefined;
      if (!report) continue;
      if (report.otherForms.length > 0) {
        await checkSeveralForms(run, expressions, comparison, report);
        break;
      }
      const { pattern } = report.form;
      const name = columnTitle(base);
      const agrees = readings.some(
        (reading) => pattern.startsWith(reading.pattern) || reading.pattern.startsWith(pattern),
      );
      if (!agrees) {
        const advice = await dateAdvice(run, comparison, literal, base);
        run.warn(
          "date-format-mismatch",
          comparison.span,
          `${name} writes its dates ${spoken(pattern)} (as ${told(String(report.examples[0]))}); ${run.text(literal)} is written in another form, so the comparison goes by letters, not by time.`,
          advice.map(({ score, code, ...suggestion }) => suggestion),
        );
      } else if (
        !sortsAsText(pattern) &&
        base.column.affinity === "text" &&
        !readings.every((reading) => pattern.startsWith(reading.pattern) && reading.pattern === "%Y")
      ) {
        const sorting = sortingComparison(run, comparison, report);
        run.warn(
          "date-format-mismatch",
          comparison.span,
          `${name} writes its dates ${spoken(pattern)}, whose order as text is not the order of time${report.year === undefined ? "" : `; the year is ${report.year}`}.`,
          sorting ? [sorting] : [],
        );
      }
    }
  }
}

/** In a column of several forms no constant is in the form of all cells. Where the forms allow it, what the mended comparison keeps decides. */
async function checkSeveralForms(
  run: InspectionRun,
  expressions: readonly ScopedExpression[],
  comparison: Comparison,
  report: DateFormReport,
): Promise<void> {
  const { span, scope, source, base } = comparison;
  const core = expressions.find(({ node }) => node.start <= span.start && span.end <= node.end)?.core;
  if (!base || (core && tellsFormsApart(run, core, report))) return;
  const sorting = sortingComparison(run, comparison, report);
  const from = run.text(source.source);
  const isSame =
    sorting && !(await keepDifferentRows(run, withOf(run, scope), from, run.text(span), sorting.text));
  if (isSame) return;
  run.warn(
    "date-format-mismatch",
    span,
    `${columnTitle(base)} ${formsOf(report)}, so ${run.text(span)} goes by letters, not by time.`,
    sorting ? [sorting] : [],
  );
}

/** The same for an expression over a column (`date(d)`, `substr(d, 1, 10)`), judged by the values that it gives. */
async function checkCalculatedDates(run: InspectionRun, comparison: Comparison): Promise<void> {
  const dated = comparison.literals.filter(
    (literal) => literal.kind === "string" && readDate(literal.value).length > 0,
  );
  if (dated.length === 0) return;
  const operand = run.text(comparison.operand);
  const result = await run.ask(
    `${withOf(run, comparison.scope)}SELECT DISTINCT ${operand} FROM ${run.text(comparison.source.source)} WHERE ${operand} IS NOT NULL LIMIT 100`,
  );
  const cells = result?.rows.flatMap(([value]) => (typeof value === "string" ? [value] : [])) ?? [];
  const [pattern] = readDate(cells[0] ?? "").map((reading) => reading.pattern);
  if (
    pattern === undefined ||
    !cells.every((cell) => readDate(cell).some((each) => each.pattern === pattern))
  )
    return;
  for (const literal of dated) {
    const readings = readDate(literal.value);
    const [first] = readings;
    if (
      !first ||
      readings.some((each) => pattern.startsWith(each.pattern) || each.pattern.startsWith(pattern))
    )
      continue;
    run.warn(
      "date-format-mismatch",
      comparison.span,
      `${operand} gives dates written ${spoken(pattern)} (as ${told(String(cells[0]))}); ${run.text(literal)} is written in another form.`,
      [
        {
          text: advised(run.services.driver.dialect.stringLiteral(dayAsText(first.date, pattern))),
          replaces: run.text(literal),
        },
      ],
    );
  }
}
