import { told } from "../../../environment/egress/egress-scope.ts";
import type { FindingCode } from "../../../environment/finding-codes.ts";
import type { ExpressionNode, SelectCore, Span } from "../sql/query-tree.ts";
import type { Scope } from "../sql/scope.ts";
import { comparisonsIn } from "./comparisons.ts";
import type { ConditionCounts } from "./count-conditions.ts";
import type { InspectionRun } from "./inspection-run.ts";
import { withOf } from "./literal-existence.ts";

/** Notes that let doubt an empty result as a warning would. */
const DOUBTS: readonly FindingCode[] = [
  "value-not-found",
  "date-format-mismatch",
  "text-compared-as-number",
  "constant-condition",
];

/** Said where nothing points to a fault. */
const MAY_BE_TRUE = "Nothing else points to a fault: this may truly be the answer.";

/** Tells of conditions that leave nothing: a warning where something found before lets doubt them, else a note. */
function tellEmptyResult(run: InspectionRun, span: Span, message: string): void {
  const doubted = run.ranOut || run.notes.some((note) => DOUBTS.includes(note.code));
  if (doubted) run.warn("empty-result", span, message);
  else run.note("empty-result", span, `${message} ${MAY_BE_TRUE}`);
}

/** Says that no group meets HAVING; `emptying` is the condition that none meets alone, or the first. */
export function tellEmptyHaving(run: InspectionRun, emptying: Span, having: Span, groups: number): void {
  if (run.warnings.length === 0)
    tellEmptyResult(run, emptying, `No group of ${groups} meets ${run.text(having)}.`);
}

/** Says which condition of WHERE leaves no row, when nothing else that was found explains it. */
export async function tellEmptyWhere(
  run: InspectionRun,
  core: SelectCore,
  scope: Scope,
  counts: ConditionCounts,
): Promise<void> {
  if (counts.kept > 0 || counts.before === 0 || run.warnings.length > 0) return;
  const { conditions } = counts;
  const alone = conditions.findIndex((each) => each.alone === 0);
  const emptying = alone >= 0 ? alone : conditions.findIndex((each) => each.joined === 0);
  const found = conditions[emptying];
  if (!found) return;
  if (alone < 0) {
    const left = conditions[emptying - 1]?.joined ?? counts.before;
    const message = `Each condition keeps rows alone, but together they leave none; ${found.text} takes the last ${left} away.`;
    return tellEmptyResult(run, found.node, message);
  }
  const nulls = await nullsOfExclusion(run, core, scope, found.node);
  if (nulls > 0) {
    const message = `No row meets ${found.text}: the subquery gives NULL, and then NOT IN is true for no row; leave NULL out in it.`;
    run.warn("empty-result", found.node, message);
    return;
  }
  tellEmptyResult(run, found.node, `No row meets ${found.text}${await rangeOf(run, scope, found.node)}.`);
}

/** Rows for which `x NOT IN (SELECT …)` is NULL although `x` is not: the subquery gives NULL. */
async function nullsOfExclusion(run: InspectionRun, core: SelectCore, scope: Scope, node: ExpressionNode) {
  const within = node.type === "unary" && node.operator === "NOT" ? node.operand : node;
  const excludes = within.type === "in" && within.negated !== (within !== node);
  if (!excludes || within.set.type !== "subquery" || !core.from) return 0;
  const counts = await run.askNumbers(
    `${withOf(run, scope)}SELECT COUNT(*) FROM ${core.from.text} WHERE (${run.text(node)}) IS NULL AND (${run.text(within.operand)}) IS NOT NULL`,
  );
  return counts?.[0] ?? 0;
}

/** Where the column that is compared begins and ends, for a range beyond it. */
async function rangeOf(run: InspectionRun, scope: Scope, node: ExpressionNode): Promise<string> {
  const [comparison, ...others] = comparisonsIn(run, { node, scope, place: "where" });
  if (comparison?.kind !== "order" || !comparison.base || others.length > 0) return "";
  const operand = run.text(comparison.operand);
  const result = await run.ask(
    `${withOf(run, scope)}SELECT MIN(${operand}), MAX(${operand}) FROM ${run.text(comparison.source.source)}`,
  );
  const [least, most] = result?.rows[0] ?? [];
  return least === null || least === undefined
    ? ""
    : `; ${operand} goes from ${told(String(least))} to ${told(String(most))}`;
}
