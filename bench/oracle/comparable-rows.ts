import { cellJson } from "../../src/environments/database/tools/cell.ts";
import type { Json } from "../../src/util/json.ts";

/** Rows of whatever client as values that can be compared: decimals that came as text are numbers. */
export function comparableRows(rows: readonly (readonly unknown[])[]): readonly (readonly Json[])[] {
  return rows.map((row) => row.map(comparableCell));
}

function comparableCell(cell: unknown): Json {
  if (typeof cell === "boolean") return Number(cell);
  if (typeof cell === "string") return /^-?\d+\.\d+$/u.test(cell) ? Number(cell) : cell;
  return cellJson(cell as Parameters<typeof cellJson>[0]);
}
