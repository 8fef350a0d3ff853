import type { DuckDBPreparedStatement, DuckDBValue } from "@duckdb/node-api";
import { type RowBounds, rowCollector } from "../../driver/row-collector.ts";
import type { SqlValue } from "../../driver/sql-value.ts";
import { bindDuckdbValue } from "./duckdb-bind-value.ts";
import { duckdbCellReaders } from "./duckdb-value.ts";
import type { DuckdbRows } from "./duckdb-worker-messages.ts";

/** Takes one row more than asked for, and never holds more than the bounds: the rest of a huge result is not even fetched. */
export async function readRows(
  statement: DuckDBPreparedStatement,
  parameters: readonly SqlValue[],
  bounds: RowBounds,
): Promise<DuckdbRows> {
  for (const [at, value] of parameters.entries()) bindDuckdbValue(statement, at + 1, value);
  const result = await statement.stream();
  const types = result.columnTypes();
  const columns = types.map((type, at) => ({ name: result.columnName(at), type: String(type) }));
  const readers = duckdbCellReaders(types);
  const collector = rowCollector(bounds);
  for (let chunk = await result.fetchChunk(); chunk !== null && chunk.rowCount > 0; ) {
    for (let row = 0; row < chunk.rowCount; row += 1) {
      let cells: DuckDBValue[];
      try {
        cells = chunk.getRowValues(row);
      } catch (error) {
        if (!isOverlongText(error)) throw error;
        collector.stopAtBytes();
        return { columns, ...collector.result() };
      }
      if (!collector.take(cells.map((cell, at) => readers[at]?.(cell) ?? null)))
        return { columns, ...collector.result() };
    }
    chunk = await result.fetchChunk();
  }
  return { columns, ...collector.result() };
}

/** A text longer than JavaScript's longest (some 537 million characters). */
function isOverlongText(error: unknown): boolean {
  return (
    error instanceof Error &&
    /string longer than|Invalid string length|ERR_STRING_TOO_LONG/u.test(error.message)
  );
}
