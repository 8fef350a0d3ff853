import { nearestNames } from "../../../util/nearest-names.ts";
import { columnsOf } from "../sql/column-references.ts";
import type { ColumnNode, ExpressionNode } from "../sql/query-tree.ts";
import { resolveColumn } from "../sql/resolve-column.ts";
import type { Scope } from "../sql/scope.ts";
import { aggregatesIn } from "./aggregates.ts";
import type { ScopedExpression } from "./clause-expressions.ts";
import type { InspectionRun } from "./inspection-run.ts";

const NEAR = 0.8;

/**
 * Warns of a double-quoted word that was meant as a column but is read as text: it is near a column's name, or is all that stands there
 * (`ORDER BY "Nme"`). A word that is near none and is compared with something is a text in the wrong quotes, which does no harm.
 */
export function checkQuotedText(run: InspectionRun, expressions: readonly ScopedExpression[]): void {
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
function isAggregated(run: InspectionRun, node: ExpressionNode, column: ColumnNode): boolean {
  const calls = aggregatesIn(node, run.services.driver.dialect.functions);
  return calls.some(
    (call) => call.arguments[0] === column && !/^(group_concat|string_agg)$/iu.test(call.name),
  );
}

function tell(run: InspectionRun, column: ColumnNode, scope: Scope): void {
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
