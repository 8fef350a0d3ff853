import { columnsOf } from "../sql/column-references.ts";
import type { ColumnNode, ExpressionNode, SelectCore } from "../sql/query-tree.ts";
import type { Scope } from "../sql/scope.ts";
import { walkExpression } from "../sql/walk-expression.ts";
import { aggregatesIn, subqueriesIn } from "./aggregates.ts";
import type { ScopedExpression } from "./clause-expressions.ts";
import { isWrittenNumber } from "./column-profile.ts";
import { selectOver } from "./core-text.ts";
import type { InspectionRun } from "./inspection-run.ts";
import { withOf } from "./literal-existence.ts";
import { type BaseColumn, columnAt, columnTitle } from "./query-scope.ts";

/** Text that is read as a number. */
interface NumberReading {
  readonly node: ExpressionNode;
  /** What gives the number of one cell, as SQL. */
  readonly number: string;
  readonly column: ColumnNode;
  readonly base: BaseColumn;
}

const NUMERIC = /^(tiny|small|medium|big)?(int|real|dec|num|float|double|unsigned)/iu;
const ARITHMETIC = new Set(["+", "-", "*", "/", "%"]);

/** Tells of cells that are no numbers and that a CAST, a calculation or a mean takes for 0; engines that refuse them are not asked twice. */
export async function checkCasts(
  run: InspectionRun,
  expressions: readonly ScopedExpression[],
): Promise<void> {
  for (const { node, scope, core } of expressions) {
    if (core?.from)
      for (const reading of readingsIn(run, node, scope)) await tellZeros(run, core, scope, reading);
  }
}

function readingsIn(run: InspectionRun, expression: ExpressionNode, scope: Scope): readonly NumberReading[] {
  const found: NumberReading[] = [];
  const add = (node: ExpressionNode, operand: ExpressionNode, number: string) => {
    const [column, ...others] = columnsOf(operand);
    const resolved = column && columnAt(scope, column);
    const base = resolved?.outer === false ? resolved.column.origin : undefined;
    if (!column || !base || others.length > 0 || !mayBeText(base)) return;
    if (
      subqueriesIn(operand).length + aggregatesIn(operand, run.services.driver.dialect.functions).length >
      0
    )
      return;
    found.push({ node, number, column, base });
  };
  walkExpression(expression, (node) => {
    if (node.type === "cast" && NUMERIC.test(node.target)) add(node, node.operand, run.text(node));
    if (node.type === "binary" && ARITHMETIC.has(node.operator)) {
      for (const side of [node.left, node.right])
        if (side.type === "column") add(node, side, `(${run.text(side)} + 0)`);
    }
    // A sum is none the worse for a 0; a mean is.
    if (node.type === "call" && /^avg$/iu.test(node.name)) {
      const [argument] = node.arguments;
      if (argument?.type === "column") add(node, argument, `(${run.text(argument)} + 0)`);
    }
  });
  return found;
}

function mayBeText({ column }: BaseColumn): boolean {
  return column.affinity === "text" || column.affinity === "other";
}

async function tellZeros(
  run: InspectionRun,
  core: SelectCore,
  scope: Scope,
  { node, number, column, base }: NumberReading,
): Promise<void> {
  const told = run.warnings.some(
    (each) => each.code === "aggregate-of-text" && each.part?.text === run.text(node),
  );
  if (told) return;
  const withText = withOf(run, scope);
  const rows = selectOver(run, core, scope, `${run.text(column)} AS cell, ${number} AS number`).slice(
    withText.length,
  );
  const result = await run.ask(
    `${withText}SELECT cell, COUNT(*) FROM (${rows}) AS q WHERE number = 0 GROUP BY cell ORDER BY 2 DESC LIMIT 100`,
  );
  const lost = (result?.rows ?? []).filter(([cell]) => typeof cell === "string" && !isWrittenNumber(cell));
  const [first] = lost;
  if (!first) return;
  const count = lost.reduce((sum, [, cells]) => sum + Number(cells), 0);
  const example = run.services.driver.dialect.stringLiteral(String(first[0]));
  const name = columnTitle(base);
  const text = run.text(column);
  run.note(
    "text-taken-for-zero",
    node,
    `${run.text(node)} turns ${count} ${count === 1 ? "cell" : "cells"} such as ${example} of ${name} into 0.`,
    lost.length === 1
      ? [{ text: `NULLIF(${text}, ${example})`, replaces: text, reason: "leaves them out" }]
      : [],
  );
}
