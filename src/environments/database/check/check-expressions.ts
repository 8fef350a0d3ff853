import { nearestNames } from "../../../util/nearest-names.ts";
import { resolveColumn } from "../sql/build-scope.ts";
import { columnsOf } from "../sql/column-references.ts";
import { type BinaryNode, type ColumnNode, type ExpressionNode, walkExpression } from "../sql/query-tree.ts";
import type { Scope } from "../sql/scope.ts";
import { checkAggregates } from "./check-aggregates.ts";
import { checkDateLiterals, checkDateOrder, checkMixedDates, checkUnreadDates } from "./check-date-order.ts";
import { checkCasts, checkTextOrder } from "./check-text-numbers.ts";
import type { ClauseCheck } from "./clause-check.ts";
import { aggregatesIn, type ScopedExpression } from "./clause-expressions.ts";
import { type Comparison, comparisonsIn, literalOf } from "./comparisons.ts";
import { rowCount } from "./literal-existence.ts";
import { checkLiterals } from "./literal-findings.ts";
import { hasMasked, maskedColumnAt } from "./masked.ts";
import { columnAt, columnTitle } from "./query-scope.ts";
import { writeValue } from "./value-advice.ts";

/** Spellings that are shown of one value. */
const SHOWN = 3;

/** Tells of cells that differ from a text only in case or space (`lyon`, `Lyon `), and that an equality with it leaves out. */
async function tellOtherSpellings(run: ClauseCheck, comparisons: readonly Comparison[]): Promise<void> {
  for (const comparison of comparisons) {
    const { base, kind, operator, span } = comparison;
    if (!base || kind !== "equal" || operator !== "=" || base.column.affinity !== "text") continue;
    const literals = comparison.literals.filter((each) => each.kind === "string" && each.value.trim() !== "");
    const profile = literals.length > 0 ? await run.profile(base) : undefined;
    const cells = profile?.sample.cells ?? [];
    // Wherever the query names the other spelling, it knows of it.
    const named = new Set(
      comparisons
        .filter((each) => each.base?.column === base.column)
        .flatMap((each) => each.literals.map((one) => one.value)),
    );
    for (const literal of literals) {
      if (!cells.some((cell) => cell.text === literal.value)) continue;
      const wanted = folded(literal.value);
      const others = cells.filter((cell) => !named.has(cell.text) && folded(cell.text) === wanted);
      if (others.length === 0) continue;
      const shown = others
        .slice(0, SHOWN)
        .map((cell) => `${writeValue(run, comparison, literal, cell.text)} (${rowCount(cell.count)})`);
      const text = `${shown.join(", ")}${others.length > SHOWN ? ", …" : ""}`;
      run.note(
        "case-differs",
        span,
        `${columnTitle(base)} also has ${text}, which ${run.text(span)} leaves out.`,
      );
    }
  }
}

function folded(text: string): string {
  return text.normalize("NFC").trim().replace(/\s+/gu, " ").toLowerCase();
}

const NEAR = 0.8;

/**
 * Warns of a double-quoted word that was meant as a column but is read as text: it is near a column's name, or is all that stands there
 * (`ORDER BY "Nme"`). A word that is near none and is compared with something is a text in the wrong quotes, which does no harm.
 */
function checkQuotedText(run: ClauseCheck, expressions: readonly ScopedExpression[]): void {
  for (const { node, scope } of expressions) {
    for (const column of columnsOf(node)) {
      if (resolveColumn(column, scope).kind !== "text") continue;
      const [near] = nearestNames(column.name, columnNames(scope), { limit: 3 });
      const alone = node === column || isAggregated(run, node, column);
      if (!alone && (near?.score ?? 0) < NEAR) continue;
      tell(run, column, scope);
    }
  }
}

/** `SUM("spet")`: nobody adds up a text on purpose. */
function isAggregated(run: ClauseCheck, node: ExpressionNode, column: ColumnNode): boolean {
  const calls = aggregatesIn(node, run.services.driver.dialect.functions);
  return calls.some(
    (call) => call.arguments[0] === column && !/^(group_concat|string_agg)$/iu.test(call.name),
  );
}

function tell(run: ClauseCheck, column: ColumnNode, scope: Scope): void {
  const { dialect } = run.services.driver;
  const near = nearestNames(column.name, columnNames(scope), { limit: 3 }).filter(
    (each) => each.score >= 0.6,
  );
  run.warn(
    "quoted-column-as-text",
    column,
    `No column is named ${column.name}, so ${run.text(column)} is read as a text.${near[0] ? ` Did you mean ${near[0].name}?` : ""}`,
    near.map((each) => ({
      text: dialect.identifier(each.name),
      replaces: run.text(column),
      reason: "column",
    })),
  );
}

function columnNames(scope: Scope): readonly string[] {
  return scope.sources.flatMap((source) => source.columns.map((each) => each.name));
}

const EQUAL = new Set(["=", "==", "<>", "!="]);
const OTHER = new Set(["<", ">", "<=", ">=", "LIKE", "NOT LIKE"]);

/** Warns of comparisons with NULL that are never true, and of NOT IN lists that hold a NULL. */
function checkNullComparison(run: ClauseCheck, expressions: readonly ScopedExpression[]): void {
  for (const { node: whole } of expressions) {
    walkExpression(whole, (node) => {
      if (node.type === "binary") {
        const side = isNull(node.right) ? node.left : isNull(node.left) ? node.right : undefined;
        if (!side || (!EQUAL.has(node.operator) && !OTHER.has(node.operator))) return;
        const negated = node.operator === "<>" || node.operator === "!=";
        const text = `${run.text(side)} IS ${negated ? "NOT " : ""}NULL`;
        const suggestions = EQUAL.has(node.operator) ? [{ text, replaces: run.text(node) }] : [];
        run.warn(
          "null-comparison",
          node,
          `${run.text(node)} is never true: nothing equals or differs from NULL. Use ${text}.`,
          suggestions,
        );
      } else if (
        node.type === "in" &&
        node.negated &&
        node.set.type === "list" &&
        node.set.items.some(isNull)
      ) {
        run.warn("null-comparison", node, "NOT IN a list that holds NULL is never true.");
      }
    });
  }
}

function isNull(node: ExpressionNode): boolean {
  return node.type === "literal" && node.kind === "null";
}

/** What is checked of expressions in every clause: constants against the columns they are compared with, masked ones apart. */
export async function checkExpressions(
  run: ClauseCheck,
  expressions: readonly ScopedExpression[],
): Promise<void> {
  checkNullComparison(run, expressions);
  checkQuotedText(run, expressions);
  checkLogicalJoining(run, expressions);
  await checkAggregates(run, expressions);
  for (const expression of expressions) checkInnerOrder(run, expression);
  const all = expressions.flatMap((expression) => comparisonsIn(run, expression));
  const comparisons = hasMasked(run.services) ? all.filter((each) => !isMasked(each)) : all;
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
  return columnsOf(operand).some((node) => maskedColumnAt(scope, node) !== undefined);
}

/** A subquery that orders by a constant text orders nothing; the query's own ORDER BY is judged with its clause. */
function checkInnerOrder(run: ClauseCheck, { node, scope, place, within }: ScopedExpression): void {
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

/** Warns of texts put together by `||` where that is a logical OR, which makes 0 or 1 of them without a word. */
function checkLogicalJoining(run: ClauseCheck, expressions: readonly ScopedExpression[]): void {
  if (!run.services.driver.dialect.lexical.logicalSymbols) return;
  for (const { node: whole, scope } of expressions) {
    const inside = new Set<ExpressionNode>();
    walkExpression(whole, (node) => {
      if (inside.has(node) || !isJoining(run, node)) return;
      const parts = partsOf(run, node, inside);
      if (!parts.some((part) => isText(scope, part))) return;
      const text = `CONCAT(${parts.map((part) => run.text(part)).join(", ")})`;
      const message = `|| is OR here, and takes texts for 0: use ${text}.`;
      const suggestion = { text, replaces: run.text(node), reason: "joins texts" };
      run.warn("text-taken-for-zero", node, message, [suggestion]);
    });
  }
}

function isJoining(run: ClauseCheck, node: ExpressionNode): node is BinaryNode {
  if (node.type !== "binary" || node.operator !== "OR") return false;
  return run.subject.sql.slice(node.left.end, node.right.start).includes("||");
}

/** The operands of `a || b || c` from left to right. */
function partsOf(run: ClauseCheck, node: BinaryNode, inside: Set<ExpressionNode>): ExpressionNode[] {
  const parts: ExpressionNode[] = [];
  const waiting: ExpressionNode[] = [node];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (!isJoining(run, next)) {
      parts.push(next);
      continue;
    }
    inside.add(next);
    waiting.push(next.right, next.left);
  }
  return parts;
}

function isText(scope: Scope, node: ExpressionNode): boolean {
  if (node.type === "literal") return node.kind === "string";
  return node.type === "column" && columnAt(scope, node)?.column.origin?.column.affinity === "text";
}
