import { z } from "zod";
import type { JsonObject } from "../../../util/json.ts";
import type { StatementResult } from "../driver/sql-driver.ts";
import { cellJson, cellLine } from "./cell.ts";

/** Shape of what `rowsJson` gives. */
export const ROWS = z.object({ columns: z.array(z.string()), rows: z.array(z.array(z.unknown())) });

/** Rows as lines of cells between bars, the column names first. */
export function renderRows(result: StatementResult, limit = result.rows.length): readonly string[] {
  const names = result.columns.map((column) => column.name).join(" | ");
  return [names, ...result.rows.slice(0, limit).map((row) => row.map((cell) => cellLine(cell)).join(" | "))];
}

export function rowsJson(result: StatementResult, limit = result.rows.length): JsonObject {
  return {
    columns: result.columns.map((column) => column.name),
    rows: result.rows.slice(0, limit).map((row) => row.map(cellJson)),
  };
}
