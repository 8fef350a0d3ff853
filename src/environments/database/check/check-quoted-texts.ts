import { nearestNames } from "../../../util/nearest-names.ts";
import { resolveColumn } from "../sql/build-scope.ts";
import { columnsOf } from "../sql/column-references.ts";
import type { ColumnNode, ExpressionNode } from "../sql/query-tree.ts";
import type { Check, CheckedClause } from "./checked-clause.ts";
import { aggregatesIn } from "./clause-expressions.ts";
import { columnNames } from "./query-scope.ts";

const NEAR = 0.8;
const WORTH = 0.6;

/**
 * A double-quoted word that was meant as a column but is read as text: it is near a column's name, or is all that stands there
 * (`ORDER BY "Nme"`). A word that is near none and is compared with something is a text in the wrong quotes, which does no harm.
 */
export const quotedTexts: Check = {
  look(check) {
    for (const { node, scope } of check.expressions) {
      for (const column of columnsOf(node)) {
        if (resolveColumn(column, scope).kind !== "text") continue;
        const near = nearestNames(column.name, columnNames(scope), { limit: 3 });
        const isAlone = node === column || isAggregated(check, node, column);
        if (!isAlone && (near[0]?.score ?? 0) < NEAR) continue;
        const replaces = check.text(column);
        const meant = near.filter(({ score }) => score >= WORTH).map(({ name }) => name);
        const question = meant[0] === undefined ? "" : ` Did you mean ${meant[0]}?`;
        check.warn(
          "quoted-column-as-text",
          column,
          `No column is named ${column.name}, so ${replaces} is read as a text.${question}`,
          meant.map((name) => ({ text: check.dialect.identifier(name), replaces, reason: "column" })),
        );
      }
    }
  },
};

/** `SUM("spet")`: nobody adds up a text on purpose. */
function isAggregated(check: CheckedClause, node: ExpressionNode, column: ColumnNode): boolean {
  const calls = aggregatesIn(node, check.dialect);
  return calls.some(
    ({ name, arguments: [first] }) => first === column && !/^(group_concat|string_agg)$/iu.test(name),
  );
}
