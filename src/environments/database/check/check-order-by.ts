import { advised, told } from "../../../environment/egress/egress-scope.ts";
import { resolveColumn } from "../sql/build-scope.ts";
import { columnsOf } from "../sql/column-references.ts";
import type { ExpressionNode, OrderItem, QueryTree, SelectCore } from "../sql/query-tree.ts";
import { readOrderItems } from "../sql/read-items.ts";
import type { Scope } from "../sql/scope.ts";
import { checkBareColumns } from "./check-bare-columns.ts";
import { checkExpressions } from "./check-expressions.ts";
import type { ClauseFacts } from "./check-from.ts";
import { checkIntegerDivision } from "./check-integer-division.ts";
import { holdsNumbersAsText } from "./check-text-numbers.ts";
import type { ClauseCheck } from "./clause-check.ts";
import { aggregatesIn, clauseExpressions, subqueriesIn } from "./clause-expressions.ts";
import { isPlainNumber } from "./column-profile.ts";
import { literalOf } from "./comparisons.ts";
import { selectOver } from "./core-text.ts";
import { writtenDateForm } from "./date-advice.ts";
import { formsOf, isSorting, sortableText } from "./date-form.ts";
import { rowCount } from "./literal-existence.ts";
import { columnAt, columnTitle } from "./query-scope.ts";

const COMPARED = 2000;

/** Warns of ordering by a text column that holds numbers or day-first dates, where the order by letters is another than that of the values. */
async function checkOrderOfText(
  run: ClauseCheck,
  core: SelectCore,
  scope: Scope,
  item: OrderItem,
  meant: ExpressionNode,
): Promise<void> {
  const base = meant.type === "column" ? columnAt(scope, meant)?.column.origin : undefined;
  if (!core.from) return;
  if (!base) {
    await checkOrderOfCalculated(run, core, scope, item, meant);
    return;
  }
  const name = columnTitle(base);
  const text = run.text(meant);
  if (await holdsNumbersAsText(run, base)) {
    const result = await run.ask(selectOver(run, core, scope, `DISTINCT ${text}`), [], COMPARED);
    const cells = result?.rows.flatMap(([value]) => (typeof value === "string" ? [value] : [])) ?? [];
    if (!isMisordered(cells)) return;
    run.warn(
      "text-compared-as-number",
      item,
      `${name} holds numbers as text, so that it is ordered by letters ('9' comes after '10').`,
      [
        {
          text: advised(run.services.driver.dialect.toNumber(text)),
          replaces: run.text(item.expression),
          reason: "orders by the number",
        },
      ],
    );
    return;
  }
  if (base.column.affinity !== "text") return;
  const form = await writtenDateForm(run, base);
  if (!form || isSorting(form)) return;
  const sortable = sortableText(run.services.driver.dialect, text, form);
  run.warn(
    "date-format-mismatch",
    item,
    `${name} ${formsOf(form)}; the order by letters is not that of time.`,
    sortable === undefined
      ? []
      : [{ text: sortable, replaces: run.text(item.expression), reason: "orders by time" }],
  );
}

/** The same for an expression whose results are texts: `ORDER BY CAST(price AS TEXT)`. */
async function checkOrderOfCalculated(
  run: ClauseCheck,
  core: SelectCore,
  scope: Scope,
  item: OrderItem,
  meant: ExpressionNode,
): Promise<void> {
  if (meant.type === "literal" || columnsOf(meant).length === 0) return;
  const text = run.text(meant);
  const grouped = { groups: true, having: true };
  const result = await run.ask(selectOver(run, core, scope, `DISTINCT ${text}`, grouped), [], COMPARED);
  const cells = result?.rows.flatMap(([value]) => (typeof value === "string" ? [value] : [])) ?? [];
  const filled = cells.filter((cell) => cell.trim() !== "");
  if (filled.length < 2 || !filled.every((cell) => isPlainNumber(cell)) || !isMisordered(cells)) return;
  const inner =
    meant.type === "cast" ? run.text(meant.operand) : advised(run.services.driver.dialect.toNumber(text));
  run.warn(
    "text-compared-as-number",
    item,
    `${text} gives numbers as text, which are ordered by letters ('9' comes after '10').`,
    [{ text: inner, replaces: run.text(item.expression), reason: "orders by the number" }],
  );
}

/** True when sorting the cells as texts gives another order than sorting them as numbers. */
function isMisordered(cells: readonly string[]): boolean {
  const numbers = [...cells]
    .filter((text) => text.trim() !== "")
    .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
    .map((text) => Number(text.replace(/[\s,$€£¥%]/gu, "")))
    .filter((value) => !Number.isNaN(value));
  return numbers.some((value, i) => value < (numbers[i - 1] ?? value));
}

/** Rows beyond the LIMIT that are read to count ties. */
const MOST_TIES = 100;

/** Numbers ordered as text, orderings that depend on no row, NULLs that come first, ties at the LIMIT. */
export async function checkOrderBy(
  run: ClauseCheck,
  query: QueryTree,
  core: SelectCore,
  scope: Scope,
): Promise<ClauseFacts> {
  const { dialect } = run.services.driver;
  if (query.orderBy) {
    const expressions = clauseExpressions(run, core, "order_by", scope, query.orderBy);
    await checkExpressions(run, expressions);
    for (const expression of expressions) await checkIntegerDivision(run, core, expression);
    const items = readOrderItems(query.orderBy, dialect.lexical);
    for (const item of items) await checkItem(run, core, scope, item);
    const ordered = items.map((item) => item.expression);
    if (core.groupBy || ordered.some((node) => aggregatesIn(node, dialect.functions).length > 0)) {
      const selected = scope.items.flatMap((item) => (item.expression ? [item.expression] : []));
      const extremes = selected.flatMap((node) => aggregatesIn(node, dialect.functions));
      if (extremes.length === 0 || core.groupBy) await checkBareColumns(run, core, scope, ordered);
    }
    await tellTie(run, query, core, scope, items);
  }
  return { facts: {} };
}

/** What an item orders by: the expression behind an alias or a place in the select list. */
export function orderedExpression(scope: Scope, node: ExpressionNode): ExpressionNode | undefined {
  if (node.type === "literal" && node.kind === "number" && /^\d+$/u.test(node.value)) {
    return scope.items[Number(node.value) - 1]?.expression;
  }
  if (node.type !== "column") return node;
  const found = resolveColumn(node, scope, { aliases: "first" });
  return found.kind === "selectAlias" ? found.item.expression : node;
}

async function checkItem(run: ClauseCheck, core: SelectCore, scope: Scope, item: OrderItem): Promise<void> {
  const { dialect } = run.services.driver;
  const { expression } = item;
  const isPlace =
    expression.type === "literal" && expression.kind === "number" && /^\d+$/u.test(expression.value);
  const meant = orderedExpression(scope, expression);
  if (!meant) return;
  const literal = literalOf(scope, expression);
  const aggregates = aggregatesIn(meant, dialect.functions);
  if (literal && !isPlace && !literal.doubleQuoted) {
    const column = scope.sources.some((source) =>
      source.columns.some((each) => dialect.sameIdentifier(each.name, literal.value)),
    );
    run.warn(
      "order-by-constant",
      item,
      `${run.text(expression)} is a constant, so that it orders nothing.`,
      column
        ? [{ text: dialect.identifier(literal.value), replaces: run.text(expression), reason: "the column" }]
        : [],
    );
    return;
  }
  if (aggregates.length > 0 && !core.groupBy && columnsOf(meant).length + aggregates.length > 0) {
    const grouped = scope.items.every(
      (each) => each.expression && aggregatesIn(each.expression, dialect.functions).length > 0,
    );
    if (!grouped) {
      run.warn(
        "order-by-constant",
        item,
        `${run.text(item.expression)} is an aggregate over all rows: without GROUP BY there is one row only, and nothing to order.`,
      );
      return;
    }
  }
  if (aggregates.length === 0 && subqueriesIn(meant).length === 0)
    await checkOrderOfText(run, core, scope, item, meant);
  await tellNullsFirst(run, core, scope, item, meant);
}

async function tellNullsFirst(
  run: ClauseCheck,
  core: SelectCore,
  scope: Scope,
  item: OrderItem,
  meant: ExpressionNode,
): Promise<void> {
  const { dialect } = run.services.driver;
  const first = item.nulls ? item.nulls === "first" : dialect.nullsSortFirstAscending !== item.descending;
  if (!first || item.nulls || meant.type !== "column" || core.groupBy || !core.from) return;
  const counts = await run.askNumbers(selectOver(run, core, scope, `COUNT(*) - COUNT(${run.text(meant)})`));
  const nulls = counts?.[0] ?? 0;
  if (nulls > 0)
    run.note(
      "nulls-first",
      item,
      `${rowCount(nulls)} ${nulls === 1 ? "has NULL" : "have NULL"} in ${run.text(meant)} and ${nulls === 1 ? "comes" : "come"} first.`,
    );
}

/** Tells how many rows have the same ordering values as the last one shown, where some of them are not. */
async function tellTie(
  run: ClauseCheck,
  query: QueryTree,
  core: SelectCore,
  scope: Scope,
  items: readonly OrderItem[],
): Promise<void> {
  const limit = /^LIMIT\s+(\d+)$/iu.exec(query.limit?.text.trim() ?? "");
  const shown = Number(limit?.[1] ?? 0);
  if (!query.limit || !query.orderBy || shown < 1 || shown > 1000 || query.cores.length > 1) return;
  const keys = items.map((item) => orderedExpression(scope, item.expression));
  if (keys.some((key) => key === undefined)) return;
  const list = keys.map((key, i) => `${key ? run.text(key) : "NULL"} AS k${i}`).join(", ");
  const order = items.map(
    (item, i) => `k${i}${item.descending ? " DESC" : ""}${item.nulls ? ` NULLS ${item.nulls}` : ""}`,
  );
  const most = shown + MOST_TIES;
  const sql = `${selectOver(run, core, scope, list, { groups: true, having: true })} ORDER BY ${order.join(", ")} LIMIT ${most}`;
  const result = await run.ask(sql, [], most);
  const [last, next] = [result?.rows[shown - 1], result?.rows[shown]];
  if (last && next && last.every((value, i) => value === next[i])) {
    const rows = result?.rows ?? [];
    const ties = rows.map((row) => last.every((value, i) => value === row[i]));
    const [all, those] = [ties, ties.slice(0, shown)].map((each) => each.filter(Boolean).length);
    const many = rows.length === most ? `${all} rows or more` : `${all} rows`;
    run.note(
      "tie-at-limit",
      query.limit,
      `${many} tie at the LIMIT with the same ordering values (${last.map((value) => told(String(value))).join(", ")}), and ${those} of them ${those === 1 ? "is" : "are"} shown.`,
    );
  }
}
