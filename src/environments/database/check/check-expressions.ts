import { nearestNames } from "../../../util/nearest-names.ts";
import { resolveColumn } from "../sql/build-scope.ts";
import { columnsOf } from "../sql/column-references.ts";
import { type ColumnNode, type ExpressionNode, walkExpression } from "../sql/query-tree.ts";
import type { Scope } from "../sql/scope.ts";
import { checkAggregates } from "./check-aggregates.ts";
import { checkLiterals } from "./check-literals.ts";
import { checkCasts, checkLogicalJoining } from "./check-text-as-zero.ts";
import { checkTextComparisons } from "./check-text-order.ts";
import type { ClauseCheck } from "./clause-check.ts";
import { aggregatesIn, type ScopedExpression } from "./clause-expressions.ts";
import { type Comparison, comparisonsIn, literalOf } from "./comparisons.ts";
import { checkDateComparisons, checkUnreadDates } from "./dates.ts";
import { hasMasked, maskedColumnAt } from "./masked.ts";

const NEAR = 0.8;

/**
 * Warns of a double-quoted word that was meant as a column but is read as text: it is near a column's name, or is all that stands there
 * (`ORDER BY "Nme"`). A word that is near none and is compared with something is a text in the wrong quotes, which does no harm.
 */
function checkQuotedText(check: ClauseCheck, expressions: readonly ScopedExpression[]): void {
  for (const { node, scope } of expressions) {
    for (const column of columnsOf(node)) {
      if (resolveColumn(column, scope).kind !== "text") continue;
      const [near] = nearestNames(column.name, columnNames(scope), { limit: 3 });
      const alone = node === column || isAggregated(check, node, column);
      if (!alone && (near?.score ?? 0) < NEAR) continue;
      tell(check, column, scope);
    }
  }
}

/** `SUM("spet")`: nobody adds up a text on purpose. */
function isAggregated(check: ClauseCheck, node: ExpressionNode, column: ColumnNode): boolean {
  const calls = aggregatesIn(node, check.services.driver.dialect.functions);
  return calls.some(
    (call) => call.arguments[0] === column && !/^(group_concat|string_agg)$/iu.test(call.name),
  );
}

function tell(check: ClauseCheck, column: ColumnNode, scope: Scope): void {
  const { dialect } = check.services.driver;
  const near = nearestNames(column.name, columnNames(scope), { limit: 3 }).filter(
    (each) => each.score >= 0.6,
  );
  check.warn(
    "quoted-column-as-text",
    column,
    `No column is named ${column.name}, so ${check.text(column)} is read as a text.${near[0] ? ` Did you mean ${near[0].name}?` : ""}`,
    near.map((each) => ({
      text: dialect.identifier(each.name),
      replaces: check.text(column),
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
function checkNullComparison(check: ClauseCheck, expressions: readonly ScopedExpression[]): void {
  for (const { node: whole } of expressions) {
    walkExpression(whole, (node) => {
      if (node.type === "binary") {
        const side = isNull(node.right) ? node.left : isNull(node.left) ? node.right : undefined;
        if (!side || (!EQUAL.has(node.operator) && !OTHER.has(node.operator))) return;
        const negated = node.operator === "<>" || node.operator === "!=";
        const text = `${check.text(side)} IS ${negated ? "NOT " : ""}NULL`;
        const suggestions = EQUAL.has(node.operator) ? [{ text, replaces: check.text(node) }] : [];
        check.warn(
          "null-comparison",
          node,
          `${check.text(node)} is never true: nothing equals or differs from NULL. Use ${text}.`,
          suggestions,
        );
      } else if (
        node.type === "in" &&
        node.negated &&
        node.set.type === "list" &&
        node.set.items.some(isNull)
      ) {
        check.warn("null-comparison", node, "NOT IN a list that holds NULL is never true.");
      }
    });
  }
}

function isNull(node: ExpressionNode): boolean {
  return node.type === "literal" && node.kind === "null";
}

/** What is checked of expressions in every clause: constants against the columns they are compared with, masked ones apart. */
export async function checkExpressions(
  check: ClauseCheck,
  expressions: readonly ScopedExpression[],
): Promise<void> {
  checkNullComparison(check, expressions);
  checkQuotedText(check, expressions);
  checkLogicalJoining(check, expressions);
  await checkAggregates(check, expressions);
  for (const { node, scope, place, within } of expressions)
    if (within && place === "orderBy") warnOfConstantOrder(check, scope, node);
  const all = expressions.flatMap((expression) => comparisonsIn(check, expression));
  const comparisons = hasMasked(check.services) ? all.filter((each) => !isMasked(each)) : all;
  await checkUnreadDates(check, expressions);
  await checkDateComparisons(check, comparisons);
  await checkTextComparisons(check, comparisons);
  await checkLiterals(check, comparisons);
  await checkCasts(check, expressions);
}

/** Nothing but `***` is compared then: which values the column has is not known. */
function isMasked({ operand, scope }: Comparison): boolean {
  return columnsOf(operand).some((node) => maskedColumnAt(scope, node) !== undefined);
}

/** Warns of an ordering by a constant text, which orders nothing. True where it is one. */
export function warnOfConstantOrder(check: ClauseCheck, scope: Scope, node: ExpressionNode): boolean {
  const literal = literalOf(scope, node);
  if (!literal || /^\d+$/u.test(check.text(node)) || literal.doubleQuoted) return false;
  const { dialect } = check.services.driver;
  const column = columnNames(scope).find((name) => dialect.sameIdentifier(name, literal.value));
  const replaces = check.text(node);
  check.warn(
    "order-by-constant",
    node,
    `${replaces} is a constant, so that it orders nothing.`,
    column === undefined ? [] : [{ text: dialect.identifier(column), replaces, reason: "the column" }],
  );
  return true;
}
