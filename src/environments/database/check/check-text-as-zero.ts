import type { SqlValue } from "../driver/sql-value.ts";
import { columnsOf } from "../sql/column-references.ts";
import { type ColumnNode, type ExpressionNode, type SelectCore, walkExpression } from "../sql/query-tree.ts";
import type { Scope } from "../sql/scope.ts";
import type { ClauseCheck } from "./clause-check.ts";
import { aggregatesIn, type ScopedExpression, subqueriesIn } from "./clause-expressions.ts";
import { selectOver, withOf } from "./clause-sql.ts";
import { isWrittenNumber } from "./column-profile.ts";
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
  check: ClauseCheck,
  expressions: readonly ScopedExpression[],
): Promise<void> {
  for (const expression of expressions) {
    const { node, scope, core } = expression;
    if (core?.from)
      for (const reading of readingsIn(check, node, scope)) await tellZeros(check, core, expression, reading);
  }
}

function readingsIn(check: ClauseCheck, expression: ExpressionNode, scope: Scope): readonly NumberReading[] {
  const found: NumberReading[] = [];
  const add = (node: ExpressionNode, operand: ExpressionNode, number: string) => {
    const [column, ...others] = columnsOf(operand);
    const resolved = column && columnAt(scope, column);
    const base = resolved?.outer === false ? resolved.column.origin : undefined;
    if (!column || !base || others.length > 0 || base.column.masked === true || !mayBeText(base)) return;
    if (
      subqueriesIn(operand).length + aggregatesIn(operand, check.services.driver.dialect.functions).length >
      0
    )
      return;
    found.push({ node, number, column, base });
  };
  walkExpression(expression, (node) => {
    if (node.type === "cast" && NUMERIC.test(node.target)) add(node, node.operand, check.text(node));
    if (node.type === "binary" && ARITHMETIC.has(node.operator)) {
      for (const side of [node.left, node.right])
        if (side.type === "column") add(node, side, `(${check.text(side)} + 0)`);
    }
    // A sum is none the worse for a 0; a mean is.
    if (node.type === "call" && /^avg$/iu.test(node.name)) {
      const [argument] = node.arguments;
      if (argument?.type === "column") add(node, argument, `(${check.text(argument)} + 0)`);
    }
  });
  return found;
}

function mayBeText({ column }: BaseColumn): boolean {
  return column.affinity === "text" || column.affinity === "other";
}

async function tellZeros(
  check: ClauseCheck,
  core: SelectCore,
  { node: expression, scope }: ScopedExpression,
  { node, number, column, base }: NumberReading,
): Promise<void> {
  const told = check.warnings.some(
    (each) => each.code === "aggregate-of-text" && each.part?.text === check.text(node),
  );
  if (told) return;
  const effect = effectOfZero(expression, node);
  if (effect === "none") return;
  const withText = withOf(check, scope);
  const rows = selectOver(check, core, scope, `${check.text(column)} AS cell, ${number} AS number`).slice(
    withText.length,
  );
  const result = await check.ask(
    `${withText}SELECT cell, COUNT(*) FROM (${rows}) AS q WHERE number = 0 GROUP BY cell ORDER BY 2 DESC LIMIT 100`,
  );
  const lost = (result?.rows ?? []).filter(([cell]) => typeof cell === "string" && !isWrittenNumber(cell));
  if (lost.length === 0) return;
  const cells = lost.reduce((sum, [, times]) => sum + Number(times), 0);
  const message = `${check.text(node)} turns ${cells} ${cells === 1 ? "cell" : "cells"} of ${columnTitle(base)} into 0${whichCells(check, lost)}.`;
  const suggestions = withoutThem(check, node, column, lost);
  if (effect === "may") check.note("text-taken-for-zero", node, message, suggestions);
  else check.warn("text-taken-for-zero", node, message, suggestions);
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

function whichCells(check: ClauseCheck, lost: LostCells): string {
  const { dialect } = check.services.driver;
  const shown = lost
    .slice(0, SHOWN)
    .map(([cell, times]) => `${dialect.stringLiteral(String(cell))} (${Number(times)})`);
  return `: ${shown.join(", ")}${lost.length > SHOWN ? ", …" : ""}`;
}

/** The same expression with these cells as NULL, where they are few different ones. */
function withoutThem(check: ClauseCheck, node: ExpressionNode, column: ColumnNode, lost: LostCells) {
  if (lost.length > SHOWN) return [];
  const { dialect } = check.services.driver;
  const nullified = lost.reduce(
    (text, [cell]) => `NULLIF(${text}, ${dialect.stringLiteral(String(cell))})`,
    check.text(column),
  );
  const replaces = check.text(node);
  const [start, end] = [column.start - node.start, column.end - node.start];
  const text = replaces.slice(0, start) + nullified + replaces.slice(end);
  return [{ text, replaces, reason: lost.length === 1 ? "leaves them out" : "leaves all of them out" }];
}

/** Warns of texts put together by `||` where that is a logical OR, which makes 0 or 1 of them without a word. */
export function checkLogicalJoining(check: ClauseCheck, expressions: readonly ScopedExpression[]): void {
  if (!check.services.driver.dialect.lexical.logicalSymbols) return;
  for (const { node: whole, scope } of expressions) {
    walkExpression(whole, (node) => {
      const parts = joinedTexts(check, node);
      const isText = (part: ExpressionNode) =>
        part.type === "literal"
          ? part.kind === "string"
          : part.type === "column" && columnAt(scope, part)?.column.origin?.column.affinity === "text";
      if (parts.length < 2 || !parts.some(isText)) return true;
      const text = `CONCAT(${parts.map((part) => check.text(part)).join(", ")})`;
      const message = `|| is OR here, and takes texts for 0: use ${text}.`;
      const suggestion = { text, replaces: check.text(node), reason: "joins texts" };
      check.warn("text-taken-for-zero", node, message, [suggestion]);
      return false;
    });
  }
}

/** The operands of `a || b || c` from left to right. */
function joinedTexts(check: ClauseCheck, node: ExpressionNode): readonly ExpressionNode[] {
  const isJoining =
    node.type === "binary" &&
    node.operator === "OR" &&
    check.clause.sql.slice(node.left.end, node.right.start).includes("||");
  return isJoining ? [...joinedTexts(check, node.left), ...joinedTexts(check, node.right)] : [node];
}
