import { advised } from "../../../environment/egress/egress-scope.ts";
import { patternParts } from "../sql/date-pattern-text.ts";
import type { DateForm, SqlDialect } from "../sql/sql-dialect.ts";
import { dayPattern, type WrittenForms } from "./other-date-forms.ts";

/** True for a form whose order by letters, or by number, is that of time: the year first, and leading zeros. */
export function sortsAsText(pattern: string): boolean {
  const day = dayPattern(pattern);
  return pattern === "native" || day.startsWith("epoch-") || /^%Y(?!.*%(-|b|B))/u.test(day);
}

/** True for a column whose cells, compared as they are, are in the order of time. */
export function isSorting(report: WrittenForms): boolean {
  return report.otherForms.length === 0 && sortsAsText(report.form.pattern);
}

/** The days of a column, or of an expression with its cells, in an order of time; undefined where the dialect or the forms do not allow it. */
export function sortableText(
  dialect: SqlDialect,
  expression: string,
  { form, otherForms }: WrittenForms,
): string | undefined {
  const forms = [form, ...otherForms.map((other) => other.form)];
  const branches: string[] = [];
  for (const [i, each] of forms.entries()) {
    const sortable = dialect.sortableDate?.(expression, each);
    if (sortable === undefined) return undefined;
    if (forms.length === 1) return advised(sortable);
    const like = shapeOf(each);
    if (forms.some((other, j) => j !== i && shapeOf(other) === like)) return undefined;
    branches.push(`WHEN ${expression} LIKE ${dialect.stringLiteral(like)} THEN ${sortable}`);
  }
  return advised(`CASE ${branches.join(" ")} END`);
}

/** Year or month of a column as an integer, whichever of its forms a cell has. */
export function datePart(
  dialect: SqlDialect,
  part: "year" | "month",
  expression: string,
  forms: WrittenForms,
): string | undefined {
  const several = forms.otherForms.length > 0;
  const text = several ? sortableText(dialect, expression, forms) : expression;
  const form = several ? { pattern: "native" } : forms.form;
  if (text === undefined) return undefined;
  const code = part === "year" ? dialect.yearOf(text, form) : dialect.monthOf(text, form);
  return code === undefined ? undefined : advised(code);
}

/** What every cell of the form matches by LIKE, and no cell that has other marks between its parts. */
function shapeOf({ pattern }: DateForm): string {
  const parts = patternParts(dayPattern(pattern)).map((part) =>
    "text" in part ? part.text : part.code === "%Y" ? "____" : "%",
  );
  const shape = parts.join("");
  return shape.endsWith("%") ? shape : `${shape}%`;
}
