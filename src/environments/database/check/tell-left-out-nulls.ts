import { conjunctsOf } from "../sql/conjuncts.ts";
import type { SelectCore } from "../sql/query-tree.ts";
import { readExpression } from "../sql/read-expression.ts";
import type { Scope } from "../sql/scope.ts";
import { clauseExpressions } from "./clause-expressions.ts";
import { comparisonsIn } from "./comparisons.ts";
import type { InspectionRun } from "./inspection-run.ts";
import { withOf } from "./literal-existence.ts";
import { columnTitle } from "./query-scope.ts";
import { rowCount } from "./row-count.ts";

/** Tells of rows that `<>`, NOT IN and NOT LIKE leave out because the column is NULL, among those that all other conditions keep. */
export async function tellLeftOutNulls(run: InspectionRun, core: SelectCore, scope: Scope): Promise<void> {
  if (!core.where || !core.from || /\bIS\s+(NOT\s+)?NULL\b|\b(NOTNULL|ISNULL)\b/iu.test(core.where.text))
    return;
  const conditions = conjunctsOf(readExpression(core.where, run.services.driver.dialect.lexical));
  const own = clauseExpressions(run, core, "where", scope).filter((each) => !each.within);
  for (const { base, column, kind, operator, operand, span } of own.flatMap((each) =>
    comparisonsIn(run, each),
  )) {
    if (!base?.column.nullable || !column || base.column.primaryKeyPosition !== undefined) continue;
    if ((kind !== "unequal" && kind !== "no-pattern") || operator.startsWith("IS")) continue;
    const at = conditions.findIndex((each) => each.start === span.start && each.end === span.end);
    if (at < 0) continue;
    const kept = conditions.map((each, i) =>
      i === at ? `${run.text(operand)} IS NULL` : `(${run.text(each)})`,
    );
    const counts = await run.askNumbers(
      `${withOf(run, scope)}SELECT COUNT(*) FROM ${core.from.text} WHERE ${kept.join(" AND ")}`,
    );
    const nulls = counts?.[0] ?? 0;
    if (nulls === 0) continue;
    run.note(
      "nulls-present",
      span,
      `${columnTitle(base)} is NULL in ${rowCount(nulls)}, which ${run.text(span)} leaves out.`,
      [
        {
          text: `(${run.text(span)} OR ${run.text(operand)} IS NULL)`,
          replaces: run.text(span),
          reason: "keeps them",
        },
      ],
    );
  }
}
