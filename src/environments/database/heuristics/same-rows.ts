import type { SqlValue } from "../driver/sql-value.ts";

export type Rows = readonly (readonly SqlValue[])[];

/** True when both results hold the same rows, whatever their order and repetition. */
export function sameRows(a: Rows, b: Rows): boolean {
  const [first, second] = [keys(a), keys(b)];
  return first.size === second.size && [...first].every((key) => second.has(key));
}

function keys(rows: Rows): ReadonlySet<string> {
  return new Set(rows.map((row) => row.map((cell) => `${typeof cell} ${String(cell)}`).join("\u0000")));
}
