import { advised, told } from "../../../environment/egress/egress-scope.ts";
import type { FindingCode } from "../../../environment/tool-failure.ts";
import { columnsOf } from "../sql/column-references.ts";
import type { CallNode, ExpressionNode, OrderItem, SelectCore } from "../sql/query-tree.ts";
import type { Scope } from "../sql/scope.ts";
import type { ClauseCheck } from "./clause-check.ts";
import { selectOver, withOf } from "./clause-sql.ts";
import { isPlaceholder, isWrittenNumber } from "./column-profile.ts";
import type { Comparison } from "./comparisons.ts";
import { sortsAsText, writesItsDates, writtenDates } from "./date-form.ts";
import { isoDate, readDate } from "./date-pattern.ts";
import { type BaseColumn, columnAt, columnTitle } from "./query-scope.ts";

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
  check: ClauseCheck,
  core: SelectCore,
  scope: Scope,
  expression: ExpressionNode,
  groups: boolean,
): Promise<TextOrder | undefined> {
  const { dialect } = check.services.driver;
  const base = expression.type === "column" ? columnAt(scope, expression)?.column.origin : undefined;
  const mayBeText = base ? /^(text|other)$/u.test(base.column.affinity) : columnsOf(expression).length > 0;
  if (!core.from || !mayBeText || base?.column.masked === true) return undefined;
  const text = check.text(expression);
  const query = selectOver(check, core, scope, `DISTINCT ${text}`, { groups, having: groups });
  const result = await check.ask(query, [], COMPARED);
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
            const reading = readDate(cell).find(
              ({ pattern }) => bare(pattern) === bare(written.form.pattern),
            );
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
export async function checkOrderOfText(
  check: ClauseCheck,
  core: SelectCore,
  scope: Scope,
  item: OrderItem,
  meant: ExpressionNode,
): Promise<void> {
  const order = await textOrder(check, core, scope, meant, true);
  if (!order) return;
  const inner = meant.type === "cast" ? check.text(meant.operand) : order.sortable(check.text(meant));
  const replaces = check.text(item.expression);
  check.warn(
    order.code,
    item,
    `${order.because}, so that it is ordered by letters ('9' comes after '10').`,
    inner === undefined ? [] : [{ text: advised(inner), replaces, reason: "orders by what they say" }],
  );
}

/** Different cells without a number that a suggestion leaves out by name. */
const MOST_NAMED = 3;

/** Warns of MIN and MAX over such texts where another one is the least or the greatest. */
export async function checkExtremeOfText(
  check: ClauseCheck,
  core: SelectCore,
  scope: Scope,
  call: CallNode,
): Promise<void> {
  const [argument] = call.arguments;
  const order = argument && (await textOrder(check, core, scope, argument, false));
  if (!order) return;
  const known = order.cells.filter((cell) => order.key(cell) !== undefined);
  const byMeaning = [...known].sort((a, b) => byKey(order.key(a) ?? "", order.key(b) ?? ""));
  const byLetters = [...order.cells].sort(byKey);
  const at = /^max$/iu.test(call.name) ? -1 : 0;
  const [wrong, right] = [byLetters.at(at) ?? "", byMeaning.at(at) ?? ""];
  if (!core.groupBy && order.key(wrong) === order.key(right)) return;
  const { dialect } = check.services.driver;
  const replaces = check.text(argument);
  const odd = order.cells.filter((cell) => order.key(cell) === undefined);
  const filled = (odd.length > MOST_NAMED ? [] : odd).reduce(
    (inner, cell) => `NULLIF(${inner}, ${dialect.stringLiteral(cell)})`,
    replaces,
  );
  const text = order.sortable(filled);
  check.warn(
    order.code,
    call,
    `${order.because}, so ${check.text(call)} goes by letters: ${told(wrong)} instead of ${told(right)}.`,
    text === undefined ? [] : [{ text: advised(text), replaces, reason: "compares what they say" }],
  );
}

/** True for a column declared as text (or as nothing) whose cells are numbers, plain or with separators and signs. */
async function holdsNumbersAsText(check: ClauseCheck, base: BaseColumn): Promise<boolean> {
  if (base.column.affinity !== "text" && base.column.affinity !== "other") return false;
  const profile = await check.profile(base);
  if (!profile) return false;
  return profile.plainNumbers >= MOSTLY || profile.writtenNumbers >= MOSTLY;
}

/** Warns of `<`, `>`, BETWEEN between a text column and a number where comparing letters and comparing numbers keep different rows. */
export async function checkTextComparisons(
  check: ClauseCheck,
  comparisons: readonly Comparison[],
): Promise<void> {
  for (const comparison of comparisons) {
    const { base, literals } = comparison;
    if (comparison.kind !== "order" || !base || !literals.every((each) => isWrittenNumber(each.value)))
      continue;
    if (!(await holdsNumbersAsText(check, base))) continue;
    const operand = check.text(comparison.operand);
    const number = advised(check.services.driver.dialect.toNumber(operand));
    const values = literals.map((each) => each.value.replace(/[\s,$€£¥%]/gu, ""));
    const numeric =
      comparison.operator === "BETWEEN"
        ? `${number} BETWEEN ${values.join(" AND ")}`
        : `${number} ${comparison.operator} ${values[0]}`;
    const differs = await keepDifferentRows(
      check,
      `${withOf(check, comparison.scope)}`,
      check.text(comparison.source.source),
      check.text(comparison.span),
      numeric,
    );
    if (!differs) continue;
    check.warn(
      "text-compared-as-number",
      comparison.span,
      `${columnTitle(base)} holds numbers as text, so ${check.text(comparison.span)} compares letters ('9' comes after '10').`,
      [{ text: numeric, replaces: check.text(comparison.span), reason: "compares numbers" }],
    );
  }
}

/** True when the two conditions do not keep the same rows; false as well where the engine has no answer. */
async function keepDifferentRows(
  check: ClauseCheck,
  withText: string,
  from: string,
  a: string,
  b: string,
): Promise<boolean> {
  const one = (condition: string) => `COUNT(CASE WHEN ${condition} THEN 1 END)`;
  const counts = await check.askNumbers(
    `${withText}SELECT ${one(a)}, ${one(b)}, ${one(`(${a}) AND (${b})`)} FROM ${from}`,
  );
  return counts !== undefined && (counts[0] !== counts[1] || counts[0] !== counts[2]);
}
