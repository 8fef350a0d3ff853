import { advised } from "../../../environment/egress/egress-scope.ts";
import type { SqlValue } from "../driver/sql-value.ts";
import { columnsOf } from "../sql/column-references.ts";
import { type ColumnNode, type ExpressionNode, type SelectCore, walkExpression } from "../sql/query-tree.ts";
import type { Scope } from "../sql/scope.ts";
import type { ClauseCheck } from "./clause-check.ts";
import { aggregatesIn, type ScopedExpression, subqueriesIn } from "./clause-expressions.ts";
import { isWrittenNumber } from "./column-profile.ts";
import type { Comparison } from "./comparisons.ts";
import { selectOver } from "./core-text.ts";
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
export async function checkCasts(run: ClauseCheck, expressions: readonly ScopedExpression[]): Promise<void> {
  for (const expression of expressions) {
    const { node, scope, core } = expression;
    if (core?.from)
      for (const reading of readingsIn(run, node, scope)) await tellZeros(run, core, expression, reading);
  }
}

function readingsIn(run: ClauseCheck, expression: ExpressionNode, scope: Scope): readonly NumberReading[] {
  const found: NumberReading[] = [];
  const add = (node: ExpressionNode, operand: ExpressionNode, number: string) => {
    const [column, ...others] = columnsOf(operand);
    const resolved = column && columnAt(scope, column);
    const base = resolved?.outer === false ? resolved.column.origin : undefined;
    if (!column || !base || others.length > 0 || base.column.masked === true || !mayBeText(base)) return;
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
  run: ClauseCheck,
  core: SelectCore,
  { node: expression, scope }: ScopedExpression,
  { node, number, column, base }: NumberReading,
): Promise<void> {
  const told = run.warnings.some(
    (each) => each.code === "aggregate-of-text" && each.part?.text === run.text(node),
  );
  if (told) return;
  const effect = effectOfZero(expression, node);
  if (effect === "none") return;
  const withText = withOf(run, scope);
  const rows = selectOver(run, core, scope, `${run.text(column)} AS cell, ${number} AS number`).slice(
    withText.length,
  );
  const result = await run.ask(
    `${withText}SELECT cell, COUNT(*) FROM (${rows}) AS q WHERE number = 0 GROUP BY cell ORDER BY 2 DESC LIMIT 100`,
  );
  const lost = (result?.rows ?? []).filter(([cell]) => typeof cell === "string" && !isWrittenNumber(cell));
  if (lost.length === 0) return;
  const cells = lost.reduce((sum, [, times]) => sum + Number(times), 0);
  const message = `${run.text(node)} turns ${cells} ${cells === 1 ? "cell" : "cells"} of ${columnTitle(base)} into 0${whichCells(run, lost)}.`;
  const suggestions = withoutThem(run, node, column, lost);
  if (effect === "may") run.note("text-taken-for-zero", node, message, suggestions);
  else run.warn("text-taken-for-zero", node, message, suggestions);
}

/** Calls and comparisons in which a 0 is the same as no cell, and those in which it makes the result wrong. */
const HARMLESS = /^(sum|total|max|>=?)$/iu;
const HARMFUL = /^(avg|count|min|<=?)$/iu;

/** What a 0 does to the result, by the nearest call or comparison around it; `may` where it depends on what is meant. */
function effectOfZero(expression: ExpressionNode, node: ExpressionNode): "none" | "false" | "may" {
  let effect: "none" | "false" | "may" = "may";
  walkExpression(expression, (each) => {
    if (each.start > node.start || node.end > each.end) return false;
    if (each === node && each.type !== "call") return false;
    const name = each.type === "call" ? each.name : each.type === "binary" ? each.operator : "";
    if (HARMLESS.test(name)) effect = "none";
    if (HARMFUL.test(name)) effect = "false";
    return each !== node;
  });
  return effect;
}

type LostCells = readonly (readonly SqlValue[])[];

const SHOWN = 3;

function whichCells(run: ClauseCheck, lost: LostCells): string {
  const { dialect } = run.services.driver;
  const written = (cell: SqlValue | undefined) => dialect.stringLiteral(String(cell));
  const [first] = lost;
  if (lost.length === 1)
    return `: ${first && Number(first[1]) > 1 ? "all of them are " : ""}${written(first?.[0])}`;
  const shown = lost.slice(0, SHOWN).map(([cell, times]) => `${written(cell)} (${Number(times)})`);
  return `: ${shown.join(", ")}${lost.length > SHOWN ? ", …" : ""}`;
}

/** The same expression with these cells as NULL, where they are few different ones. */
function withoutThem(run: ClauseCheck, node: ExpressionNode, column: ColumnNode, lost: LostCells) {
  if (lost.length > SHOWN) return [];
  const { dialect } = run.services.driver;
  const nullified = lost.reduce(
    (text, [cell]) => `NULLIF(${text}, ${dialect.stringLiteral(String(cell))})`,
    run.text(column),
  );
  const replaces = run.text(node);
  const [start, end] = [column.start - node.start, column.end - node.start];
  const text = replaces.slice(0, start) + nullified + replaces.slice(end);
  return [{ text, replaces, reason: lost.length === 1 ? "leaves them out" : "leaves all of them out" }];
}

const MOSTLY = 0.8;

/** True for a column declared as text (or as nothing) whose cells are numbers, plain or with separators and signs. */
export async function holdsNumbersAsText(run: ClauseCheck, base: BaseColumn): Promise<boolean> {
  if (base.column.affinity !== "text" && base.column.affinity !== "other") return false;
  const profile = await run.profile(base);
  if (!profile) return false;
  return profile.plainNumbers >= MOSTLY || profile.writtenNumbers >= MOSTLY;
}

/** Warns of `<`, `>`, BETWEEN between a text column and a number where comparing letters and comparing numbers keep different rows. */
export async function checkTextOrder(run: ClauseCheck, comparisons: readonly Comparison[]): Promise<void> {
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

/** True when the two conditions do not keep the same rows; false as well where the engine has no answer. */
export async function keepDifferentRows(
  run: ClauseCheck,
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
