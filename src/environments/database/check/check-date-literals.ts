import { dayAsText } from "../sql/date-pattern-text.ts";
import type { Comparison } from "./comparisons.ts";
import { readDate } from "./date-pattern.ts";
import type { InspectionRun } from "./inspection-run.ts";
import type { WrittenLiteral } from "./literal-text.ts";
import { columnTitle } from "./query-scope.ts";

const DAYS = new Set(["date", "datetime"]);
const ISO = /^\d{4}-\d{1,2}-\d{1,2}(?!\d)/u;

/**
 * Warns of a day that is not written as ISO writes it, before a column of days: how the engine reads it depends on a setting (`05/03/2024` is
 * May or March), or it takes the digits for another day altogether. Engines that refuse the text say so themselves.
 */
export async function checkDateLiterals(
  run: InspectionRun,
  comparisons: readonly Comparison[],
): Promise<void> {
  const { dialect } = run.services.driver;
  // Without types that hold, a text is compared as it stands, which is looked at by the form of the column's cells.
  if (dialect.comparesAcrossTypes && !dialect.declaredTypesHold) return;
  for (const comparison of comparisons) {
    const { base, kind } = comparison;
    if (!base || !DAYS.has(base.column.affinity) || kind === "pattern" || kind === "no-pattern") continue;
    for (const literal of comparison.literals) {
      if (literal.kind === "string" && !ISO.test(literal.value)) await tell(run, comparison, literal);
    }
  }
}

async function tell(run: InspectionRun, comparison: Comparison, literal: WrittenLiteral): Promise<void> {
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
