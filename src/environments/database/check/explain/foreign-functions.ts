import type { CallNode, ExpressionNode } from "../../sql/query-tree.ts";
import type { ForeignFunction, SqlDialect } from "../../sql/sql-dialect.ts";
import { walkExpression } from "../../sql/walk-expression.ts";
import { writtenDateForm } from "../date-advice.ts";
import type { InspectionRun } from "../inspection-run.ts";
import { type BaseColumn, columnAt } from "../query-scope.ts";
import { datePart } from "../sortable-text.ts";
import { datePartCode, strftimeFormat } from "./date-parts.ts";
import { scopedReferences } from "./scoped-references.ts";

/** Fills a template's `$1`, `$2` with argument texts. */
export function fillTemplate(template: string, values: readonly string[]): string {
  return template.replace(/\$(\d)/gu, (_, n: string) => values[Number(n) - 1] ?? "NULL");
}

/** What does the same in this dialect as a call of another dialect's function, with the call's own arguments. */
export async function equivalentOf(run: InspectionRun, call: CallNode): Promise<string | undefined> {
  const { dialect } = run.services.driver;
  const named = dialect.foreignFunctions.filter(
    (each) => each.kind === undefined && each.name.toLowerCase() === call.name.toLowerCase(),
  );
  const entry =
    named.find((each) => each.arity === call.arguments.length) ??
    named.find((each) => each.arity === undefined);
  if (!entry) return undefined;
  const values = call.arguments.map((each) => run.text(each));
  return (
    (await byDateForm(run, call.name, call.arguments)) ?? fillTemplate(adapt(entry, values, dialect), values)
  );
}

/** Year and month of a column whose dates are not in a form that the engine's own functions read. */
export async function byDateForm(
  run: InspectionRun,
  name: string,
  given: readonly ExpressionNode[],
): Promise<string | undefined> {
  const { dialect } = run.services.driver;
  const part = /^(year|month)$/iu.test(name)
    ? name.toLowerCase()
    : given.map((each) => partName(run.text(each))).find((each) => each !== undefined);
  for (const argument of given) {
    const base = baseOf(run, argument);
    const report = base && (await writtenDateForm(run, base));
    if (!report || (part !== "year" && part !== "month")) continue;
    const text = run.text(argument);
    return datePart(dialect, part, text, report);
  }
  return undefined;
}

function partName(text: string): string | undefined {
  const code = /^['"]?\w+['"]?$/u.test(text) ? datePartCode(text) : undefined;
  return code === "%Y" ? "year" : code === "%m" ? "month" : undefined;
}

function baseOf(run: InspectionRun, node: ExpressionNode): BaseColumn | undefined {
  let found: BaseColumn | undefined;
  walkExpression(node, (each) => {
    if (each.type !== "column" || found) return;
    const place = scopedReferences(run).find((reference) => reference.node.start === each.start);
    found = place && columnAt(place.scope, each)?.column.origin;
  });
  return found;
}

/** A template that stands for one format or date part becomes that of the call. */
function adapt(entry: ForeignFunction, values: readonly string[], dialect: SqlDialect): string {
  const { template } = entry;
  const format = /^'(.*)'$/u.exec(values[1] ?? "")?.[1] ?? /^'(.*)'$/u.exec(values[0] ?? "")?.[1];
  if (/^(date_format|strftime|to_char|format_date|format)$/iu.test(entry.name) && format !== undefined) {
    const codes = strftimeFormat(format);
    const own = dialect.dateFormat ? dialect.dateFormat(codes) : codes;
    if (own !== undefined) return template.replace(/'(?:%|YYYY)[^']*'/u, `'${own}'`);
  }
  const code = datePartCode(values[0] ?? "");
  if (/^(extract|date_part|datepart)$/iu.test(entry.name) && code !== undefined) {
    return template.replace("%Y", code);
  }
  return template;
}
