import type { SqlDriver } from "./driver/sql-driver.ts";

/** How to work with a database, for the model. */
export function databaseInstructions({ dialect, target }: SqlDriver): string {
  return [
    `Answer with one read-only ${dialect.name} query on the database ${target.name}.`,
    "check_query checks a whole query, values in conditions included, and makes it the draft; from, where, select, group_by, having and order_by build the draft clause by clause. Look up beforehand only what you would have to guess: codes, spellings, forms of dates.",
    "The final answer is the draft as it stands; hand in SQL text only when it differs from the draft.",
  ].join(" ");
}
