import { columnsOf } from "../sql/column-references.ts";
import { checkAggregates } from "./check-aggregates.ts";
import { checkCasts } from "./check-casts.ts";
import { checkDateLiterals } from "./check-date-literals.ts";
import { checkDateOrder } from "./check-date-order.ts";
import { checkLogicalJoining } from "./check-logical-joining.ts";
import { checkMixedDates } from "./check-mixed-dates.ts";
import { checkNullComparison } from "./check-null-comparison.ts";
import { checkQuotedText } from "./check-quoted-text.ts";
import { checkTextOrder } from "./check-text-numbers.ts";
import { checkUnreadDates } from "./check-unread-dates.ts";
import type { ScopedExpression } from "./clause-expressions.ts";
import { type Comparison, comparisonsIn } from "./comparisons.ts";
import { checkUnreadableDates } from "./date-advice.ts";
import type { InspectionRun } from "./inspection-run.ts";
import { checkLiterals } from "./literal-findings.ts";
import { literalOf } from "./literal-text.ts";
import { hasMasked } from "./masked-findings.ts";
import { maskedIn } from "./masked-values.ts";
import { tellOtherSpellings } from "./tell-other-spellings.ts";

/** What is checked of expressions in every clause: constants against the columns they are compared with, masked ones apart. */
export async function checkExpressions(
  run: InspectionRun,
  expressions: readonly ScopedExpression[],
): Promise<void> {
  checkNullComparison(run, expressions);
  checkQuotedText(run, expressions);
  checkLogicalJoining(run, expressions);
  await checkAggregates(run, expressions);
  for (const expression of expressions) checkInnerOrder(run, expression);
  const all = expressions.flatMap((expression) => comparisonsIn(run, expression));
  const comparisons = hasMasked(run.services) ? all.filter((each) => !isMasked(each)) : all;
  await checkUnreadableDates(run, comparisons);
  await checkUnreadDates(run, expressions);
  await checkDateOrder(run, expressions, comparisons);
  await checkMixedDates(run, expressions, comparisons);
  await checkTextOrder(run, comparisons);
  await checkDateLiterals(run, comparisons);
  await checkLiterals(run, comparisons);
  await tellOtherSpellings(run, comparisons);
  await checkCasts(run, expressions);
}

/** Nothing but `***` is compared then: which values the column has is not known. */
function isMasked({ operand, scope }: Comparison): boolean {
  return columnsOf(operand).some((node) => maskedIn(node, scope).length > 0);
}

/** A subquery that orders by a constant text orders nothing; the query's own ORDER BY is judged with its clause. */
function checkInnerOrder(run: InspectionRun, { node, scope, place, within }: ScopedExpression): void {
  const literal = within && place === "orderBy" ? literalOf(scope, node) : undefined;
  if (!literal || literal.kind === "number" || literal.doubleQuoted) return;
  const { dialect } = run.services.driver;
  const column = scope.sources
    .flatMap((source) => source.columns)
    .find((each) => dialect.sameIdentifier(each.name, literal.value));
  run.warn(
    "order-by-constant",
    node,
    `${run.text(node)} is a constant, so that it orders nothing.`,
    column ? [{ text: dialect.identifier(column.name), replaces: run.text(node), reason: "the column" }] : [],
  );
}
