import type { StatementSync } from "node:sqlite";
import { type RowBounds, rowCollector } from "../../driver/row-collector.ts";
import type { SqlValue } from "../../driver/sql-value.ts";
import type { SqliteRows } from "./sqlite-worker-messages.ts";

/** Reads one row more than asked for, and never holds more than the bounds: the rest of a huge result is not even fetched. */
export function readRows(
  statement: StatementSync,
  parameters: readonly SqlValue[],
  bounds: RowBounds,
): Omit<SqliteRows, "columns"> {
  statement.setReturnArrays(true);
  statement.setReadBigInts(true);
  const collector = rowCollector(bounds);
  try {
    // Leaving the loop resets the statement, which gives up its read lock.
    for (const row of statement.iterate(...parameters.map(bindable))) {
      if (!collector.take((row as unknown as SqlValue[]).map(exact))) break;
    }
  } catch (error) {
    if (!isOverlongText(error)) throw error;
    collector.stopAtBytes();
  }
  return collector.result();
}

function exact(value: SqlValue): SqlValue {
  if (typeof value !== "bigint") return value;
  const near = Number(value);
  return Number.isSafeInteger(near) ? near : value;
}

/** `node:sqlite` gives no row at all, and no reason, where a text is longer than JavaScript's longest (some 537 million characters). */
function isOverlongText(error: unknown): boolean {
  return error instanceof TypeError && error.message.startsWith("Iterator result");
}

/** `node:sqlite` binds every number as REAL, so that a text column would be compared with '5.0'. */
function bindable(value: SqlValue): null | number | bigint | string | Uint8Array {
  if (typeof value === "boolean") return value ? 1n : 0n;
  if (typeof value === "number" && Number.isSafeInteger(value) && !Object.is(value, -0)) return BigInt(value);
  return value;
}
