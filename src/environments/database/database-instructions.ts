import type { SqlDriver } from "./driver/sql-driver.ts";

const CLAUSES = ["from", "where", "select", "group_by", "having", "order_by"];

/**
 * How to work with a database, for the model.
 * @param shown which tools it sees
 */
export function databaseInstructions(
  { dialect, target }: SqlDriver,
  shown: (tool: string) => boolean = () => true,
): string {
  const checks = shown("check_query")
    ? "check_query checks a whole query, values in conditions included, and makes it the draft"
    : "";
  const builds = CLAUSES.every(shown)
    ? "from, where, select, group_by, having and order_by build the draft clause by clause"
    : "";
  const ways = [checks, builds].filter((way) => way !== "").join("; ");
  return [
    `Answer with one read-only ${dialect.name} query on the database ${target.name}.`,
    ways === "" ? "" : `${ways}.`,
    "Look up beforehand only what you would have to guess: codes, spellings, forms of dates.",
    ways === ""
      ? ""
      : "The final answer is the draft as it stands; hand in SQL text only when it differs from the draft.",
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}
