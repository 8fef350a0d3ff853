import type { ResultRows } from "./result-rows.ts";

/** Places of the columns that hold nothing but numbers, beside NULL. */
export function numericColumns({ columns, rows }: ResultRows): ReadonlySet<number> {
  const numbers = new Set<number>();
  const other = new Set<number>();
  for (const row of rows) {
    for (let at = 0; at < columns.length; at += 1) {
      const value = row[at];
      if (typeof value === "number") numbers.add(at);
      else if (value !== null && value !== undefined) other.add(at);
    }
  }
  return new Set([...numbers].filter((at) => !other.has(at)));
}
