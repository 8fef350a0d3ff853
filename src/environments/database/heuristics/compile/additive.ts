import { nameWords } from "../../../../util/name-words.ts";
import type { ColumnSchema, TableSchema } from "../../schema/database-schema.ts";
import { isAmount } from "./compile-count.ts";

/** Amounts of which several are more than one of them. */
const ADDED_UP =
  /^(?:amounts?|totals?|subtotal|sum|quantity|quantities|qty|revenues?|turnover|sales|units|volume|profits?|spend|spending|spent|expenses?|takings|earnings)$/u;
/** What such a name is no amount with: of one piece, or worked out already. */
const NOT_ADDED_UP =
  /^(?:unit|per|each|average|avg|mean|median|rate|ratio|share|percent|percentage|pct|price|limit|target|max|maximum|min|minimum|cumulative|running|balance|rank)$/u;

/** True for a column whose figures are only ever added up: `amount`, but neither `price` nor `amount_per_unit`. */
export function isAdditive(table: TableSchema, column: ColumnSchema): boolean {
  const words = nameWords(column.name);
  return (
    isAmount({ root: table, column, tests: [] }) &&
    words.some((word) => ADDED_UP.test(word)) &&
    !words.some((word) => NOT_ADDED_UP.test(word))
  );
}
