import {
  DEFAULT_MAX_BYTES,
  DEFAULT_MAX_CELL_LENGTH,
  type StatementOptions,
  type StatementResult,
} from "./sql-driver.ts";
import type { SqlValue } from "./sql-value.ts";

/** Limits of one statement's result. */
export type RowBounds = Required<Pick<StatementOptions, "maxRows" | "maxBytes" | "maxCellLength">>;

/** The statement's own limits, with defaults for absent ones. */
export function rowBounds({
  maxRows,
  maxBytes = DEFAULT_MAX_BYTES,
  maxCellLength = DEFAULT_MAX_CELL_LENGTH,
}: Pick<StatementOptions, "maxRows" | "maxBytes" | "maxCellLength">): RowBounds {
  return { maxRows, maxBytes, maxCellLength };
}

/** Collects the rows of one statement one by one, within the statement's limits. */
export interface RowCollector {
  /** Adds the row, its long cells cut, if it fits. False: the driver must stop reading. */
  take(row: readonly SqlValue[]): boolean;
  /** Ends the result before a row that is too wide for the driver to read at all. */
  stopAtBytes(): void;
  /** The rows so far, and the limit that ended them. */
  result(): Omit<StatementResult, "columns">;
}

/** The fewest bytes of a cell as JSON: a digit or a quote, and a separator. */
const LEAST_CELL_BYTES = 2;

/** A collector for one statement. Offer it one row more than `maxRows` if there is one: otherwise `truncated` would be wrong. */
export function rowCollector({ maxRows, maxBytes, maxCellLength }: RowBounds): RowCollector {
  const rows: (readonly SqlValue[])[] = [];
  const cutCells: { row: number; column: number; length: number }[] = [];
  let bytes = 0;
  let truncatedBy: "rows" | "bytes" | undefined;
  return {
    take(row) {
      if (truncatedBy !== undefined) return false;
      if (rows.length >= maxRows) {
        truncatedBy = "rows";
        return false;
      }
      const kept: SqlValue[] = [];
      const long: typeof cutCells = [];
      for (const cell of row) {
        const length = lengthOf(cell);
        const isLong = length > maxCellLength;
        if (isLong) long.push({ row: rows.length, column: kept.length, length });
        const shown = isLong ? cut(cell, maxCellLength) : cell;
        bytes += bytesOf(shown);
        kept.push(shown);
      }
      if (bytes > maxBytes) {
        truncatedBy = "bytes";
        return false;
      }
      cutCells.push(...long);
      rows.push(kept);
      return true;
    },
    stopAtBytes() {
      truncatedBy ??= "bytes";
    },
    result: () => ({
      rows,
      truncated: truncatedBy !== undefined,
      ...(truncatedBy === undefined ? {} : { truncatedBy }),
      ...(cutCells.length === 0 ? {} : { cutCells }),
    }),
  };
}

function lengthOf(cell: SqlValue): number {
  return typeof cell === "string" || cell instanceof Uint8Array ? cell.length : 0;
}

function bytesOf(cell: SqlValue): number {
  if (typeof cell === "string") return LEAST_CELL_BYTES + Buffer.byteLength(cell);
  return LEAST_CELL_BYTES + (cell instanceof Uint8Array ? cell.byteLength : 0);
}

function cut(cell: SqlValue, length: number): SqlValue {
  if (typeof cell !== "string") return cell instanceof Uint8Array ? cell.slice(0, length) : cell;
  const splitsPair = /[\uD800-\uDBFF]/u.test(cell.charAt(length - 1));
  // A slice would keep the whole string in memory; the copy does not.
  return Buffer.from(cell.slice(0, splitsPair ? length - 1 : length), "utf16le").toString("utf16le");
}
