import type { Json } from "../../../util/json.ts";

/** Rows of a result, each with one value per column, as JSON. */
export type Rows = readonly (readonly Json[])[];

/** Equal for cells that Python's evaluators hold equal: 1, 1.0 and true are, 1 and '1' are not. */
export function cellKey(cell: Json): string {
  return JSON.stringify(typeof cell === "boolean" ? Number(cell) : cell);
}

/** Equal for rows whose cells are equal one by one. */
export function rowKey(row: readonly Json[]): string {
  return JSON.stringify(row.map((cell) => (typeof cell === "boolean" ? Number(cell) : cell)));
}
