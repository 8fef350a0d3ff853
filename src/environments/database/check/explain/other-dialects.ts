import { type Marked, ownText, say, written } from "../../../../environment/egress/marks.ts";
import { columnsOf } from "../../sql/column-references.ts";
import { dateUnit } from "../../sql/date-pattern-text.ts";
import type { CallNode, ExpressionNode, Span } from "../../sql/query-tree.ts";
import { readExpression } from "../../sql/read-expression.ts";
import type { ForeignFunction, SqlDialect } from "../../sql/sql-dialect.ts";
import type { Token } from "../../sql/token.ts";
import { contains } from "../clause.ts";
import type { ClauseCheck } from "../clause-check.ts";
import { writtenDateForm } from "../findings/dates.ts";
import { baseAt, type Ranked } from "./explanation.ts";

/** A construct of another dialect, with this dialect's spelling as a suggestion. */
interface ForeignSyntax {
  readonly span: Span;
  readonly message: Marked;
  readonly suggestion: Ranked;
}

/** Constructs of other dialects in a statement that this dialect's engine could not parse. */
export async function foreignSyntax(
  check: ClauseCheck,
  tokens: readonly Token[],
): Promise<readonly ForeignSyntax[]> {
  const found: ForeignSyntax[] = [];
  for (const node of check.nodes) {
    if (found.some(({ span }) => contains(span, node))) continue;
    const text = await rewritten(check, node);
    if (text !== undefined) found.push(foreign(check, node, ownText(text), whatIsForeign(check, node)));
  }
  return [...found, ...dateLiterals(check, tokens), ...backticks(check, tokens)];
}

function foreign(check: ClauseCheck, span: Span, text: Marked, message: Marked): ForeignSyntax {
  const reason = say`the same in ${check.dialectName}`;
  return { span, message, suggestion: { text, replaces: check.text(span), reason, score: 0.97 } };
}

function whatIsForeign(check: ClauseCheck, node: ExpressionNode): Marked {
  const operator = foreignOperator(check, node);
  if (operator) return say`${check.dialectName} has no ${ownText(operator.name)}.`;
  if (node.type === "cast") {
    const type = ownText(check.dialect.castType?.(node.target) ?? "");
    return say`${check.dialectName} casts to ${type}, not to ${written(node.target)}.`;
  }
  const unit = node.type === "call" ? node.arguments[0] : undefined;
  const what =
    unit && check.dialect.functions.has("extract")
      ? say`EXTRACT(${check.shown(unit)} FROM …)`
      : "EXTRACT … FROM";
  return say`${check.dialectName} has no ${what}.`;
}

/** This dialect's text for an operation, a CAST or an EXTRACT of another dialect; undefined for any other expression. */
async function rewritten(check: ClauseCheck, node: ExpressionNode): Promise<string | undefined> {
  const { dialect } = check;
  if (node.type === "call" && /^extract$/iu.test(node.name)) return equivalentOf(check, node);
  const operator = foreignOperator(check, node);
  const inThisDialect = async (side: ExpressionNode) => (await rewritten(check, side)) ?? check.text(side);
  if (operator && node.type === "binary")
    return fillTemplate(operator.template, [await inThisDialect(node.left), await inThisDialect(node.right)]);
  if (node.type !== "cast") return undefined;
  const operand = await inThisDialect(node.operand);
  const type = dialect.castType?.(node.target);
  if (operator)
    return (
      dialect.castOf?.(operand, node.target) ??
      fillTemplate(operator.template, [operand, type ?? node.target])
    );
  return type === undefined || !/^CAST\b/iu.test(check.text(node))
    ? undefined
    : `CAST(${operand} AS ${type})`;
}

/** The entry for an operator that the dialect lists as foreign: `ILIKE`, `~`, `::`. */
function foreignOperator(check: ClauseCheck, node: ExpressionNode): ForeignFunction | undefined {
  const isColons =
    node.type === "cast" && /^\s*::/u.test(check.text(node).slice(node.operand.end - node.start));
  const name = node.type === "binary" ? node.operator : isColons ? "::" : undefined;
  return check.dialect.foreignFunctions.find((each) => each.kind === "operator" && each.name === name);
}

/** Typed literals (`DATE '2024-01-31'`) in dialects without them. */
function dateLiterals(check: ClauseCheck, tokens: readonly Token[]): readonly ForeignSyntax[] {
  return tokens.flatMap((token, i) => {
    const next = tokens[i + 1];
    const entry = check.dialect.foreignFunctions.find(
      ({ kind, name }) => kind === "literal" && name === token.value && token.kind === "word",
    );
    if (!entry || next?.kind !== "string") return [];
    const text = ownText(fillTemplate(entry.template, [check.text(next)]));
    const message = say`${check.dialectName} has no ${ownText(token.value)} '…'.`;
    return [foreign(check, { start: token.start, end: next.end }, text, message)];
  });
}

/** Names between backticks, as MySQL writes them. */
function backticks(check: ClauseCheck, tokens: readonly Token[]): readonly ForeignSyntax[] {
  const [open, close] = tokens.filter((token) => token.kind === "symbol" && token.value === "`");
  if (!open || !close) return [];
  const name = ownText(check.dialect.identifier(check.clause.sql.slice(open.end, close.start)));
  const message = say`${check.dialectName} writes names in double quotes or bare, not in backticks.`;
  return [foreign(check, { start: open.start, end: close.end }, name, message)];
}

/** Fills a template's `$1`, `$2` with argument texts. */
function fillTemplate(template: string, values: readonly string[]): string {
  return template.replace(/\$(\d)/gu, (_, n: string) => values[Number(n) - 1] ?? "NULL");
}

/** This dialect's equivalent of a call of another dialect's function, with the call's own arguments. */
export async function equivalentOf(check: ClauseCheck, call: CallNode): Promise<string | undefined> {
  const entry = entryFor(check, call);
  if (!entry) return undefined;
  const values = call.arguments.map((each) => check.text(each));
  const text =
    (await partByDateForm(check, call)) ?? fillTemplate(withFormat(entry, values, check.dialect), values);
  return bracketed(check, call, text);
}

/** Adds brackets where an operator beside the call would bind only a part of the new text: `DATEDIFF(day, a, b) / 7`. */
function bracketed(check: ClauseCheck, call: CallNode, text: string): string {
  const { sql } = check.clause;
  const isBound =
    /[-+*/%|]\s*$/u.test(sql.slice(0, call.start)) || /^\s*(?:[-+*/%|]|::)/u.test(sql.slice(call.end));
  if (!isBound) return text;
  const node = readExpression({ text, start: 0, end: text.length }, check.dialect.lexical);
  return node.type === "binary" || node.type === "unary" ? `(${text})` : text;
}

/** The foreign function that a call names; undefined also where this dialect has no equivalent for the call's unit. */
function entryFor(check: ClauseCheck, call: CallNode): ForeignFunction | undefined {
  const named = check.dialect.foreignFunctions.filter(
    (each) => each.kind === undefined && each.name.toLowerCase() === call.name.toLowerCase(),
  );
  const fitting = named.filter((each) => each.arity === call.arguments.length);
  const [first] = call.arguments;
  const unit = first && dateUnit(check.text(first));
  const entry = fitting.find((each) => each.unit === unit) ?? fitting.find((each) => each.unit === undefined);
  return entry ?? (fitting.length > 0 ? undefined : named.find((each) => each.arity === undefined));
}

const TAKES_PART = /^(?:extract|date_part|datepart|to_char|date_format|format_date|strftime|format)$/iu;

/** SQL for the year or month that a call extracts or formats alone (`to_char(d, 'YYYY')`) from a column of dates as text or number. */
export async function partByDateForm(check: ClauseCheck, call: CallNode): Promise<string | undefined> {
  const part = TAKES_PART.test(call.name)
    ? call.arguments.map((each) => dateUnit(check.text(each))).find((unit) => unit !== undefined)
    : dateUnit(call.name);
  if (part !== "year" && part !== "month") return undefined;
  for (const argument of call.arguments) {
    const [base] = columnsOf(argument).flatMap((column) => baseAt(check, column) ?? []);
    const report = base && (await writtenDateForm(check, base));
    const text = check.text(argument);
    if (report)
      return part === "year"
        ? check.dialect.yearOf(text, report.form)
        : check.dialect.monthOf(text, report.form);
  }
  return undefined;
}

/** The entry's template with the call's own format in place of its example format. */
function withFormat({ name, template }: ForeignFunction, values: readonly string[], dialect: SqlDialect) {
  const format = [values[1], values[0]].flatMap((value) => /^'(.*)'$/u.exec(value ?? "")?.[1] ?? [])[0];
  if (!/^(date_format|strftime|to_char|format_date|format)$/iu.test(name) || format === undefined)
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
