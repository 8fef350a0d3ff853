import { z } from "zod";
import {
  joined,
  type Marked,
  type MarkedJson,
  type MarkedObject,
  redacted,
  redactedJson,
  say,
  written,
} from "../../../environment/egress/marks.ts";
import { clippedAt, startOf } from "../../../util/clipped-text.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import { visibleText } from "../../../util/visible-text.ts";
import type { StatementResult } from "../driver/sql-driver.ts";
import type { SqlValue } from "../driver/sql-value.ts";

/** Shape of what `shownRows` gives. */
export const ROWS = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.array(z.unknown())),
  /** Number of cells that are cut off and state their full length; absent where there are none. */
  clipped: z.int().optional(),
});

/** Rows as lines of cells between bars, the column names first. */
export function renderRows(result: StatementResult, limit = result.rows.length): readonly Marked[] {
  const cutLength = cutLengths(result);
  const names = result.columns.map((column) => nameLine(column.name));
  const lines = result.rows.slice(0, limit).map((row, at) =>
    joined(
      row.map((cell, column) => cellLine(cell, undefined, cutLength(at, column))),
      " | ",
    ),
  );
  return [joined(names, " | "), ...lines];
}

/** Rows as a model sees them in data: long cells are cut off. */
export function shownRows(result: StatementResult, limit = result.rows.length): MarkedObject {
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

/** Looks up the full length of a cell that the driver cut. */
function cutLengths({ cutCells = [] }: StatementResult): (row: number, column: number) => number | undefined {
  const lengths = new Map(cutCells.map(({ row, column, length }) => [`${row} ${column}`, length]));
  return (row, column) => lengths.get(`${row} ${column}`);
}

/** The cell as JSON: integers beyond 2^53 become decimal text, binary content `\x` and hexadecimal digits. */
export function cellJson(value: SqlValue): Json {
  if (typeof value === "bigint") {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value.toString();
  }
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString("hex")}`;
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  return value;
}

/** Most characters of a text, or bytes of a blob, that are shown of a cell in data. */
export const LONGEST_SHOWN = 1000;

/** Bounds for a statement whose rows are only shown. */
export const SHOWN_BOUNDS = { maxCellLength: LONGEST_SHOWN, maxBytes: 100_000 } as const;

/** The cell as JSON, cut after 1,000 characters or bytes. `length` is that of the whole cell if the driver has cut it. */
export function shownCell(value: SqlValue, length = lengthOf(value)): MarkedJson {
  return redactedJson(length > LONGEST_SHOWN ? clippedCell(value, LONGEST_SHOWN, length) : cellJson(value));
}

/** The name of a result's column, as data and as a line. An engine may take names from cells (PIVOT), so they are handled as content. */
export const shownName = (name: string): Marked => written(clippedName(name, LONGEST_SHOWN));
export const nameLine = (name: string): Marked => written(visibleText(clippedName(name, 120)));

function clippedName(name: string, most: number): string {
  return name.length > most ? clippedAt(startOf(name, most), name.length, "characters") : name;
}

/** The cell in one line for a model, cut off after `limit` characters. `length` is that of the whole cell if the driver has cut it. */
export function cellLine(value: SqlValue, limit = 120, length = lengthOf(value)): Marked {
  if (value === null) return say`NULL`;
  const characters = value instanceof Uint8Array ? 2 + 2 * length : length;
  if (characters <= limit) return redacted(visibleText(String(cellJson(value))));
  const most = value instanceof Uint8Array ? Math.floor((limit - 3) / 2) : limit - 1;
  return redacted(visibleText(clippedCell(value, most, length)));
}

function lengthOf(value: SqlValue): number {
  return typeof value === "string" || value instanceof Uint8Array ? value.length : 0;
}

/** The beginning of a long cell, with its full length. */
function clippedCell(value: SqlValue, most: number, length: number): string {
  return value instanceof Uint8Array
    ? clippedAt(String(cellJson(value.subarray(0, most))), length, "bytes")
    : clippedAt(startOf(String(value), most), length, "characters");
}
