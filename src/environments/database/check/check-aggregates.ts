import { advised, told } from "../../../environment/egress/egress-scope.ts";
import type { CallNode, ExpressionNode } from "../sql/query-tree.ts";
import type { Scope } from "../sql/scope.ts";
import { holdsNumbersAsText } from "./check-text-numbers.ts";
import type { ClauseCheck } from "./clause-check.ts";
import { aggregatesIn, type ScopedExpression } from "./clause-expressions.ts";
import { isWrittenNumber } from "./column-profile.ts";
import { literalOf } from "./comparisons.ts";
import { selectOver } from "./core-text.ts";
import { writtenDateForm } from "./date-advice.ts";
import { formsOf, isSorting, sortableText } from "./date-form.ts";
import { rowCount } from "./literal-existence.ts";
import { type BaseColumn, columnAt, columnTitle } from "./query-scope.ts";

/** Groups of which the extremes are compared. */
const COMPARED_GROUPS = 1000;

/** Warns of MIN and MAX over dates whose order by letters is not that of time, where they give another day. */
async function checkDateExtreme(
  run: ClauseCheck,
  { scope, core }: ScopedExpression,
  call: CallNode,
  base: BaseColumn,
): Promise<void> {
  const [argument] = call.arguments;
  if (!argument || !core?.from || base.column.affinity !== "text") return;
  const report = await writtenDateForm(run, base);
  if (!report || isSorting(report)) return;
  const text = run.text(argument);
  const sortable = sortableText(run.services.driver.dialect, text, report);
  if (sortable === undefined) return;
  const day = (value: string) => sortableText(run.services.driver.dialect, value, report);
  const extreme = `${call.name}(${text})`;
  const result = await run.ask(
    selectOver(run, core, scope, `${extreme}, ${day(extreme)}, ${call.name}(${sortable})`, { groups: true }),
    [],
    COMPARED_GROUPS,
  );
  const wrong = result?.rows.find(([, byText, byTime]) => String(byText) !== String(byTime));
  if (!wrong) return;
  const [found, , right] = wrong;
  run.warn(
    "date-format-mismatch",
    call,
    `${columnTitle(base)} ${formsOf(report)}, so ${run.text(call)} goes by letters: ${told(String(found))} instead of ${told(dayOf(right))}.`,
    [{ text: sortable, replaces: text, reason: "goes by time, and gives YYYY-MM-DD" }],
  );
}

function dayOf(value: unknown): string {
  return value instanceof Date ? value.toISOString().slice(0, 10) : String(value);
}

/** Warns of sums and averages over text that is no number, and of MIN and MAX that order numbers or dates as text; tells of NULLs that COUNT leaves out. */
export async function checkAggregates(
  run: ClauseCheck,
  expressions: readonly ScopedExpression[],
): Promise<void> {
  for (const expression of expressions) {
    const { node, scope } = expression;
    for (const call of aggregatesIn(node, run.services.driver.dialect.functions)) {
      const [argument] = call.arguments;
      const literal = argument && literalOf(scope, argument);
      if (argument && literal?.kind === "string" && !/^count$/iu.test(call.name))
        tellConstant(run, call, argument, literal.value, scope);
      const base = argument && baseOf(scope, argument);
      if (!base || !argument) continue;
      if (/^(sum|avg|total)$/iu.test(call.name)) await checkSum(run, call, argument, base);
      else if (/^(min|max)$/iu.test(call.name)) {
        await checkExtreme(run, call, argument, base);
        await checkDateExtreme(run, expression, call, base);
      } else if (/^count$/iu.test(call.name)) await tellNulls(run, call, base);
    }
  }
}

/** `SUM('cost')` adds up a text that looks like a column. */
function tellConstant(
  run: ClauseCheck,
  call: CallNode,
  argument: ExpressionNode,
  value: string,
  scope: Scope,
): void {
  const { dialect } = run.services.driver;
  const column = scope.sources
    .flatMap((source) => source.columns)
    .find((each) => dialect.sameIdentifier(each.name, value));
  if (!column && !/^(sum|avg|total)$/iu.test(call.name)) return;
  run.warn(
    "aggregate-of-text",
    call,
    `${run.text(argument)} is a text, the same for every row.`,
    column
      ? [{ text: dialect.identifier(column.name), replaces: run.text(argument), reason: "the column" }]
      : [],
  );
}

function baseOf(scope: Scope, node: ExpressionNode): BaseColumn | undefined {
  return node.type === "column" ? columnAt(scope, node)?.column.origin : undefined;
}

async function checkSum(
  run: ClauseCheck,
  call: CallNode,
  argument: ExpressionNode,
  base: BaseColumn,
): Promise<void> {
  if (["integer", "real", "decimal", "boolean"].includes(base.column.affinity)) return;
  const profile = await run.profile(base);
  const cells = profile?.sample.cells ?? [];
  if (!profile || cells.length === 0 || profile.plainNumbers === 1) return;
  const name = columnTitle(base);
  const text = run.text(argument);
  if (profile.plainNumbers < 0.5 && profile.writtenNumbers < 0.5) {
    run.warn(
      "aggregate-of-text",
      call,
      `${name} holds no numbers (as ${quotedExamples(cells)}), so ${run.text(call)} means nothing.`,
    );
  } else if (profile.writtenNumbers > profile.plainNumbers) {
    const number = advised(run.services.driver.dialect.toNumber(text));
    run.warn(
      "aggregate-of-text",
      call,
      `${name} holds numbers written as text (as ${quotedExamples(cells)}), which ${call.name} reads only in part.`,
      [{ text: number, replaces: text, reason: "turns the text into a number" }],
    );
  }
}

async function checkExtreme(
  run: ClauseCheck,
  call: CallNode,
  argument: ExpressionNode,
  base: BaseColumn,
): Promise<void> {
  if (!(await holdsNumbersAsText(run, base))) return;
  const profile = await run.profile(base);
  const cells = (profile?.sample.cells ?? []).map((cell) => cell.text).filter((text) => text.trim() !== "");
  const numbers = cells.filter((text) => !Number.isNaN(Number(text)));
  const pick = /^max$/iu.test(call.name) ? 1 : -1;
  const byText = [...cells].sort((a, b) => pick * (a < b ? 1 : a > b ? -1 : 0))[0];
  const byNumber = [...numbers].sort((a, b) => pick * (Number(b) - Number(a)))[0];
  if (byText === undefined || byNumber === undefined || Number(byText) === Number(byNumber)) return;
  const text = run.text(argument);
  const { dialect } = run.services.driver;
  const odd = cells.filter((cell) => !isWrittenNumber(cell));
  const named = odd.length > MOST_NAMED ? [] : odd;
  const filled = named.reduce((inner, cell) => `NULLIF(${inner}, ${dialect.stringLiteral(cell)})`, text);
  run.warn(
    "text-compared-as-number",
    call,
    `${columnTitle(base)} holds numbers as text, so ${run.text(call)} goes by letters: ${told(String(byText))} instead of ${told(String(byNumber))}.`,
    [{ text: dialect.toNumber(filled), replaces: text, reason: "compares numbers" }],
  );
}

/** Different cells without a number that a suggestion leaves out by name. */
const MOST_NAMED = 3;

async function tellNulls(run: ClauseCheck, call: CallNode, base: BaseColumn): Promise<void> {
  if (!base.column.nullable || base.column.primaryKeyPosition !== undefined) return;
  const { dialect } = run.services.driver;
  const column = dialect.identifier(base.column.name);
  const table = base.table.schema === undefined ? "" : `${dialect.identifier(base.table.schema)}.`;
  const counts = await run.askNumbers(
    `SELECT COUNT(*) - COUNT(${column}) FROM ${table}${dialect.identifier(base.table.name)}`,
  );
  const nulls = counts?.[0] ?? 0;
  if (nulls > 0) {
    run.note(
      "nulls-present",
      call,
      `${columnTitle(base)} is NULL in ${rowCount(nulls)}, which ${run.text(call)} leaves out.`,
    );
  }
}

function quotedExamples(cells: readonly { readonly text: string }[]): string {
  return cells
    .slice(0, 2)
    .map((cell) => `'${told(cell.text)}'`)
    .join(", ");
}
