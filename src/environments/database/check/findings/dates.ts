import {
  type Marked,
  ownText,
  redacted,
  redactedCode,
  say,
  written,
} from "../../../../environment/egress/marks.ts";
import type { FindingCode, MarkedSuggestion } from "../../../../environment/tool-failure.ts";
import { columnsOf } from "../../sql/column-references.ts";
import { dayAsText } from "../../sql/date-pattern-text.ts";
import { type CallNode, walkExpression } from "../../sql/query-tree.ts";
import type { Scope } from "../../sql/scope.ts";
import type { Check } from "../checked-clause.ts";
import type { ClauseCheck } from "../clause-check.ts";
import { isAggregate } from "../clause-expressions.ts";
import { conditionWith, countWhere, withOf } from "../clause-sql.ts";
import type { Comparison, WrittenLiteral } from "../comparisons.ts";
import {
  type DateFormReport,
  sortsAsText,
  spoken,
  type WrittenDates,
  writesItsDates,
  writtenDates,
} from "../date-form.ts";
import { type DateReading, isoDate, readDate } from "../date-pattern.ts";
import { type BaseColumn, columnAt, columnTitle } from "../query-scope.ts";

/** A suggestion and how sure it is, 0 to 1. */
export interface ScoredSuggestion extends Omit<MarkedSuggestion, "text"> {
  /** The suggested SQL as the engine can run it. */
  readonly text: string;
  /** True where the text contains a value of the database, which must be redacted. */
  readonly holdsValue?: boolean;
  readonly score: number;
  readonly code?: FindingCode;
  /** True for a value that differs from the literal only in case and space. */
  readonly isSpelling?: true;
}

type Advice = Omit<ScoredSuggestion, "score">;

/** The suggestions for a message: without scores, with values marked for redaction. */
export function asSuggestions(advice: readonly ScoredSuggestion[]): readonly MarkedSuggestion[] {
  return advice.map((each) => {
    const { score, code, isSpelling, holdsValue, ...suggestion } = each;
    return { ...suggestion, text: shownCode(each) };
  });
}

/** The suggested SQL, marked for a message. */
export function shownCode({ text, holdsValue }: ScoredSuggestion): Marked {
  return holdsValue ? redactedCode(text) : ownText(text);
}

/** Least share of a column's cells with one form for a warning about a literal in another form. */
const SURE_SHARE = 0.8;

/** The form of a column that surely holds dates as text or number; the engine itself judges native date types. */
export async function writtenDateForm(
  check: ClauseCheck,
  base: BaseColumn,
): Promise<DateFormReport | undefined> {
  const report = (await check.profile(base))?.dateForm;
  return report && report.share >= SURE_SHARE && report.form.pattern !== "native" ? report : undefined;
}

/** The date form of the compared column, or of the values of the compared calculation. */
async function formOf(check: ClauseCheck, comparison: Comparison): Promise<WrittenDates | undefined> {
  const { base, scope, source } = comparison;
  if (base) return writtenDateForm(check, base);
  const operand = check.text(comparison.operand);
  const result = await check.ask(
    `${withOf(check, scope)}SELECT DISTINCT ${operand} FROM ${check.text(source.source)} WHERE ${operand} IS NOT NULL LIMIT 100`,
  );
  const cells = result?.rows.flatMap(([value]) =>
    typeof value === "string" ? [{ text: value, count: 1 }] : [],
  );
  const written = cells && writtenDates(cells);
  return written && written.share >= SURE_SHARE ? written : undefined;
}

function readingsOf(literal: WrittenLiteral): readonly DateReading[] {
  return readDate(literal.value.replace(/^[%]+|[%]+$/gu, ""));
}

/** The date form of a column, if a date literal is written in another form. */
export async function otherDateForm(
  check: ClauseCheck,
  literal: WrittenLiteral,
  base: BaseColumn,
): Promise<DateFormReport | undefined> {
  const readings = readingsOf(literal);
  const report = readings.length > 0 ? await writtenDateForm(check, base) : undefined;
  return readings.some(({ pattern }) => pattern === report?.form.pattern) ? undefined : report;
}

/** Suggestions that rewrite a date literal in the form of its column. */
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
    const suggestion = isWhole
      ? comparison.kind === "order" && !sortsAsText(pattern)
        ? inOrderOfTime(check, comparison, written)
        : wholeDate(check, comparison, literal, reading, pattern)
      : pattern.startsWith(reading.pattern)
        ? beginning(check, comparison, literal.value)
        : undefined;
    if (!suggestion) continue;
    found.push({
      ...suggestion,
      reason: say`${comparison.title} is written ${spoken(pattern)}, as ${redacted(String(written.examples[0]))}`,
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
  return { text: constant, replaces: check.text(literal) };
}

function beginning(check: ClauseCheck, comparison: Comparison, text: string): Advice | undefined {
  if (comparison.kind === "order" || comparison.literals.length > 1) return undefined;
  const negated = comparison.kind === "unequal" ? "NOT LIKE" : "LIKE";
  const pattern = check.dialect.stringLiteral(`${text.replace(/%+$/u, "")}%`);
  return {
    text: `${check.text(comparison.operand)} ${negated} ${pattern}`,
    replaces: check.text(comparison.span),
  };
}

/** True if any row meets the comparison with the suggestion applied. */
export async function isThere(
  check: ClauseCheck,
  comparison: Comparison,
  { text, replaces }: Advice,
): Promise<boolean> {
  const condition = replaces === check.text(comparison.span) ? text : conditionWith(check, comparison, text);
  return ((await countWhere(check, comparison, condition)) ?? 0) > 0;
}

/** Rewrites an order comparison over a form that does not sort by time, so that it compares in the order of time. */
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
  return { text, replaces, reason: say`compares in the order of time` };
}

/** The constant as `YYYY-MM-DD`. The column's own form is the preferred reading. */
function sortableDay(value: string, pattern: string): string | undefined {
  const readings = readDate(value);
  const padded = (text: string) => text.replaceAll("%-", "%");
  const reading = readings.find((each) => padded(pattern).startsWith(padded(each.pattern))) ?? readings[0];
  return reading && isoDate(reading.date);
}

/** Order comparisons with a date in another form than the column's, or in a form whose text order is not the order of time. */
export const dateComparisons: Check = {
  async look(check) {
    for (const comparison of check.comparisons)
      if (comparison.kind === "order") await checkDateOrder(check, comparison);
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
    // A bare year compares correctly with forms that start with the year.
    if (agrees && (sortsAsText(pattern) || (patterns.includes("%Y") && pattern.startsWith("%Y")))) continue;
    const why = agrees
      ? say`whose order as text is not the order of time`
      : say`and ${check.shown(literal)} is written in another form, so the comparison goes by letters, not by time`;
    const advice = await dateAdvice(check, comparison, literal, written);
    const message = say`${comparison.title} ${writesItsDates(written)}, ${why}.`;
    check.warn("date-format-mismatch", span, message, asSuggestions(advice));
  }
}

/** Functions around a call that may be NULL on purpose. */
const CATCHING = /^(coalesce|ifnull|nullif|iif)$/iu;

/** Date functions that give NULL for all dates of a column, because they expect another form. */
export const unreadDates: Check = {
  async look(check) {
    for (const { node: whole, scope } of check.expressions) {
      const calls: CallNode[] = [];
      walkExpression(whole, (node) => {
        if (node.type !== "call") return true;
        if (CATCHING.test(node.name)) return false;
        const isOfOneColumn = columnsOf(node).length === 1 && !node.over && !isAggregate(node, check.dialect);
        if (isOfOneColumn) calls.push(node);
        return !isOfOneColumn;
      });
      for (const call of calls) await checkUnread(check, call, scope);
    }
  },
};

/** Warns if a call gives NULL for a date of its column, and suggests the call over the dates as `YYYY-MM-DD` where that helps. */
async function checkUnread(check: ClauseCheck, call: CallNode, scope: Scope): Promise<void> {
  const [column] = columnsOf(call);
  const resolved = column && columnAt(scope, column);
  const base = resolved?.outer === false ? resolved.column.origin : undefined;
  const text = check.text(call);
  const isDoubted = check.warnings.some(
    ({ code, part }) => code === "date-format-mismatch" && part?.text?.includes(text),
  );
  if (!column || base?.column.affinity !== "text" || isDoubted) return;
  const report = await writtenDateForm(check, base);
  if (!report) return;
  const example = check.dialect.stringLiteral(report.examples[0] ?? "");
  const from = `${check.text(resolved?.source.source ?? call)} WHERE ${check.text(column)} = ${example}`;
  const isRead = async (reading: string) => {
    const counted = `${withOf(check, scope)}SELECT COUNT(${reading}) FROM ${from}`;
    return (await check.askNumbers(counted))?.[0];
  };
  if ((await isRead(text)) !== 0) return;
  const days = check.dialect.sortableDate?.(check.text(column), report.form);
  const mended =
    days && text.slice(0, column.start - call.start) + days + text.slice(column.end - call.start);
  const reads = mended !== undefined && report.ambiguousWith.length === 0 && (await isRead(mended));
  const message = say`${written(text)} is NULL for dates of ${columnTitle(base)}, which ${writesItsDates(report)}.`;
  const suggestions = reads ? [{ text: ownText(mended), replaces: text, reason: say`reads them` }] : [];
  check.warn("date-format-mismatch", call, message, suggestions);
}
