import { checkNullComparison } from "./check-null-comparison.ts";
import { checkQuotedText } from "./check-quoted-text.ts";
import { checkTextOrder } from "./check-text-numbers.ts";
import type { ScopedExpression } from "./clause-expressions.ts";
import { comparisonsIn } from "./comparisons.ts";
import { checkDateOrder, checkUnreadableDates } from "./date-advice.ts";
import type { InspectionRun } from "./inspection-run.ts";
import { checkLiterals } from "./literal-findings.ts";

/** What is checked of expressions in every clause: constants against the columns they are compared with. */
export async function checkExpressions(
  run: InspectionRun,
  expressions: readonly ScopedExpression[],
): Promise<void> {
  checkNullComparison(run, expressions);
  checkQuotedText(run, expressions);
  const comparisons = expressions.flatMap((expression) => comparisonsIn(run, expression));
  await checkUnreadableDates(run, comparisons);
  await checkDateOrder(run, comparisons);
  await checkTextOrder(run, comparisons);
  await checkLiterals(run, comparisons);
}
