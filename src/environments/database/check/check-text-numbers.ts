import { advised } from "../../../environment/egress/egress-scope.ts";
import { conjunctsOf } from "../sql/conjuncts.ts";
import type { BinaryNode, ExpressionNode, SelectCore } from "../sql/query-tree.ts";
import { walkExpression } from "../sql/walk-expression.ts";
import type { ScopedExpression } from "./clause-expressions.ts";
import { isWrittenNumber } from "./column-profile.ts";
import type { Comparison } from "./comparisons.ts";
import type { InspectionRun } from "./inspection-run.ts";
import { withOf } from "./literal-existence.ts";
import { literalOf } from "./literal-text.ts";
import { type BaseColumn, columnAt, columnTitle } from "./query-scope.ts";

const MOSTLY = 0.8;

/** True for a column declared as text (or as nothing) whose cells are numbers, plain or with separators and signs. */
export async function holdsNumbersAsText(run: InspectionRun, base: BaseColumn): Promise<boolean> {
  if (base.column.affinity !== "text" && base.column.affinity !== "other") return false;
  const profile = await run.profile(base);
  if (!profile) return false;
  return profile.plainNumbers >= MOSTLY || profile.writtenNumbers >= MOSTLY;
}

/** Warns of `<`, `>`, BETWEEN between a text column and a number where comparing letters and comparing numbers keep different rows. */
export async function checkTextOrder(run: InspectionRun, comparisons: readonly Comparison[]): Promise<void> {
  for (const comparison of comparisons) {
    const { base, literals } = comparison;
    if (comparison.kind !== "order" || !base || !literals.every((each) => isWrittenNumber(each.value)))
      continue;
    if (!(await holdsNumbersAsText(run, base))) continue;
    const operand = run.text(comparison.operand);
    const number = advised(run.services.driver.dialect.toNumber(operand));
    const values = literals.map((each) => each.value.replace(/[\s,$€£¥%]/gu, ""));
    const numeric =
      comparison.operator === "BETWEEN"
        ? `${number} BETWEEN ${values.join(" AND ")}`
        : `${number} ${comparison.operator} ${values[0]}`;
    const differs = await keepDifferentRows(
      run,
      `${withOf(run, comparison.scope)}`,
      run.text(comparison.source.source),
      run.text(comparison.span),
      numeric,
    );
    if (!differs) continue;
    run.warn(
      "text-compared-as-number",
      comparison.span,
      `${columnTitle(base)} holds numbers as text, so ${run.text(comparison.span)} compares letters ('9' comes after '10').`,
      [{ text: numeric, replaces: run.text(comparison.span), reason: "compares numbers" }],
    );
  }
}

const ORDERS = new Set(["<", ">", "<=", ">="]);

/** The same where the other side is no constant: another text column, a subquery, a calculation. */
export async function checkTextAgainstOthers(
  run: InspectionRun,
  core: SelectCore,
  expression: ScopedExpression,
): Promise<void> {
  if (expression.within || !core.from) return;
  const nodes: BinaryNode[] = [];
  for (const part of conjunctsOf(expression.node)) {
    walkExpression(part, (node) => {
      if (node.type === "binary" && ORDERS.has(node.operator)) nodes.push(node);
    });
  }
  for (const node of nodes) {
    const { scope } = expression;
    if (literalOf(scope, node.left) || literalOf(scope, node.right)) continue;
    const sides = await Promise.all(
      [node.left, node.right].map(async (side) => ({
        text: run.text(side),
        base: await textNumber(run, expression, side),
      })),
    );
    const [left, right] = sides;
    if (!left || !right || (!left.base && !right.base)) continue;
    const { dialect } = run.services.driver;
    const written = sides.map((side) => (side.base ? advised(dialect.toNumber(side.text)) : side.text));
    const numeric = `${written[0]} ${node.operator} ${written[1]}`;
    const differs = await keepDifferentRows(run, withOf(run, scope), core.from.text, run.text(node), numeric);
    if (!differs) continue;
    run.warn(
      "text-compared-as-number",
      node,
      `${left.base ? left.text : right.text} holds numbers as text, so ${run.text(node)} does not compare numbers.`,
      [{ text: numeric, replaces: run.text(node), reason: "compares numbers" }],
    );
  }
}

async function textNumber(
  run: InspectionRun,
  { scope }: ScopedExpression,
  side: ExpressionNode,
): Promise<BaseColumn | undefined> {
  const base = side.type === "column" ? columnAt(scope, side)?.column.origin : undefined;
  return base && (await holdsNumbersAsText(run, base)) ? base : undefined;
}

/** True when the two conditions do not keep the same rows; false as well where the engine has no answer. */
export async function keepDifferentRows(
  run: InspectionRun,
  withText: string,
  from: string,
  a: string,
  b: string,
): Promise<boolean> {
  const one = (condition: string) => `COUNT(CASE WHEN ${condition} THEN 1 END)`;
  const counts = await run.askNumbers(
    `${withText}SELECT ${one(a)}, ${one(b)}, ${one(`(${a}) AND (${b})`)} FROM ${from}`,
  );
  return counts !== undefined && (counts[0] !== counts[1] || counts[0] !== counts[2]);
}
