import { z } from "zod";
import type { JsonObject } from "../../../util/json.ts";
import type { StatementResult } from "../driver/sql-driver.ts";
import type { SqlValue } from "../driver/sql-value.ts";
import { cellJson, cellLine, LONGEST_SHOWN, nameLine, shownCell, shownName } from "./cell.ts";

/** Shape of what `shownRows` gives. */
export const ROWS = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.array(z.unknown())),
  /** Cells that are cut off and say how long they are; absent where there are none. */
  clipped: z.int().optional(),
});

/** Rows as lines of cells between bars, the column names first. */
export function renderRows(result: StatementResult, limit = result.rows.length): readonly string[] {
  const cutLength = cutLengths(result);
  const names = result.columns.map((column) => nameLine(column.name)).join(" | ");
  const lines = result.rows
    .slice(0, limit)
    .map((row, at) =>
      row.map((cell, column) => cellLine(cell, undefined, cutLength(at, column))).join(" | "),
    );
  return [names, ...lines];
}

/** Rows as a model sees them in data: long cells are cut off. */
export function shownRows(result: StatementResult, limit = result.rows.length): JsonObject {
  const cutLength = cutLengths(result);
  const rows = result.rows.slice(0, limit);
  const isLong = (cell: SqlValue): boolean =>
    (typeof cell === "string" || cell instanceof Uint8Array) && cell.length > LONGEST_SHOWN;
  const clipped = rows.flatMap((row, at) =>
    row.filter((cell, column) => isLong(cell) || cutLength(at, column) !== undefined),
  );
  return {
    columns: result.columns.map((column) => shownName(column.name)),
    rows: rows.map((row, at) => row.map((cell, column) => shownCell(cell, cutLength(at, column)))),
    ...(clipped.length === 0 ? {} : { clipped: clipped.length }),
  };
}

/** Rows with every cell as the driver gave it. */
export function rowsJson(result: StatementResult): JsonObject {
  return {
    columns: result.columns.map((column) => column.name),
    rows: result.rows.map((row) => row.map(cellJson)),
  };
}

/** The whole length of each cell that the driver cut. */
function cutLengths({ cutCells = [] }: StatementResult): (row: number, column: number) => number | undefined {
  const lengths = new Map(cutCells.map(({ row, column, length }) => [`${row} ${column}`, length]));
  return (row, column) => lengths.get(`${row} ${column}`);
}
