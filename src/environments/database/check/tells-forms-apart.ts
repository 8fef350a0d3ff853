import type { Span } from "../sql/query-tree.ts";
import type { DateFormReport } from "./date-form.ts";
import type { InspectionRun } from "./inspection-run.ts";
import { dayPattern } from "./other-date-forms.ts";

/**
 * True for a query that deals with the several forms of a column: it looks for their marks (`LIKE '%/%'`, `instr(day, '/')`), for their
 * length, or names days in more than one of them.
 */
export function tellsFormsApart(
  run: InspectionRun,
  query: Span,
  { form, otherForms }: DateFormReport,
): boolean {
  const text = run.text(query);
  if (/\blength\s*\(/iu.test(text)) return true;
  const literals = [...text.matchAll(/'((?:[^']|'')*)'/gu)].map(([, value = ""]) => value);
  const patterns = [form, ...otherForms.map((other) => other.form)].map((each) => dayPattern(each.pattern));
  const marks = patterns.map(
    (pattern) => new Set(pattern.replace(/%-?[A-Za-z]/gu, "").match(/[-/. ]/gu) ?? []),
  );
  const named = new Set<number>();
  for (const value of literals) {
    if (/\p{L}/u.test(value)) continue;
    for (const [i, own] of marks.entries()) {
      const has = [...own].some(
        (mark) => value.includes(mark) && !marks.some((other, j) => j !== i && other.has(mark)),
      );
      if (!has) continue;
      if (!/\d/u.test(value)) return true;
      named.add(i);
    }
  }
  return named.size > 1;
}
