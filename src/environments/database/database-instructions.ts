import type { SqlDriver } from "./driver/sql-driver.ts";

const CLAUSES = ["from", "where", "select", "group_by", "having", "order_by"];

/** What questions leave open, and how the answer is meant then. */
const ANSWERS = `- Yes or no: the column that decides it, else 'yes' or 'no'. A difference: the first named minus the second.
- "The most …" is one row (LIMIT 1), also in a tie; in the plural all that tie.
- A list names each thing once: DISTINCT for what a join repeats, not for two that share a name.`;

/**
 * Instructions for the model on working with a database.
 * @param shown true for tools that the model sees
 */
export function databaseInstructions(
  { dialect, target }: SqlDriver,
  shown: (tool: string) => boolean = () => true,
): string {
  const checks = shown("check_query");
  const builds = CLAUSES.every(shown);
  const ways = [
    ...(checks ? ["check_query checks a whole query, its values included, and makes it the draft"] : []),
    ...(builds ? ["from, where, select, … build it clause by clause"] : []),
  ];
  const told = [
    `Answer with one read-only ${dialect.name} query on ${target.name}.`,
    ...(ways.length === 0 ? [] : [`${ways.join("; ")}.`]),
    ...(ways.length === 0
      ? []
      : ["The draft as it stands is the final answer; hand in SQL text only where it differs."]),
    ...(checks
      ? ["A value that matches nothing only warns, with the nearest: try a likely guess at once."]
      : []),
  ];
  return `${told.join(" ")}\n${ANSWERS}`;
}
