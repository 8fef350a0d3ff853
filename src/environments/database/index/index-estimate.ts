import type { SqlDriver } from "../driver/sql-driver.ts";
import type { DatabaseSchema } from "../schema/database-schema.ts";
import { DEFAULT_INDEX_LIMITS } from "./index-limits.ts";
import { MOST_CELLS_UNASKED } from "./index-on-demand.ts";
import { indexedColumns } from "./indexed-column.ts";

/** As measured on a PostgreSQL server of the same machine (docs/databases.md). */
const CELLS_PER_SECOND = 250_000;
const BYTES_PER_VALUE = 85;

/** What building the whole index of a server's database would read, in one line, from the catalog alone. */
export async function indexEstimate(
  driver: SqlDriver,
  schema: DatabaseSchema,
  signal: AbortSignal,
): Promise<{ readonly text: string; readonly isLarge: boolean }> {
  const columns = indexedColumns(schema).filter(({ table }) => table.kind === "table");
  const tables = [...new Set(columns.map(({ table }) => table))];
  const statistics = (await driver.columnStatistics?.(tables, signal)) ?? [];
  const distinct = new Map(
    statistics.map((each) => [keyOf(each.table, each.column), each.distinct] as const),
  );
  let cells = 0;
  let values = 0;
  for (const { table, ref } of columns) {
    const rows = table.rowCount?.value ?? 0;
    cells += rows;
    values += Math.min(
      distinct.get(keyOf(table, ref.column)) ?? rows,
      rows,
      DEFAULT_INDEX_LIMITS.valuesPerColumn,
    );
  }
  const rows = tables.reduce((sum, { rowCount }) => sum + (rowCount?.value ?? 0), 0);
  const unknown = tables.filter(({ rowCount }) => rowCount === undefined);
  const megabytes = Math.min(values * BYTES_PER_VALUE, DEFAULT_INDEX_LIMITS.bytesInAll) / 1e6;
  const least = unknown.length === 0 ? "about" : "at least";
  const parts = [
    `${least} ${count(rows)} rows of ${tablesSpoken(tables.length)} to read`,
    `some ${spoken(cells / CELLS_PER_SECOND)}`,
    `${count(Math.ceil(megabytes))} MB to keep`,
  ];
  const more = unknown.length === 0 ? "" : `; the size of ${tablesSpoken(unknown.length)} is not known`;
  return { text: parts.join(", ") + more, isLarge: cells > MOST_CELLS_UNASKED || unknown.length > 0 };
}

function keyOf({ schema = "", name }: { readonly schema?: string; readonly name: string }, column: string) {
  return JSON.stringify([schema, name, column]);
}

function count(n: number): string {
  return n.toLocaleString("en");
}

function tablesSpoken(n: number): string {
  return `${count(n)} table${n === 1 ? "" : "s"}`;
}

function spoken(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}
