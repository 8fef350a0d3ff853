import { DistinctValues } from "../../../value-index/distinct-values.ts";
import type { SqlDriver } from "../driver/sql-driver.ts";
import { SqlEngineError } from "../driver/sql-engine-error.ts";
import type { SqlValue } from "../driver/sql-value.ts";
import { qualifiedTable } from "./column-sql.ts";
import type { IndexLimits } from "./index-limits.ts";
import type { IndexedColumn } from "./indexed-column.ts";
import { type ColumnContent, hasText, STATEMENT_SHARE } from "./read-column.ts";

/** Rows of a table that is read with one statement: all its cells cost less than a statement for each column. */
const MOST_ROWS = 1_000;

/**
 * Reads columns of one small table with one statement, where there are hundreds of such tables and each statement has its own way to a server
 * and back. Columns that are missing in what it gives have to be read alone: those of long text, and all of a table that is larger than
 * the engine thought, or of which a column cannot be read.
 */
export async function readSmallTable(
  driver: SqlDriver,
  columns: readonly IndexedColumn[],
  limits: IndexLimits,
  signal: AbortSignal,
): Promise<ReadonlyMap<IndexedColumn, ColumnContent>> {
  const [first] = columns;
  const rowCount = first?.table.rowCount?.value;
  if (!first || columns.length < 2 || rowCount === undefined || rowCount > MOST_ROWS) return new Map();
  const names = columns.map(({ ref }) => driver.dialect.identifier(ref.column));
  const milliseconds = Math.max(1_000, limits.millisecondsPerColumn * STATEMENT_SHARE);
  try {
    const { rows, truncated } = await driver.query(
      `SELECT ${names.join(", ")} FROM ${qualifiedTable(driver.dialect, first.table)}`,
      [],
      { maxRows: MOST_ROWS, milliseconds, signal },
    );
    if (truncated) return new Map();
    return new Map(columns.flatMap((column, at) => contentOf(column, rows, at, limits)));
  } catch (error) {
    if (error instanceof SqlEngineError) return new Map();
    throw error;
  }
}

function contentOf(
  column: IndexedColumn,
  rows: readonly (readonly SqlValue[])[],
  at: number,
  limits: IndexLimits,
): readonly (readonly [IndexedColumn, ColumnContent])[] {
  const counts = new Map<string, number>();
  let [cells, characters] = [0, 0];
  for (const row of rows) {
    const cell = row[at];
    // NULL is no value, and bytes are nothing that people name.
    if (cell === null || cell === undefined || cell instanceof Uint8Array) continue;
    const text = String(cell);
    cells++;
    characters += text.length;
    if (text.length <= limits.cellLength) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  if (hasText(column) && characters / Math.max(1, cells) > limits.longTextAverage) return [];
  const values = new DistinctValues();
  for (const [text, count] of counts) values.add(text, count);
  if (values.size > limits.valuesPerColumn || values.bytes > limits.bytesPerColumn) return [];
  return [[column, { values, holds: "values", sampled: false }]];
}
