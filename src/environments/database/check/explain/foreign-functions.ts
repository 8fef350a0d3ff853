import { advised } from "../../../../environment/egress/egress-scope.ts";
import { columnsOf } from "../../sql/column-references.ts";
import { dateUnit } from "../../sql/date-pattern-text.ts";
import type { CallNode, ExpressionNode } from "../../sql/query-tree.ts";
import { readExpression } from "../../sql/read-expression.ts";
import type { ForeignFunction, SqlDialect } from "../../sql/sql-dialect.ts";
import type { ClauseCheck } from "../clause-check.ts";
import { writtenDateForm } from "../dates.ts";
import { type BaseColumn, columnAt } from "../query-scope.ts";

/** Fills a template's `$1`, `$2` with argument texts. */
export function fillTemplate(template: string, values: readonly string[]): string {
  return advised(template.replace(/\$(\d)/gu, (_, n: string) => values[Number(n) - 1] ?? "NULL"));
}

/** What does the same in this dialect as a call of another dialect's function, with the call's own arguments. */
export async function equivalentOf(check: ClauseCheck, call: CallNode): Promise<string | undefined> {
  const entry = entryFor(check, call);
  if (!entry) return undefined;
  const values = call.arguments.map((each) => check.text(each));
  const text =
    (await byDateForm(check, partAsked(check, call), call.arguments)) ??
    fillTemplate(adapt(entry, values, check.dialect), values);
  return bracketed(check, call, text);
}

/** In brackets where an operator beside the call would bind a part of it: `DATEDIFF(day, a, b) / 7`. */
function bracketed(check: ClauseCheck, call: CallNode, text: string): string {
  const { sql } = check.clause;
  const isBound = OPERATOR_BEFORE.test(sql.slice(0, call.start)) || OPERATOR_BEHIND.test(sql.slice(call.end));
  if (!isBound) return text;
  const node = readExpression({ text, start: 0, end: text.length }, check.dialect.lexical);
  return node.type === "binary" || node.type === "unary" ? `(${text})` : text;
}

const OPERATOR_BEFORE = /[-+*/%|]\s*$/u;
const OPERATOR_BEHIND = /^\s*(?:[-+*/%|]|::)/u;

/** The entry for a call; none where it counts in a unit for which nothing here does the same. */
export function entryFor(check: ClauseCheck, call: CallNode): ForeignFunction | undefined {
  const named = check.dialect.foreignFunctions.filter(
    (each) => each.kind === undefined && each.name.toLowerCase() === call.name.toLowerCase(),
  );
  const fitting = named.filter((each) => each.arity === call.arguments.length);
  const [first] = call.arguments;
  const unit = first && dateUnit(check.text(first));
  const entry = fitting.find((each) => each.unit === unit) ?? fitting.find((each) => each.unit === undefined);
  return entry ?? (fitting.length > 0 ? undefined : named.find((each) => each.arity === undefined));
}

/** The year or the month, where a call takes that out of a date, or writes nothing else of it (`to_char(d, 'YYYY')`). */
export function partAsked(check: ClauseCheck, call: CallNode): "year" | "month" | undefined {
  const asked = TAKES_PART.test(call.name)
    ? call.arguments.map((each) => dateUnit(check.text(each))).find((unit) => unit !== undefined)
    : dateUnit(call.name);
  return asked === "year" || asked === "month" ? asked : undefined;
}

const TAKES_PART = /^(?:extract|date_part|datepart|to_char|date_format|format_date|strftime|format)$/iu;

/** Year or month of a column whose dates are not in a form that the engine's own functions read. */
export async function byDateForm(
  check: ClauseCheck,
  part: "year" | "month" | undefined,
  given: readonly ExpressionNode[],
): Promise<string | undefined> {
  if (part === undefined) return undefined;
  for (const argument of given) {
    const base = baseOf(check, argument);
    const report = base && (await writtenDateForm(check, base));
    if (!report) continue;
    const text = check.text(argument);
    const code =
      part === "year" ? check.dialect.yearOf(text, report.form) : check.dialect.monthOf(text, report.form);
    return code === undefined ? undefined : advised(code);
  }
  return undefined;
}

function baseOf(check: ClauseCheck, node: ExpressionNode): BaseColumn | undefined {
  for (const column of columnsOf(node)) {
    const place = check.references.find((reference) => reference.node.start === column.start);
    const base = place && columnAt(place.scope, column)?.column.origin;
    if (base) return base;
  }
  return undefined;
}

/** A template that stands for one format becomes that of the call. */
function adapt(entry: ForeignFunction, values: readonly string[], dialect: SqlDialect): string {
  const { template } = entry;
  const format = /^'(.*)'$/u.exec(values[1] ?? "")?.[1] ?? /^'(.*)'$/u.exec(values[0] ?? "")?.[1];
  if (!/^(date_format|strftime|to_char|format_date|format)$/iu.test(entry.name) || format === undefined)
    return template;
  const codes = strftimeFormat(format);
  const own = dialect.dateFormat ? dialect.dateFormat(codes) : codes;
  return own === undefined ? template : template.replace(/'(?:%|YYYY)[^']*'/u, `'${own}'`);
}

/** A format text of MySQL (`%Y-%m`), Oracle and PostgreSQL (`YYYY-MM`) or SQL Server (`yyyy-MM`) in strftime's codes. */
function strftimeFormat(format: string): string {
  if (format.includes("%"))
    return format.replace(/%i/gu, "%M").replace(/%s/gu, "%S").replace(/%T/gu, "%H:%M:%S");
  return format
    .replace(/YYYY|yyyy/gu, "%Y")
    .replace(/HH24|HH12|HH|hh/gu, "%H")
    .replace(/MI|(?<=%H.?)mm/gu, "%M")
    .replace(/MM/gu, "%m")
    .replace(/DD|dd/gu, "%d")
    .replace(/SS|ss/gu, "%S");
}
