import { advised, told } from "../../../environment/egress/egress-scope.ts";
import type { FindingCode, Suggestion } from "../../../environment/tool-failure.ts";
import { columnsOf } from "../sql/column-references.ts";
import { dayAsText } from "../sql/date-pattern-text.ts";
import {
  type CallNode,
  type CastNode,
  type ColumnNode,
  type ExpressionNode,
  walkExpression,
} from "../sql/query-tree.ts";
import type { Scope } from "../sql/scope.ts";
import type { Check } from "./checked-clause.ts";
import type { ClauseCheck } from "./clause-check.ts";
import { isAggregate } from "./clause-expressions.ts";
import { conditionWith, countWhere, withOf } from "./clause-sql.ts";
import type { Comparison, WrittenLiteral } from "./comparisons.ts";
import {
  type DateFormReport,
  sortsAsText,
  spoken,
  type WrittenDates,
  writesItsDates,
  writtenDates,
} from "./date-form.ts";
import { type DateReading, isoDate, readDate } from "./date-pattern.ts";
import { type BaseColumn, columnAt, columnTitle } from "./query-scope.ts";

/** A suggestion and how sure it is, 0 to 1. */
export interface ScoredSuggestion extends Suggestion {
  readonly score: number;
  readonly code?: FindingCode;
  /** True for the same value but for case and space. */
  readonly isSpelling?: true;
}

type Advice = Omit<ScoredSuggestion, "score">;

/** The same for people: without how sure it is. */
export function asSuggestions(advice: readonly ScoredSuggestion[]): readonly Suggestion[] {
  return advice.map(({ score, code, isSpelling, ...suggestion }) => suggestion);
}

/** Least share of a column's cells that must have a form before a literal in another form is doubted. */
const SURE_SHARE = 0.8;

/** The form of a column that surely holds dates as text or number; native date types are the engine's business. */
export async function writtenDateForm(
  check: ClauseCheck,
  base: BaseColumn,
): Promise<DateFormReport | undefined> {
  const report = (await check.profile(base))?.dateForm;
  return report && report.share >= SURE_SHARE && report.form.pattern !== "native" ? report : undefined;
}

/** The form of what is compared: of the column, or of the values that a calculation over it gives. */
async function formOf(check: ClauseCheck, comparison: Comparison): Promise<WrittenDates | undefined> {
  const { base, scope, source } = comparison;
  if (base) return writtenDateForm(check, base);
  const operand = check.text(comparison.operand);
  const result = await check.ask(
    `${withOf(check, scope)}SELECT DISTINCT ${operand} FROM ${check.text(source.source)} WHERE ${operand} IS NOT NULL LIMIT 100`,
  );
  const cells = result?.rows.flatMap(([value = null]) =>
    typeof value === "string" ? [{ text: value, count: 1 }] : [],
  );
  const written = cells && writtenDates(cells);
  return written && written.share >= SURE_SHARE ? written : undefined;
}

function readingsOf(literal: WrittenLiteral): readonly DateReading[] {
  return readDate(literal.value.replace(/^[%]+|[%]+$/gu, ""));
}

/** How a column writes its dates, for a date literal that is written otherwise. */
export async function otherDateForm(
  check: ClauseCheck,
  literal: WrittenLiteral,
  base: BaseColumn,
): Promise<DateFormReport | undefined> {
  const readings = readingsOf(literal);
  const report = readings.length > 0 ? await writtenDateForm(check, base) : undefined;
  return readings.some(({ pattern }) => pattern === report?.form.pattern) ? undefined : report;
}

/** A date literal in the form of its column. */
export async function dateAdvice(
  check: ClauseCheck,
  comparison: Comparison,
  literal: WrittenLiteral,
  written: WrittenDates,
): Promise<readonly ScoredSuggestion[]> {
  const { pattern } = written.form;
  const found: ScoredSuggestion[] = [];
  for (const [i, reading] of readingsOf(literal).entries()) {
    const isWhole = !/^%Y([-/.]%-?m)?$/u.test(reading.pattern);
    const suggestion =
      comparison.kind === "order" && !sortsAsText(pattern) && reading.pattern !== "%Y"
        ? inOrderOfTime(check, comparison, written)
        : isWhole
          ? wholeDate(check, comparison, literal, reading, pattern)
          : pattern.startsWith(reading.pattern)
            ? beginning(check, comparison, literal.value)
            : partOfDate(check, comparison, reading, written);
    if (!suggestion) continue;
    found.push({
      ...suggestion,
      reason: `${comparison.title} is written ${spoken(pattern)}, as ${told(String(written.examples[0]))}`,
      score: ((await isThere(check, comparison, suggestion)) ? 0.99 : 0.9) - i / 100,
      code: "date-format-mismatch",
    });
  }
  return found;
}

function wholeDate(
  check: ClauseCheck,
  comparison: Comparison,
  literal: WrittenLiteral,
  { date }: DateReading,
  pattern: string,
): Advice | undefined {
  const timed = /[T ]%-?[HI]/u.exec(pattern);
  const text = dayAsText(date, timed ? pattern.slice(0, timed.index) : pattern);
  if (timed && comparison.kind !== "order") return beginning(check, comparison, text);
  const isNumber = /^(integer|real|decimal)$/u.test(comparison.base?.column.affinity ?? "");
  const constant = isNumber ? text : check.dialect.stringLiteral(text);
  return { text: advised(constant), replaces: check.text(literal) };
}

function beginning(check: ClauseCheck, comparison: Comparison, text: string): Advice | undefined {
  if (comparison.kind === "order" || comparison.literals.length > 1) return undefined;
  const negated = comparison.kind === "unequal" ? "NOT LIKE" : "LIKE";
  const pattern = check.dialect.stringLiteral(`${text.replace(/%+$/u, "")}%`);
  return {
    text: advised(`${check.text(comparison.operand)} ${negated} ${pattern}`),
    replaces: check.text(comparison.span),
  };
}

function partOfDate(
  check: ClauseCheck,
  comparison: Comparison,
  { date, pattern }: DateReading,
  { form }: WrittenDates,
): Advice | undefined {
  const operand = check.text(comparison.operand);
  const isYear = form.pattern === "%Y" && comparison.base?.column.affinity !== "text";
  const year = isYear ? operand : check.dialect.yearOf(operand, form);
  if (year === undefined || comparison.literals.length > 1) return undefined;
  const operator =
    comparison.kind === "pattern" ? "=" : comparison.kind === "no-pattern" ? "<>" : comparison.operator;
  const ofYear = advised(`${year} ${operator} ${date.year}`);
  const replaces = check.text(comparison.span);
  if (comparison.kind === "order" || pattern === "%Y") return { text: ofYear, replaces };
  const month = check.dialect.monthOf(operand, form);
  if (month === undefined) return undefined;
  const both = operator === "<>" || operator === "!=" ? "OR" : "AND";
  return { text: advised(`(${ofYear} ${both} ${month} ${operator} ${date.month})`), replaces };
}

/** Whether any row is left with the suggestion in its place. */
export async function isThere(
  check: ClauseCheck,
  comparison: Comparison,
  { text, replaces }: Advice,
): Promise<boolean> {
  const condition = replaces === check.text(comparison.span) ? text : conditionWith(check, comparison, text);
  return ((await countWhere(check, comparison, condition)) ?? 0) > 0;
}

/** A comparison of dates written in a form that does not sort, as one that compares them in the order of time. */
function inOrderOfTime(
  check: ClauseCheck,
  { operand, literals, span }: Comparison,
  { form }: WrittenDates,
): Advice | undefined {
  const sortable = check.dialect.sortableDate?.(check.text(operand), form);
  const days = literals.map(({ value }) => sortableDay(value, form.pattern));
  if (sortable === undefined || days.includes(undefined)) return undefined;
  const changes = [
    { place: operand, text: sortable },
    ...literals.map((place, i) => ({ place, text: check.dialect.stringLiteral(days[i] ?? "") })),
  ].sort((a, b) => b.place.start - a.place.start);
  const replaces = check.text(span);
  const text = changes.reduce(
    (whole, { place, text: inner }) =>
      whole.slice(0, place.start - span.start) + inner + whole.slice(place.end - span.start),
    replaces,
  );
  return { text: advised(text), replaces, reason: "compares in the order of time" };
}

/** The constant as `YYYY-MM-DD`, or `YYYY-MM` or `YYYY` where it says no more; the column's own form is the likeliest reading. */
function sortableDay(value: string, pattern: string): string | undefined {
  const readings = readDate(value);
  const padded = (text: string) => text.replaceAll("%-", "%");
  const reading = readings.find((each) => padded(pattern).startsWith(padded(each.pattern))) ?? readings[0];
  const iso = reading && isoDate(reading.date);
  if (reading?.pattern === "%Y") return iso?.slice(0, 4);
  return /^%Y[-/.]%-?m$/u.test(reading?.pattern ?? "") ? iso?.slice(0, 7) : iso;
}

/**
 * Order comparisons with a date in another form than that of the column, or where the order of the form by letters is not that of time; and
 * dates that a column of a date type is compared with and that are not written YYYY-MM-DD.
 */
export const dateComparisons: Check = {
  async look(check) {
    for (const comparison of check.comparisons) {
      if (isOfDateType(check, comparison)) warnOfOtherThanIso(check, comparison);
      else if (comparison.kind === "order") await checkDateOrder(check, comparison);
    }
  },
};

async function checkDateOrder(check: ClauseCheck, comparison: Comparison): Promise<void> {
  const { base, span } = comparison;
  const dated = comparison.literals.filter(
    (literal) =>
      (literal.kind === "string" || base?.column.affinity === "text") && readDate(literal.value).length > 0,
  );
  const written = dated.length > 0 ? await formOf(check, comparison) : undefined;
  if (!written) return;
  const { pattern } = written.form;
  for (const literal of dated) {
    const patterns = readDate(literal.value).map((reading) => reading.pattern);
    const agrees = patterns.some((each) => pattern.startsWith(each) || each.startsWith(pattern));
    // A year is compared with the beginning of what has the year first.
    if (agrees && (sortsAsText(pattern) || (patterns.includes("%Y") && pattern.startsWith("%Y")))) continue;
    const why = agrees
      ? "whose order as text is not the order of time"
      : `and ${check.text(literal)} is written in another form, so the comparison goes by letters, not by time`;
    const advice = await dateAdvice(check, comparison, literal, written);
    const message = `${comparison.title} ${writesItsDates(written)}, ${why}.`;
    check.warn("date-format-mismatch", span, message, asSuggestions(advice));
  }
}

function isOfDateType({ dialect }: ClauseCheck, { base }: Comparison): boolean {
  const { declaredTypesHold, comparesAcrossTypes } = dialect;
  return (declaredTypesHold ?? !comparesAcrossTypes) && /^date(time)?$/u.test(base?.column.affinity ?? "");
}

const ISO_DAY = /^\d{4}-\d{1,2}-\d{1,2}(?!\d)/u;

/** How the engine reads such a date depends on a setting (`05/03/2024` is May or March), or it takes the digits for another day altogether. */
function warnOfOtherThanIso(check: ClauseCheck, { base, isPattern, literals, span }: Comparison): void {
  for (const literal of isPattern ? [] : literals) {
    const days = new Set(readDate(literal.value).map(({ date }) => isoDate(date)));
    if (!base || literal.kind !== "string" || ISO_DAY.test(literal.value) || days.size === 0) continue;
    const message = `Days of ${columnTitle(base)} are written YYYY-MM-DD: which day ${check.text(literal)} is depends on the server's settings.`;
    const suggestions = [...days].map((day) => ({
      text: check.dialect.stringLiteral(day),
      replaces: check.text(literal),
      reason: "ISO date",
    }));
    check.warn("date-format-mismatch", span, message, suggestions);
  }
}

/** A call or cast of one column of texts, which may read it as a day. */
export interface DateCall {
  readonly node: CallNode | CastNode;
  readonly column: ColumnNode;
  readonly base: BaseColumn;
  readonly scope: Scope;
}

export function dateCall(check: ClauseCheck, node: ExpressionNode, scope: Scope): DateCall | undefined {
  const isCall = node.type === "call" && !node.over && !isAggregate(node, check.dialect);
  if (!isCall && node.type !== "cast") return undefined;
  const [column, ...others] = columnsOf(node);
  const resolved = column && columnAt(scope, column);
  const base = resolved?.outer === false ? resolved.column.origin : undefined;
  if (!column || others.length > 0 || base?.column.affinity !== "text") return undefined;
  return { node: node as DateCall["node"], column, base, scope };
}

/** The same over the column's days as `YYYY-MM-DD`; undefined where the engine cannot, or day and month may be either way round. */
export function readingIsoDays(
  check: ClauseCheck,
  { node, column }: DateCall,
  { form, ambiguousWith }: WrittenDates,
): string | undefined {
  const sortable = check.dialect.sortableDate?.(check.text(column), form);
  if (sortable === undefined || ambiguousWith.length > 0) return undefined;
  const text = check.text(node);
  // Before `::`, only what stands next to it is cast.
  const days = node.type === "cast" ? `(${sortable})` : sortable;
  return advised(text.slice(0, column.start - node.start) + days + text.slice(column.end - node.start));
}

/** What stands around a call that may be NULL on purpose. */
const CATCHING = /^(coalesce|ifnull|nullif|iif)$/iu;

/** Functions that give NULL for each day of a column, because they read another form than that of its dates. */
export const unreadDates: Check = {
  async look(check) {
    for (const { node: whole, scope } of check.expressions) {
      const calls: DateCall[] = [];
      walkExpression(whole, (node) => {
        if (node.type === "call" && CATCHING.test(node.name)) return false;
        const call = node.type === "call" ? dateCall(check, node, scope) : undefined;
        if (call) calls.push(call);
        return call === undefined;
      });
      for (const call of calls) await checkUnread(check, call);
    }
  },
};

async function checkUnread(check: ClauseCheck, call: DateCall): Promise<void> {
  const { node, base, column, scope } = call;
  const text = check.text(node);
  const source = columnAt(scope, column)?.source.source;
  const isDoubted = check.warnings.some(
    ({ code, part }) => code === "date-format-mismatch" && part?.text?.includes(text),
  );
  const report = isDoubted || !source ? undefined : await writtenDateForm(check, base);
  if (!report || !source) return;
  const example = check.dialect.stringLiteral(report.examples[0] ?? "");
  const from = `${check.text(source)} WHERE ${check.text(column)} = ${example}`;
  const readBy = async (reading: string) =>
    (await check.askNumbers(`${withOf(check, scope)}SELECT COUNT(${reading}) FROM ${from}`))?.[0];
  if ((await readBy(text)) !== 0) return;
  const mended = readingIsoDays(check, call, report);
  const reads = mended !== undefined && (await readBy(mended));
  const message = `${text} is NULL for dates of ${columnTitle(base)}, which ${writesItsDates(report)}.`;
  const suggestions = reads ? [{ text: mended, replaces: text, reason: "reads them" }] : [];
  check.warn("date-format-mismatch", node, message, suggestions);
}
