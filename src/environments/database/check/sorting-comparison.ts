import { advised } from "../../../environment/egress/egress-scope.ts";
import type { Suggestion } from "../../../environment/tool-failure.ts";
import { isoDate } from "./calendar-date.ts";
import type { Comparison } from "./comparisons.ts";
import type { DateFormReport } from "./date-form.ts";
import { readDate } from "./date-pattern.ts";
import type { InspectionRun } from "./inspection-run.ts";
import { sortableText } from "./sortable-text.ts";

/** A comparison of dates written in a form that does not sort, as one that compares them in the order of time. */
export function sortingComparison(
  run: InspectionRun,
  comparison: Comparison,
  report: DateFormReport,
): Suggestion | undefined {
  const operand = run.text(comparison.operand);
  const sortable = sortableText(run.services.driver.dialect, operand, report);
  if (sortable === undefined) return undefined;
  const changes = [{ start: comparison.operand.start, end: comparison.operand.end, text: sortable }];
  for (const { start, end, value } of comparison.literals) {
    const day = sortableDay(value, report.form.pattern);
    if (day === undefined) return undefined;
    changes.push({ start, end, text: run.services.driver.dialect.stringLiteral(day) });
  }
  const replaces = run.text(comparison.span);
  let text = replaces;
  for (const change of changes.sort((a, b) => b.start - a.start)) {
    const [start, end] = [change.start - comparison.span.start, change.end - comparison.span.start];
    text = text.slice(0, start) + change.text + text.slice(end);
  }
  return { text: advised(text), replaces, reason: "compares in the order of time" };
}

/** The constant as `YYYY-MM-DD`, or `YYYY-MM` or `YYYY` where it says no more; the column's own form is the likeliest reading. */
function sortableDay(value: string, pattern: string): string | undefined {
  const readings = readDate(value);
  const padded = (text: string) => text.replaceAll("%-", "%");
  const reading = readings.find((each) => padded(pattern).startsWith(padded(each.pattern))) ?? readings[0];
  if (!reading) return undefined;
  const iso = isoDate(reading.date);
  if (reading.pattern === "%Y") return iso.slice(0, 4);
  return /^%Y[-/.]%-?m$/u.test(reading.pattern) ? iso.slice(0, 7) : iso;
}
