import type { StatementSync } from "node:sqlite";
import type { SqlValue } from "../../driver/sql-value.ts";
import type { SqliteRows } from "./sqlite-worker-messages.ts";

export interface ReadingBounds {
  readonly maxRows: number;
  readonly maxCellLength: number;
  readonly maxResultLength: number;
}

/** Reads one row more than asked for, and never holds more than the bounds: the rest of a huge result is not even fetched. */
export function readRows(
  statement: StatementSync,
  parameters: readonly SqlValue[],
  bounds: ReadingBounds,
): Omit<SqliteRows, "columns"> {
  statement.setReturnArrays(true);
  statement.setReadBigInts(true);
  const rows: SqlValue[][] = [];
  const cutCells: { row: number; column: number; length: number }[] = [];
  let length = 0;
  let truncated = false;
  // Leaving the loop resets the statement, which gives up its read lock.
  for (const record of statement.iterate(...parameters.map(bindable))) {
    if (rows.length >= bounds.maxRows || length > bounds.maxResultLength) {
      truncated = true;
      break;
    }
    const row = record as unknown as SqlValue[];
    for (let column = 0; column < row.length; column++) {
      const value = row[column] as SqlValue;
      if (typeof value === "bigint") {
        const near = Number(value);
        if (Number.isSafeInteger(near)) row[column] = near;
        length += 8;
      } else if (typeof value === "string" || value instanceof Uint8Array) {
        length += Math.min(value.length, bounds.maxCellLength);
        if (value.length > bounds.maxCellLength) {
          cutCells.push({ row: rows.length, column, length: value.length });
          row[column] = cut(value, bounds.maxCellLength);
        }
      }
    }
    rows.push(row);
  }
  return { rows, truncated, cutCells };
}

function cut(value: string | Uint8Array, length: number): string | Uint8Array {
  if (typeof value !== "string") return value.slice(0, length);
  const last = value.charCodeAt(length - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return value.slice(0, splitsPair ? length - 1 : length);
}

/** `node:sqlite` binds every number as REAL, so that a text column would be compared with '5.0'. */
function bindable(value: SqlValue): null | number | bigint | string | Uint8Array {
  if (typeof value === "boolean") return value ? 1n : 0n;
  if (typeof value === "number" && Number.isSafeInteger(value) && !Object.is(value, -0)) return BigInt(value);
  return value;
}
