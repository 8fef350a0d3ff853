import { advised, told } from "../../../environment/egress/egress-scope.ts";
import { columnsOf } from "../sql/column-references.ts";
import { dayAsText } from "../sql/date-pattern-text.ts";
import { type CallNode, type ColumnNode, type ExpressionNode, walkExpression } from "../sql/query-tree.ts";
import { keepDifferentRows } from "./check-text-numbers.ts";
import type { ClauseCheck } from "./clause-check.ts";
import { isAggregate, type ScopedExpression } from "./clause-expressions.ts";
import type { Comparison, WrittenLiteral } from "./comparisons.ts";
import { selectOver } from "./core-text.ts";
import { dateAdvice, sortingComparison, tellsFormsApart, writtenDateForm } from "./date-advice.ts";
import { type DateFormReport, formsOf, sortableText, sortsAsText, spoken } from "./date-form.ts";
import { readDate } from "./date-pattern.ts";
import { rowCount, withOf } from "./literal-existence.ts";
import { dayPattern } from "./other-date-forms.ts";
import { type BaseColumn, columnAt, columnTitle } from "./query-scope.ts";

/** Different cells that are looked at. */
const MOST_CELLS = 2000;
/** What stands around a call that may be NULL on purpose. */
const CATCHING = new Set(["coalesce", "ifnull", "nullif", "iif"]);

/** Warns of functions that give NULL for cells that are dates: they read another form than that of the column, or one of its forms only. */
export async function checkUnreadDates(
  run: ClauseCheck,
  expressions: readonly ScopedExpression[],
): Promise<void> {
  for (const expression of expressions) {
    for (const call of readingCalls(run, expression.node)) await checkCall(run, expression, call);
  }
}

/** The outermost calls that aggregate nothing. */
function readingCalls(run: ClauseCheck, expression: ExpressionNode): readonly CallNode[] {
  const found: CallNode[] = [];
  walkExpression(expression, (node) => {
    if (node.type !== "call" || isAggregate(node, run.services.driver.dialect.functions) || node.over)
      return node.type !== "subquery";
    if (!CATCHING.has(node.name.toLowerCase())) found.push(node);
    return false;
  });
  return found;
}

async function checkCall(
  run: ClauseCheck,
  { scope, core, place }: ScopedExpression,
  call: CallNode,
): Promise<void> {
  const [column, ...others] = columnsOf(call);
  const resolved = column && columnAt(scope, column);
  const base = resolved?.outer === false ? resolved.column.origin : undefined;
  if (!column || !base || !core?.from || others.length > 0 || base.column.affinity !== "text") return;
  const text = run.text(call);
  const told = run.warnings.some(
    (each) => each.code === "date-format-mismatch" && each.part?.text?.includes(text),
  );
  const report = told ? undefined : await writtenDateForm(run, base);
  if (!report || (report.otherForms.length > 0 && tellsFormsApart(run, core, report))) return;
  const cell = run.text(column);
  const list = (reading: string) => `${cell} AS cell, ${reading} AS reading`;
  const rows = (reading: string) =>
    place === "where" || place === "from"
      ? `SELECT ${list(reading)} FROM ${run.text(resolved?.source.source ?? core)}`
      : selectOver(run, core, scope, list(reading)).slice(withOf(run, scope).length);
  const unread = async (reading: string) => {
    const result = await run.ask(
      `${withOf(run, scope)}SELECT cell, COUNT(*) FROM (${rows(reading)}) AS q WHERE cell IS NOT NULL AND reading IS NULL GROUP BY cell ORDER BY 2 DESC`,
      [],
      MOST_CELLS,
    );
    return result?.rows.filter(([each]) => typeof each === "string" && readDate(each).length > 0);
  };
  const lost = await unread(text);
  const [first] = lost ?? [];
  if (!lost || !first) return;
  const count = lost.reduce((sum, [, times]) => sum + Number(times), 0);
  const [filled = 0] =
    (await run.askNumbers(`${withOf(run, scope)}SELECT COUNT(cell) FROM (${rows(text)}) AS q`)) ?? [];
  const where =
    count === filled ? "every row" : `${rowCount(count)} of ${filled} (such as '${String(first[0])}')`;
  const mended = readingOf(run, call, column, report);
  const isMended = mended !== undefined && (await unread(mended))?.length === 0;
  run.warn(
    "date-format-mismatch",
    call,
    `${text} is NULL in ${where}: ${columnTitle(base)} ${formsOf(report)}.`,
    isMended ? [{ text: mended, replaces: text, reason: "reads all of them" }] : [],
  );
}

/** The call over the column's days as `YYYY-MM-DD`. */
function readingOf(
  run: ClauseCheck,
  call: CallNode,
  column: ColumnNode,
  report: DateFormReport,
): string | undefined {
  const sortable = sortableText(run.services.driver.dialect, run.text(column), report);
  if (sortable === undefined) return undefined;
  const text = run.text(call);
  return text.slice(0, column.start - call.start) + sortable + text.slice(column.end - call.start);
}

const DAYS = new Set(["date", "datetime"]);
const ISO_DAY = /^\d{4}-\d{1,2}-\d{1,2}(?!\d)/u;

/**
 * Warns of a day that is not written as ISO_DAY writes it, before a column of days: how the engine reads it depends on a setting (`05/03/2024` is
 * May or March), or it takes the digits for another day altogether. Engines that refuse the text say so themselves.
 */
export async function checkDateLiterals(run: ClauseCheck, comparisons: readonly Comparison[]): Promise<void> {
  const { dialect } = run.services.driver;
  // Without types that hold, a text is compared as it stands, which is looked at by the form of the column's cells.
  if (dialect.comparesAcrossTypes && !dialect.declaredTypesHold) return;
  for (const comparison of comparisons) {
    const { base, kind } = comparison;
    if (!base || !DAYS.has(base.column.affinity) || kind === "pattern" || kind === "no-pattern") continue;
    for (const literal of comparison.literals) {
      if (literal.kind === "string" && !ISO_DAY.test(literal.value))
        await tellDateLiteral(run, comparison, literal);
    }
  }
}

async function tellDateLiteral(
  run: ClauseCheck,
  comparison: Comparison,
  literal: WrittenLiteral,
): Promise<void> {
  const { dialect } = run.services.driver;
  const readings = [...new Set(readDate(literal.value).map(({ date }) => dayAsText(date, "%Y-%m-%d")))];
  if (readings.length === 0 || !comparison.base) return;
  const asDay = dialect.toText(`CAST(${dialect.stringLiteral(literal.value)} AS date)`);
  const answer = await run.ask(`SELECT ${asDay}`);
  if (answer === undefined) return;
  const read = answer.rows[0]?.[0];
  if (readings.length === 1 && read === readings[0]) return;
  const written = run.text(literal);
  const how =
    typeof read === "string"
      ? `${dialect.name} reads ${written} as ${read}`
      : `${dialect.name} reads no day in ${written}`;
  const others = readings.filter((each) => each !== read);
  const message = `${how}; days of ${columnTitle(comparison.base)} are written YYYY-MM-DD, as '${others[0] ?? readings[0]}'.`;
  const suggestions = [...others, ...readings.filter((each) => each === read)].map((each) => ({
    text: dialect.stringLiteral(each),
    replaces: written,
    reason: each === read ? "what the engine reads" : "the other way to read it",
  }));
  // Where one of two ways to read it is taken, that may be the one that is meant.
  const mayBeMeant = typeof read === "string" && readings.includes(read);
  if (mayBeMeant) run.note("date-format-mismatch", comparison.span, message, suggestions);
  else run.warn("date-format-mismatch", comparison.span, message, suggestions);
}

/** Warns of order comparisons between a column of written dates and a literal in another form, and of forms whose text order is not that of time. */
export async function checkDateOrder(
  run: ClauseCheck,
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
  run: ClauseCheck,
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
async function checkCalculatedDates(run: ClauseCheck, comparison: Comparison): Promise<void> {
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

/** Warns of days named in one form (`= '2024-03-05'`, `LIKE '2024-03%'`) where the column hasForm cells of these days in another. */
export async function checkMixedDates(
  run: ClauseCheck,
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
  run: ClauseCheck,
  comparison: Comparison,
  base: BaseColumn,
  report: DateFormReport,
): Promise<void> {
  const profile = await run.profile(base);
  const tests = comparison.literals.map(({ value }) => literalTest(comparison, value));
  const meets = (text: string) => tests.some((test) => test(text));
  const cells = profile?.sample.cells ?? [];
  const patterns = [report.form, ...report.otherForms.map((other) => other.form)].map(
    ({ pattern }) => pattern,
  );
  const met = patterns.filter((pattern) =>
    cells.some((cell) => meets(cell.text) && hasForm(cell.text, pattern)),
  );
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

function hasForm(text: string, pattern: string): boolean {
  return readDate(text).some((reading) => sameForm(pattern, reading.pattern));
}

function sameForm(a: string, b: string): boolean {
  const day = (pattern: string) => dayPattern(pattern).replaceAll("%-", "%");
  return day(a) === day(b);
}

function literalTest({ kind, operator }: Comparison, value: string): (text: string) => boolean {
  if (kind === "equal") return (text) => text === value;
  if (!/LIKE$/iu.test(operator)) return () => false;
  const escaped = value.replace(/[.*+?^${}()|[\]\\/]/gu, "\\$&");
  const pattern = new RegExp(`^${escaped.replaceAll("%", ".*").replaceAll("_", ".")}$`, "su");
  return (text) => pattern.test(text);
}
