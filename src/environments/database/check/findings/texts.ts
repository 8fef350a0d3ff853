import {
  type Marked,
  ownText,
  redacted,
  redactedCode,
  say,
  schemaName,
  written,
} from "../../../../environment/egress/marks.ts";
import type { FindingCode } from "../../../../environment/tool-failure.ts";
import { nearestNames } from "../../../../util/nearest-names.ts";
import type { SqlValue } from "../../driver/sql-value.ts";
import { columnsOf } from "../../sql/column-references.ts";
import {
  type CallNode,
  type ColumnNode,
  type ExpressionNode,
  type OrderItem,
  walkExpression,
} from "../../sql/query-tree.ts";
import { resolveColumn, type Scope } from "../../sql/scope.ts";
import type { Check, CheckedClause } from "../checked-clause.ts";
import { aggregatesIn, type ScopedExpression, subqueriesIn } from "../clause-expressions.ts";
import { type Place, rowsOver, selectOver, withOf } from "../clause-sql.ts";
import { isPlaceholder, isWrittenNumber } from "../column-profile.ts";
import { type Comparison, literalOf } from "../comparisons.ts";
import { sortsAsText, writesItsDates, writtenDates } from "../date-form.ts";
import { isoDate, readDate } from "../date-pattern.ts";
import { type BaseColumn, columnAt, columnNamed, columnNames, columnTitle } from "../query-scope.ts";

const NEAR = 0.8;
const WORTH = 0.6;

/**
 * Double-quoted words that were meant as columns but are read as text: they are near a column's name, or are the whole item
 * (`ORDER BY "Nme"`). A word that is near no column and is compared with something is a text in the wrong quotes, which is harmless.
 */
export const quotedTexts: Check = {
  look(check) {
    for (const { node, scope } of check.expressions) {
      for (const column of columnsOf(node)) {
        if (resolveColumn(column, scope).kind !== "text") continue;
        const near = nearestNames(column.name, columnNames(scope), { limit: 3 });
        const isAlone = node === column || isAggregated(check, node, column);
        if (!isAlone && (near[0]?.score ?? 0) < NEAR) continue;
        const replaces = check.shown(column);
        const meant = near.filter(({ score }) => score >= WORTH).map(({ name }) => schemaName(name));
        const question = meant[0] === undefined ? "" : say` Did you mean ${meant[0]}?`;
        check.warn(
          "quoted-column-as-text",
          column,
          say`No column is named ${written(column.name)}, so ${replaces} is read as a text.${question}`,
          meant.map((name) => ({
            text: schemaName(check.dialect.identifier(name)),
            replaces,
            reason: say`column`,
          })),
        );
      }
    }
  },
};

/** `SUM("spet")`: nobody adds up a text on purpose. */
function isAggregated(check: CheckedClause, node: ExpressionNode, column: ColumnNode): boolean {
  const calls = aggregatesIn(node, check.dialect);
  return calls.some(
    ({ name, arguments: [first] }) => first === column && !/^(group_concat|string_agg)$/iu.test(name),
  );
}

const SUM = /^(sum|avg|total)$/iu;

/** Texts in calculations: sums and means of texts that are no numbers, and cells that a CAST, a calculation or a mean takes for 0. */
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
  const replaces = check.shown(argument);
  const meant = columnNamed(scope, literal.value, replaces, check.dialect);
  if (meant.length === 0 && !SUM.test(call.name)) return;
  check.warn("aggregate-of-text", call, say`${replaces} is a text, the same for every row.`, meant);
}

async function checkSum(check: CheckedClause, call: CallNode, scope: Scope): Promise<void> {
  const [argument] = call.arguments;
  const base = argument?.type === "column" ? columnAt(scope, argument)?.column.origin : undefined;
  if (!argument || !base || /^(integer|real|decimal|boolean)$/u.test(base.column.affinity)) return;
  const profile = await check.profile(base);
  const cells = profile?.sample.cells ?? [];
  if (!profile || cells.length === 0 || profile.plainNumbers === 1) return;
  const examples = cells.slice(0, 2).map((cell) => say`'${redacted(cell.text)}'`);
  const held = say`(as ${examples})`;
  if (profile.plainNumbers < 0.5 && profile.writtenNumbers < 0.5) {
    const message = say`${columnTitle(base)} holds no numbers ${held}, so ${check.shown(call)} means nothing.`;
    check.warn("aggregate-of-text", call, message);
  } else if (profile.writtenNumbers > profile.plainNumbers) {
    const replaces = check.text(argument);
    const text = ownText(check.dialect.toNumber(replaces));
    const message = say`${columnTitle(base)} holds numbers written as text ${held}, which ${written(call.name)} reads only in part.`;
    const suggestion = { text, replaces, reason: say`turns the text into a number` };
    check.warn("aggregate-of-text", call, message, [suggestion]);
  }
}

/** Text that is read as a number. */
interface NumberReading {
  readonly node: ExpressionNode;
  /** SQL expression for the number that one cell is read as. */
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
    // A 0 does not change a sum, but it changes a mean.
    if (node.type === "call" && /^avg$/iu.test(node.name)) addColumn(node, node.arguments[0]);
  });
  return found;
}

/** Reports cells that are no numbers and count as 0. */
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
  const shown = lost
    .slice(0, SHOWN)
    .map(([cell, times]) => say`${redactedCode(literal(cell))} (${Number(times)})`);
  const which = say`${shown}${lost.length > SHOWN ? ", …" : ""}`;
  const message = say`${written(text)} turns ${cells} ${cells === 1 ? "cell" : "cells"} of ${columnTitle(base)} into 0: ${which}.`;
  // Suggests the expression with these cells as NULL, if only a few different cells are concerned.
  const nullified = lost.reduce((inner, [cell]) => `NULLIF(${inner}, ${literal(cell)})`, check.text(column));
  const suggestion = {
    text: redacted(
      text.slice(0, column.start - node.start) + nullified + text.slice(column.end - node.start),
    ),
    replaces: text,
    reason: lost.length === 1 ? say`leaves them out` : say`leaves all of them out`,
  };
  const suggestions = lost.length > SHOWN ? [] : [suggestion];
  if (effect === "may") check.note("text-taken-for-zero", node, message, suggestions);
  else check.warn("text-taken-for-zero", node, message, suggestions);
}

const SHOWN = 3;

/** Calls and comparisons whose result a false 0 does not change (`HARMLESS`), or makes wrong (`HARMFUL`). */
const HARMLESS = /^(sum|total|max|>=?)$/iu;
const HARMFUL = /^(avg|count|min|<=?)$/iu;

/** Effect of a false 0 on the result, by the nearest call or comparison around it; `may` where it depends on the intent. */
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

/** Texts concatenated by `||` where `||` is a logical OR, which gives 0 or 1 without an error. */
export const textsJoinedByOr: Check = {
  look(check) {
    for (const { node: whole, scope } of check.dialect.lexical.logicalSymbols ? check.expressions : []) {
      const isText = (part: ExpressionNode) =>
        literalOf(scope, part)?.kind === "string" ||
        (part.type === "column" && columnAt(scope, part)?.column.origin?.column.affinity === "text");
      walkExpression(whole, (node) => {
        const parts = joinedTexts(check, node);
        if (parts.length < 2 || !parts.some(isText)) return true;
        const text = say`CONCAT(${parts.map((part) => check.shown(part))})`;
        const message = say`|| is OR here, and takes texts for 0: use ${text}.`;
        const suggestion = { text, replaces: check.text(node), reason: say`joins texts` };
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

/** How to order texts that hold numbers or dates and whose text order is a different one. */
interface TextOrder {
  readonly code: FindingCode;
  /** `product.price holds numbers as text`. */
  readonly because: Marked;
  readonly cells: readonly string[];
  /** The cells in the order of their numbers or dates; those with neither are missing. */
  readonly inOrder: readonly string[];
  /** SQL expression that sorts in that order; undefined where the dialect has none. */
  sortable(expression: string): string | undefined;
}

const COMPARED = 2000;
const MOSTLY = 0.8;

/** The right order of an expression's texts; undefined where text order is right, or they are neither numbers nor dates. */
async function textOrder(
  check: CheckedClause,
  place: Place,
  expression: ExpressionNode,
  reach: "where" | "having",
): Promise<TextOrder | undefined> {
  const { dialect } = check;
  const base = expression.type === "column" ? columnAt(place.scope, expression)?.column.origin : undefined;
  const mayBeText = base ? /^(text|other)$/u.test(base.column.affinity) : columnsOf(expression).length > 0;
  if (!place.core.from || !mayBeText || base?.column.masked === true) return undefined;
  const text = check.text(expression);
  const result = await check.ask(selectOver(check, place, `DISTINCT ${text}`, reach), [], COMPARED);
  const cells = (result?.rows ?? []).flatMap(([value]) =>
    typeof value === "string" && value.trim() !== "" ? [value] : [],
  );
  const filled = cells.filter((cell) => !isPlaceholder(cell));
  const name = base ? columnTitle(base) : check.shown(expression);
  if (filled.length > 1 && filled.filter(isWrittenNumber).length >= MOSTLY * filled.length) {
    const because = say`${name} ${base ? "holds" : "gives"} numbers as text`;
    const inOrder = otherOrder(cells, numberIn);
    return (
      inOrder && { code: "text-compared-as-number", because, cells, inOrder, sortable: dialect.toNumber }
    );
  }
  const dated = writtenDates(cells.map((cell) => ({ text: cell, count: 1 })));
  if (!dated || dated.share < MOSTLY || sortsAsText(dated.form.pattern)) return undefined;
  const form = bare(dated.form.pattern);
  const inOrder = otherOrder(cells, (cell) => {
    const reading = readDate(cell).find(({ pattern }) => bare(pattern) === form);
    return reading && isoDate(reading.date);
  });
  const because = say`${name} ${writesItsDates(dated)}`;
  const sortable = (inner: string) => dialect.sortableDate?.(inner, dated.form);
  return inOrder && { code: "date-format-mismatch", because, cells, inOrder, sortable };
}

/** The pattern without marks for missing leading zeros, since a 12 fits both. */
const bare = (pattern: string): string => pattern.replaceAll("%-", "%");

function numberIn(cell: string): number | undefined {
  const number = Number(cell.replace(/[\s,$€£¥%]/gu, ""));
  return Number.isNaN(number) ? undefined : number;
}

/** The cells that have a key, in the order of their keys; undefined where that is also the order of the texts. */
function otherOrder<K extends string | number>(
  cells: readonly string[],
  key: (cell: string) => K | undefined,
) {
  const keyed = cells.flatMap((cell) => {
    const own = key(cell);
    return own === undefined ? [] : [{ cell, own }];
  });
  const byText = keyed.toSorted((a, b) => (a.cell < b.cell ? -1 : 1));
  if (byText.every(({ own }, i) => own >= (byText[i - 1]?.own ?? own))) return undefined;
  return byText.toSorted((a, b) => (a.own < b.own ? -1 : a.own > b.own ? 1 : 0)).map(({ cell }) => cell);
}

/** Warns of an ordering by texts that are numbers or dates. `meant` is the item's expression, with alias or position resolved. */
export async function orderOfText(
  check: CheckedClause,
  item: OrderItem,
  meant: ExpressionNode,
): Promise<void> {
  const order = await textOrder(check, check, meant, "having");
  if (!order) return;
  const text = meant.type === "cast" ? check.text(meant.operand) : order.sortable(check.text(meant));
  const suggestion = { replaces: check.text(item.expression), reason: say`orders by what they say` };
  const message = say`${order.because}, so that it is ordered by letters ('9' comes after '10').`;
  check.warn(order.code, item, message, text === undefined ? [] : [{ text: ownText(text), ...suggestion }]);
}

/** MIN and MAX over texts that hold numbers or dates, where text order gives a wrong extreme. */
export const extremesOfText: Check = {
  async look(check) {
    for (const place of check.expressions)
      for (const call of aggregatesIn(place.node, check.dialect))
        if (/^(min|max)$/iu.test(call.name)) await checkExtreme(check, place, call);
  },
};

async function checkExtreme(check: CheckedClause, place: ScopedExpression, call: CallNode): Promise<void> {
  const [argument] = call.arguments;
  const order = argument && (await textOrder(check, place, argument, "where"));
  if (!order) return;
  const at = /^max$/iu.test(call.name) ? -1 : 0;
  const [wrong, right] = [order.cells.toSorted(), order.inOrder].map((cells) => cells.at(at));
  if (!place.core.groupBy && wrong === right) return;
  const replaces = check.text(argument);
  const text = order.sortable(replaces);
  const message = say`${order.because}, so ${check.shown(call)} goes by letters: ${redacted(wrong ?? "")} instead of ${redacted(right ?? "")}.`;
  const reason = say`compares what they say`;
  check.warn(
    order.code,
    call,
    message,
    text === undefined ? [] : [{ text: ownText(text), replaces, reason }],
  );
}

/** `<`, `>`, BETWEEN between a text column and a number where comparing letters and comparing numbers keep different rows. */
export const textComparisons: Check = {
  async look(check) {
    for (const comparison of check.comparisons) {
      const { base, literals, kind, operator } = comparison;
      const isOfNumbers = kind === "order" && literals.every(({ value }) => isWrittenNumber(value));
      if (!isOfNumbers || !base || !/^(text|other)$/u.test(base.column.affinity)) continue;
      const { plainNumbers = 0, writtenNumbers = 0 } = (await check.profile(base)) ?? {};
      if (Math.max(plainNumbers, writtenNumbers) < MOSTLY) continue;
      const number = check.dialect.toNumber(check.text(comparison.operand));
      const values = literals.map(({ value }) => value.replace(/[\s,$€£¥%]/gu, ""));
      const text = `${number} ${operator} ${operator === "BETWEEN" ? values.join(" AND ") : values[0]}`;
      if (!(await keepsOtherRows(check, comparison, text))) continue;
      const replaces = check.text(comparison.span);
      const message = say`${columnTitle(base)} holds numbers as text, so ${written(replaces)} compares letters ('9' comes after '10').`;
      const suggestion = { text: ownText(text), replaces, reason: say`compares numbers` };
      check.warn("text-compared-as-number", comparison.span, message, [suggestion]);
    }
  },
};

/** True when the other condition keeps different rows; false also where the engine has no answer. */
async function keepsOtherRows(check: CheckedClause, comparison: Comparison, other: string): Promise<boolean> {
  const { scope, source, span } = comparison;
  const own = check.text(span);
  const list = [own, other, `(${own}) AND (${other})`].map((each) => `COUNT(CASE WHEN ${each} THEN 1 END)`);
  const sql = `${withOf(check, scope)}SELECT ${list.join(", ")} FROM ${check.text(source.source)}`;
  const counts = await check.askNumbers(sql);
  return counts !== undefined && (counts[0] !== counts[1] || counts[0] !== counts[2]);
}
