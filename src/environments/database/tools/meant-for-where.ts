import { aggregatesIn } from "../check/aggregates.ts";
import { readClauseText } from "../draft/read-clause-text.ts";
import { conjunctsOf } from "../sql/conjuncts.ts";
import { readExpression } from "../sql/read-expression.ts";
import type { SqlDialect } from "../sql/sql-dialect.ts";

/**
 * Of a text for HAVING that comes before there is a WHERE, the conditions without an aggregate: those are on rows, and most likely what WHERE was to hold.
 * Undefined where there are none, or the text is no condition.
 */
export function meantForWhere(text: string, { lexical, functions }: SqlDialect): string | undefined {
  const read = readClauseText("having", text, lexical);
  if (read.type !== "clause" || read.text === "") return undefined;
  const onRows = conjunctsOf(readExpression(read.text, lexical)).filter(
    (each) => aggregatesIn(each, functions).length === 0,
  );
  if (onRows.length === 0) return undefined;
  return onRows.map(({ start, end }) => read.text.slice(start, end)).join(" AND ");
}
