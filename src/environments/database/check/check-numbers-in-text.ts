import { advised, told } from "../../../environment/egress/egress-scope.ts";
import type { SqlValue } from "../driver/sql-value.ts";
import { columnsOf } from "../sql/column-references.ts";
import { type CallNode, type ColumnNode, type ExpressionNode, walkExpression } from "../sql/query-tree.ts";
import type { Scope } from "../sql/scope.ts";
import type { Check, CheckedClause } from "./checked-clause.ts";
import { aggregatesIn, type ScopedExpression, subqueriesIn } from "./clause-expressions.ts";
import { rowsOver, withOf } from "./clause-sql.ts";
import { isWrittenNumber } from "./column-profile.ts";
import { literalOf } from "./comparisons.ts";
import { type BaseColumn, columnAt, columnNames, columnTitle } from "./query-scope.ts";

const SUM = /^(sum|avg|total)$/iu;

/** Texts in calculations: sums and means of what is no number, and cells that a CAST, a calculation or a mean takes for 0. */
export const numbersInText: Check = {
  async look(check) {
    for (const { node, scope } of check.expressions) {
      for (const call of aggregatesIn(node, check.dialect)) {
        tellConstant(check, call, scope);
        if (SUM.test(call.name)) await checkSum(check, call, scope);
      }
    }
    for (const place of check.expressions)
      for (const reading of place.core.from ? readingsIn(check, place) : [])
        await tellZeros(check, place, reading);
  },
};

/** `SUM('cost')` adds up a text that looks like a column. */
function tellConstant(check: CheckedClause, call: CallNode, scope: Scope): void {
  const [argument] = call.arguments;
  const literal = argument && literalOf(scope, argument);
  if (!argument || literal?.kind !== "string" || /^count$/iu.test(call.name)) return;
  const { dialect } = check;
  const column = columnNames(scope).find((name) => dialect.sameIdentifier(name, literal.value));
  if (column === undefined && !SUM.test(call.name)) return;
  const replaces = check.text(argument);
  const meant =
    column === undefined ? [] : [{ text: dialect.identifier(column), replaces, reason: "the column" }];
  check.warn("aggregate-of-text", call, `${replaces} is a text, the same for every row.`, meant);
}

async function checkSum(check: CheckedClause, call: CallNode, scope: Scope): Promise<void> {
  const [argument] = call.arguments;
  const base = argument?.type === "column" ? columnAt(scope, argument)?.column.origin : undefined;
  if (!argument || !base || /^(integer|real|decimal|boolean)$/u.test(base.column.affinity)) return;
  const profile = await check.profile(base);
  const cells = profile?.sample.cells ?? [];
  if (!profile || cells.length === 0 || profile.plainNumbers === 1) return;
  const examples = cells.slice(0, 2).map((cell) => `'${told(cell.text)}'`);
  const held = `(as ${examples.join(", ")})`;
  if (profile.plainNumbers < 0.5 && profile.writtenNumbers < 0.5) {
    const message = `${columnTitle(base)} holds no numbers ${held}, so ${check.text(call)} means nothing.`;
    check.warn("aggregate-of-text", call, message);
  } else if (profile.writtenNumbers > profile.plainNumbers) {
    const replaces = check.text(argument);
    const text = advised(check.dialect.toNumber(replaces));
    const message = `${columnTitle(base)} holds numbers written as text ${held}, which ${call.name} reads only in part.`;
    const suggestion = { text, replaces, reason: "turns the text into a number" };
    check.warn("aggregate-of-text", call, message, [suggestion]);
  }
}

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

function readingsIn(
  check: CheckedClause,
  { node: expression, scope }: ScopedExpression,
): readonly NumberReading[] {
  const found: NumberReading[] = [];
  const add = (node: ExpressionNode, operand: ExpressionNode, number: string) => {
    const [column, ...others] = columnsOf(operand);
    const resolved = column && columnAt(scope, column);
    const base = resolved?.outer === false ? resolved.column.origin : undefined;
    if (!column || !base || others.length > 0 || base.column.masked === true) return;
    const isPlain = subqueriesIn(operand).length + aggregatesIn(operand, check.dialect).length === 0;
    if (isPlain && /^(text|other)$/u.test(base.column.affinity)) found.push({ node, number, column, base });
  };
  const addColumn = (node: ExpressionNode, side: ExpressionNode | undefined) => {
    if (side?.type === "column") add(node, side, `(${check.text(side)} + 0)`);
  };
  walkExpression(expression, (node) => {
    if (node.type === "cast" && NUMERIC.test(node.target)) add(node, node.operand, check.text(node));
    if (node.type === "binary" && ARITHMETIC.has(node.operator))
      for (const side of [node.left, node.right]) addColumn(node, side);
    // A sum is none the worse for a 0; a mean is.
    if (node.type === "call" && /^avg$/iu.test(node.name)) addColumn(node, node.arguments[0]);
  });
  return found;
}

/** Tells of cells that are no numbers and count as 0; engines that refuse them are not asked twice. */
async function tellZeros(
  check: CheckedClause,
  place: ScopedExpression,
  reading: NumberReading,
): Promise<void> {
  const { node, number, column, base } = reading;
  const text = check.text(node);
  const isTold = check.warnings.some(({ code, part }) => code === "aggregate-of-text" && part?.text === text);
  const effect = effectOfZero(place.node, node);
  if (isTold || effect === "none") return;
  const rows = rowsOver(place.core, `${check.text(column)} AS cell, ${number} AS number`);
  const zeros = `SELECT cell, COUNT(*) FROM (${rows}) AS q WHERE number = 0 GROUP BY cell ORDER BY 2 DESC LIMIT 100`;
  const result = await check.ask(withOf(check, place.scope) + zeros);
  const lost = (result?.rows ?? []).filter(([cell]) => typeof cell === "string" && !isWrittenNumber(cell));
  if (lost.length === 0) return;
  const cells = lost.reduce((sum, [, times]) => sum + Number(times), 0);
  const literal = (cell: SqlValue | undefined) => check.dialect.stringLiteral(String(cell));
  const shown = lost.slice(0, SHOWN).map(([cell, times]) => `${literal(cell)} (${Number(times)})`);
  const which = `${shown.join(", ")}${lost.length > SHOWN ? ", …" : ""}`;
  const message = `${text} turns ${cells} ${cells === 1 ? "cell" : "cells"} of ${columnTitle(base)} into 0: ${which}.`;
  // The same expression with these cells as NULL, where they are few different ones.
  const nullified = lost.reduce((inner, [cell]) => `NULLIF(${inner}, ${literal(cell)})`, check.text(column));
  const suggestion = {
    text: text.slice(0, column.start - node.start) + nullified + text.slice(column.end - node.start),
    replaces: text,
    reason: lost.length === 1 ? "leaves them out" : "leaves all of them out",
  };
  const suggestions = lost.length > SHOWN ? [] : [suggestion];
  if (effect === "may") check.note("text-taken-for-zero", node, message, suggestions);
  else check.warn("text-taken-for-zero", node, message, suggestions);
}

const SHOWN = 3;

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

/** Texts put together by `||` where that is a logical OR, which makes 0 or 1 of them without a word. */
export const textsJoinedByOr: Check = {
  look(check) {
    for (const { node: whole, scope } of check.dialect.lexical.logicalSymbols ? check.expressions : []) {
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
  },
};

/** The operands of `a || b || c` from left to right. */
function joinedTexts(check: CheckedClause, node: ExpressionNode): readonly ExpressionNode[] {
  const isJoining =
    node.type === "binary" &&
    node.operator === "OR" &&
    check.text({ start: node.left.end, end: node.right.start }).includes("||");
  return isJoining ? [...joinedTexts(check, node.left), ...joinedTexts(check, node.right)] : [node];
}
