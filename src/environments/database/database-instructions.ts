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
    ? "check_query checks a whole query, its values included, and makes it the draft"
    : "";
  const builds = CLAUSES.every(shown) ? "from, where, select, … build it clause by clause" : "";
  const ways = [checks, builds].filter((way) => way !== "").join("; ");
  return [
    `Answer with one read-only ${dialect.name} query on ${target.name}.`,
    ways === "" ? "" : `${ways}.`,
    ways === "" ? "" : "The draft as it stands is the final answer; hand in SQL text only where it differs.",
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}
