import type { Json } from "../util/json.ts";

/** Rows of a result, each with one value per column, as JSON. */
export type Rows = readonly (readonly Json[])[];

/**
 * Execution match (EX) as BIRD's and Spider's evaluators count it: the rows of both results are equal as sets. The order of rows, their
 * number of repetitions and the names of columns do not count; the order of columns does. 1, 1.0 and true are equal, 1 and '1' are not.
 */
export function executionMatch(predicted: Rows, gold: Rows): boolean {
  const wanted = new Set(gold.map(rowKey));
  const found = new Set(predicted.map(rowKey));
  return wanted.size === found.size && [...found].every((key) => wanted.has(key));
}

function rowKey(row: readonly Json[]): string {
  return JSON.stringify(row.map((cell) => (typeof cell === "boolean" ? Number(cell) : cell)));
}
