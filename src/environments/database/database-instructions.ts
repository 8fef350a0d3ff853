import type { SqlDriver } from "./driver/sql-driver.ts";

/** How to work with a database, for the model. */
export function databaseInstructions({ dialect, target }: SqlDriver): string {
  return [
    `Answer with one read-only ${dialect.name} query on the database ${target.name}.`,
    "Look up values as they are stored before you use them in conditions.",
    "Draft the query with from, where, select and, where needed, group_by, having, order_by; or check a whole query with check_query. Mend what a failure or a warning names.",
    "The final answer is the SQL query; an empty final answer stands for the draft.",
  ].join(" ");
}
