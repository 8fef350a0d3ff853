import { advised, told } from "../../../environment/egress/egress-scope.ts";
import type { Suggestion } from "../../../environment/tool-failure.ts";
import { dayAsText } from "../sql/date-pattern-text.ts";
import type { Span } from "../sql/query-tree.ts";
import type { ClauseCheck } from "./clause-check.ts";
import type { Comparison, WrittenLiteral } from "./comparisons.ts";
import { type DateFormReport, datedShare, datePart, sortableText, sortsAsText, spoken } from "./date-form.ts";
import { type CalendarDate, type DateReading, isoDate, readDate } from "./date-pattern.ts";
import { conditionWith, withOf } from "./literal-existence.ts";
import { dayPattern } from "./other-date-forms.ts";
import { type BaseColumn, columnTitle } from "./query-scope.ts";
import type { ScoredSuggestion } from "./scored-suggestion.ts";

/** Least share of a column's cells that must have a form before a literal in another form is doubted. */
const SURE_SHARE = 0.8;

/** The form of a column that surely holds dates as text or number; native date types are the engine's business. */
export async function writtenDateForm(
  run: ClauseCheck,
  base: BaseColumn,
): Promise<DateFormReport | undefined> {
  const form = (await run.profile(base))?.dateForm;
  return form && datedShare(form) >= SURE_SHARE && form.form.pattern !== "native" ? form : undefined;
}

/** A date literal in the form of its column, where it is written in another. */
export async function dateAdvice(
  run: ClauseCheck,
  comparison: Comparison,
  literal: WrittenLiteral,
  base: BaseColumn,
): Promise<readonly ScoredSuggestion[]> {
  const readings = readDate(literal.value.replace(/^[%]+|[%]+$/gu, ""));
  const report = readings.length > 0 ? await writtenDateForm(run, base) : undefined;
  if (!report) return [];
  const { pattern } = report.form;
  if (readings.some((reading) => isFormOf(report, reading.pattern))) return [];
  const found: ScoredSuggestion[] = [];
  for (const [i, reading] of readings.entries()) {
    const whole = !/^%Y([-/.]%-?m)?$/u.test(reading.pattern);
    const suggestion =
      comparison.kind === "order" && !sortsAsText(pattern) && reading.pattern !== "%Y"
        ? sortingComparison(run, comparison, report)
        : whole
          ? wholeDate(run, comparison, literal, reading.date, pattern)
          : pattern.startsWith(reading.pattern)
            ? prefix(run, comparison, literal.value)
            : partOfDate(run, comparison, reading, report);
    if (!suggestion) continue;
    const holds = await isThere(run, comparison, suggestion);
    found.push({
      ...suggestion,
      reason: `${columnTitle(base)} is written ${spoken(pattern)}, as ${told(String(report.examples[0]))}`,
      score: (holds ? 0.99 : 0.9) - i / 100,
      code: "date-format-mismatch",
    });
  }
  return found;
}

/** How the column writes its dates, for a date in another form of which no suggestion keeps a row. */
export async function otherDateForm(
  run: ClauseCheck,
  literal: WrittenLiteral,
  base: BaseColumn,
): Promise<string | undefined> {
  const readings = readDate(literal.value.replace(/^[%]+|[%]+$/gu, ""));
  const report = readings.length > 0 ? await writtenDateForm(run, base) : undefined;
  if (!report || readings.some((reading) => isFormOf(report, reading.pattern))) return undefined;
  return `${columnTitle(base)} is written ${spoken(report.form.pattern)}, as ${told(String(report.examples[0]))}`;
}

function isFormOf({ form, otherForms }: DateFormReport, pattern: string): boolean {
  return [form, ...otherForms.map((other) => other.form)].some((each) => each.pattern === pattern);
}

function wholeDate(
  run: ClauseCheck,
  comparison: Comparison,
  literal: WrittenLiteral,
  date: CalendarDate,
  pattern: string,
): Omit<ScoredSuggestion, "score"> | undefined {
  const timed = /[T ]%-?[HI]/u.exec(pattern);
  const day = timed ? pattern.slice(0, timed.index) : pattern;
  const text = dayAsText(date, day);
  if (timed && comparison.kind !== "order") return prefix(run, comparison, text);
  const { dialect } = run.services.driver;
  const isNumber =
    comparison.base && ["integer", "real", "decimal"].includes(comparison.base.column.affinity);
  return { text: advised(isNumber ? text : dialect.stringLiteral(text)), replaces: run.text(literal) };
}

function prefix(
  run: ClauseCheck,
  comparison: Comparison,
  text: string,
): Omit<ScoredSuggestion, "score"> | undefined {
  if (comparison.kind === "order" || comparison.literals.length > 1) return undefined;
  const negated = comparison.kind === "unequal" ? "NOT LIKE" : "LIKE";
  const written = run.services.driver.dialect.stringLiteral(`${text.replace(/%+$/u, "")}%`);
  return {
    text: advised(`${run.text(comparison.operand)} ${negated} ${written}`),
    replaces: run.text(comparison.span),
  };
}

function partOfDate(
  run: ClauseCheck,
  comparison: Comparison,
  { date, pattern }: DateReading,
  report: DateFormReport,
): Omit<ScoredSuggestion, "score"> | undefined {
  const operand = run.text(comparison.operand);
  const isYear = report.form.pattern === "%Y" && report.isNumber;
  const year = isYear ? operand : datePart(run.services.driver.dialect, "year", operand, report);
  if (year === undefined || comparison.literals.length > 1) return undefined;
  const operator =
    comparison.kind === "pattern" ? "=" : comparison.kind === "no-pattern" ? "<>" : comparison.operator;
  const ofYear = advised(`${year} ${operator} ${date.year}`);
  const replaces = run.text(comparison.span);
  if (comparison.kind === "order" || pattern === "%Y") return { text: ofYear, replaces };
  const month = datePart(run.services.driver.dialect, "month", operand, report);
  if (month === undefined) return undefined;
  const both = operator === "<>" || operator === "!=" ? "OR" : "AND";
  return { text: advised(`(${ofYear} ${both} ${month} ${operator} ${date.month})`), replaces };
}

/** Whether any row is left with the suggestion in its place. */
export async function isThere(
  run: ClauseCheck,
  comparison: Comparison,
  suggestion: Omit<ScoredSuggestion, "score">,
): Promise<boolean> {
  const whole = suggestion.replaces === run.text(comparison.span);
  const condition = whole ? suggestion.text : conditionWith(run, comparison, suggestion.text);
  const sql = `${withOf(run, comparison.scope)}SELECT COUNT(*) FROM ${run.text(comparison.source.source)} WHERE ${condition}`;
  const [rows = 0] = (await run.askNumbers(sql)) ?? [];
  return rows > 0;
}

/** A comparison of dates written in a form that does not sort, as one that compares them in the order of time. */
export function sortingComparison(
  run: ClauseCheck,
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

/**
 * True for a query that deals with the several forms of a column: it looks for their marks (`LIKE '%/%'`, `instr(day, '/')`), for their
 * length, or names days in more than one of them.
 */
export function tellsFormsApart(
  run: ClauseCheck,
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
