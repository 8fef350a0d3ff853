import { advised, told } from "../../../environment/egress/egress-scope.ts";
import type { FindingCode } from "../../../environment/tool-failure.ts";
import { columnsOf } from "../sql/column-references.ts";
import type { CallNode, ExpressionNode, OrderItem } from "../sql/query-tree.ts";
import type { Check, CheckedClause } from "./checked-clause.ts";
import { aggregatesIn, type ScopedExpression } from "./clause-expressions.ts";
import { type Place, selectOver, withOf } from "./clause-sql.ts";
import { isPlaceholder, isWrittenNumber } from "./column-profile.ts";
import type { Comparison } from "./comparisons.ts";
import { sortsAsText, writesItsDates, writtenDates } from "./date-form.ts";
import { isoDate, readDate } from "./date-pattern.ts";
import { columnAt, columnTitle } from "./query-scope.ts";

/** Texts that are numbers or dates, and that letters order otherwise than what they say. */
interface TextOrder {
  readonly code: FindingCode;
  /** `product.price holds numbers as text`. */
  readonly because: string;
  readonly cells: readonly string[];
  /** Compares as what the cell says does; undefined where it says neither number nor date. */
  key(cell: string): number | string | undefined;
  /** What orders the expression by it. */
  sortable(expression: string): string | undefined;
}

const COMPARED = 2000;
const MOSTLY = 0.8;

/** How an expression's texts are to be ordered; undefined where letters order them as well, or they are no numbers and no dates. */
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
  const name = base ? columnTitle(base) : text;
  const written = writtenDates(cells.map((cell) => ({ text: cell, count: 1 })));
  const isNumbers =
    filled.length > 1 && filled.filter((cell) => isWrittenNumber(cell)).length >= MOSTLY * filled.length;
  const order: TextOrder | undefined = isNumbers
    ? {
        code: "text-compared-as-number",
        because: `${name} ${base ? "holds" : "gives"} numbers as text`,
        cells,
        key: numberIn,
        sortable: (inner) => dialect.toNumber(inner),
      }
    : written && written.share >= MOSTLY && !sortsAsText(written.form.pattern)
      ? {
          code: "date-format-mismatch",
          because: `${name} ${writesItsDates(written)}`,
          cells,
          key(cell) {
            const form = bare(written.form.pattern);
            const reading = readDate(cell).find(({ pattern }) => bare(pattern) === form);
            return reading && isoDate(reading.date);
          },
          sortable: (inner) => dialect.sortableDate?.(inner, written.form),
        }
      : undefined;
  const keys = order && [...cells].sort(byKey).flatMap((cell) => order.key(cell) ?? []);
  return keys?.some((key, i) => key < (keys[i - 1] ?? key)) ? order : undefined;
}

/** 12 has no leading zero to leave out. */
const bare = (pattern: string): string => pattern.replaceAll("%-", "%");

function numberIn(cell: string): number | undefined {
  const number = Number(cell.replace(/[\s,$€£¥%]/gu, ""));
  return Number.isNaN(number) ? undefined : number;
}

function byKey<T extends string | number>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Warns of an ordering by texts that are numbers or dates. `meant`: what the item orders by, where it is a name or a place. */
export async function orderOfText(
  check: CheckedClause,
  item: OrderItem,
  meant: ExpressionNode,
): Promise<void> {
  const order = await textOrder(check, check, meant, "having");
  if (!order) return;
  const text = meant.type === "cast" ? check.text(meant.operand) : order.sortable(check.text(meant));
  const suggestion = { replaces: check.text(item.expression), reason: "orders by what they say" };
  const message = `${order.because}, so that it is ordered by letters ('9' comes after '10').`;
  check.warn(order.code, item, message, text === undefined ? [] : [{ text: advised(text), ...suggestion }]);
}

/** MIN and MAX over such texts where another one is the least or the greatest. */
export const extremesOfText: Check = {
  async look(check) {
    for (const place of check.expressions)
      for (const call of aggregatesIn(place.node, check.dialect))
        if (/^(min|max)$/iu.test(call.name)) await checkExtreme(check, place, call);
  },
};

/** Different cells without a number that a suggestion leaves out by name. */
const MOST_NAMED = 3;

async function checkExtreme(check: CheckedClause, place: ScopedExpression, call: CallNode): Promise<void> {
  const [argument] = call.arguments;
  const order = argument && (await textOrder(check, place, argument, "where"));
  if (!order) return;
  const known = order.cells.filter((cell) => order.key(cell) !== undefined);
  const byMeaning = [...known].sort((a, b) => byKey(order.key(a) ?? "", order.key(b) ?? ""));
  const byLetters = [...order.cells].sort(byKey);
  const at = /^max$/iu.test(call.name) ? -1 : 0;
  const [wrong, right] = [byLetters.at(at) ?? "", byMeaning.at(at) ?? ""];
  if (!place.core.groupBy && order.key(wrong) === order.key(right)) return;
  const replaces = check.text(argument);
  const odd = order.cells.filter((cell) => order.key(cell) === undefined);
  const filled = (odd.length > MOST_NAMED ? [] : odd).reduce(
    (inner, cell) => `NULLIF(${inner}, ${check.dialect.stringLiteral(cell)})`,
    replaces,
  );
  const text = order.sortable(filled);
  const message = `${order.because}, so ${check.text(call)} goes by letters: ${told(wrong)} instead of ${told(right)}.`;
  const meant =
    text === undefined ? [] : [{ text: advised(text), replaces, reason: "compares what they say" }];
  check.warn(order.code, call, message, meant);
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
      const number = advised(check.dialect.toNumber(check.text(comparison.operand)));
      const values = literals.map(({ value }) => value.replace(/[\s,$€£¥%]/gu, ""));
      const text = `${number} ${operator} ${operator === "BETWEEN" ? values.join(" AND ") : values[0]}`;
      if (!(await keepsOtherRows(check, comparison, text))) continue;
      const replaces = check.text(comparison.span);
      const message = `${columnTitle(base)} holds numbers as text, so ${replaces} compares letters ('9' comes after '10').`;
      const suggestion = { text, replaces, reason: "compares numbers" };
      check.warn("text-compared-as-number", comparison.span, message, [suggestion]);
    }
  },
};

/** True when the other condition does not keep the same rows; false as well where the engine has no answer. */
async function keepsOtherRows(check: CheckedClause, comparison: Comparison, other: string): Promise<boolean> {
  const { scope, source, span } = comparison;
  const own = check.text(span);
  const list = [own, other, `(${own}) AND (${other})`].map((each) => `COUNT(CASE WHEN ${each} THEN 1 END)`);
  const sql = `${withOf(check, scope)}SELECT ${list.join(", ")} FROM ${check.text(source.source)}`;
  const counts = await check.askNumbers(sql);
  return counts !== undefined && (counts[0] !== counts[1] || counts[0] !== counts[2]);
}
