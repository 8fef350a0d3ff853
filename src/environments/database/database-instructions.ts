import type { SqlDriver } from "./driver/sql-driver.ts";

/** How to work with a database, for the model. */
export function databaseInstructions({ dialect, target }: SqlDriver): string {
  return [
    `Answer with one read-only ${dialect.name} query on the database ${target.name}.`,
    "Look up values as they are stored before you use them in conditions.",
    "Then check a whole query with check_query, or draft it clause by clause with from, where, select and, where needed, group_by, having, order_by. Either becomes the draft.",
    "The final answer is the draft as it stands; hand in SQL text only when it differs from the draft.",
  ].join(" ");
}
