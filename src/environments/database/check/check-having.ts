import { resolveColumn } from "../sql/build-scope.ts";
import { columnsOf } from "../sql/column-references.ts";
import type { Check } from "./checked-clause.ts";
import { aggregatesIn, subqueriesIn } from "./clause-expressions.ts";

/** Conditions of HAVING that belong into WHERE. */
export const havingConditions: Check = {
  clauses: ["having"],
  look(check) {
    const { core, scope } = check;
    for (const node of check.conditions("having")) {
      if (aggregatesIn(node, check.dialect).length > 0 || subqueriesIn(node).length > 0) continue;
      const columns = columnsOf(node).map((column) => resolveColumn(column, scope));
      if (columns.length === 0 || !columns.every((each) => each.kind === "column")) continue;
      const message = `${check.text(node)} uses no aggregate; it is a condition on rows and belongs into WHERE.`;
      check.warn("having-without-aggregate", node, message);
    }
    if (core.groupBy || !core.from || !core.having) return;
    const message =
      "HAVING stands without GROUP BY, so that it judges all rows as one group; conditions on rows belong into WHERE.";
    check.warn("having-without-group", core.having, message);
  },
};
