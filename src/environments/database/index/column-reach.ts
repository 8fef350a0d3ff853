import type { ColumnStatistics, SqlDriver } from "../driver/sql-driver.ts";
import type { TableSchema } from "../schema/database-schema.ts";
import { type IndexedColumn, sameColumn } from "./indexed-column.ts";

/**
 * How an engine that others work on may be asked for one value of a column: by reading the table, by an index of its own only, or not at all,
 * as only a scan of a large table would tell.
 */
export type Reach = "scan" | "probe" | "none";

/** Rows of a table that may be read for one lookup; some 50 ms. */
const SCANNED_ROWS = 200_000;
/** How long statistics are believed. */
const BELIEVED_MILLISECONDS = 600_000;
/** Tables asked about with one statement. */
const TABLES_AT_ONCE = 200;

/** What the engine's own statistics and indexes allow to be asked of it. */
export interface ColumnReach {
  /** Reads the statistics where that was not done of late. */
  refresh(signal: AbortSignal): Promise<void>;
  reach(column: IndexedColumn): Reach;
  /** Undefined before `refresh`, and for views. */
  statistics(column: IndexedColumn): ColumnStatistics | undefined;
}

/** Undefined for engines that nobody else works on, which may be asked anything. */
export function columnReach(driver: SqlDriver, columns: readonly IndexedColumn[]): ColumnReach | undefined {
  const read = driver.columnStatistics?.bind(driver);
  if (read === undefined) return undefined;
  const tables = [...new Set(columns.map(({ table }) => table))].filter(({ kind }) => kind === "table");
  const known = new Map<string, ColumnStatistics>();
  let readAt: number | undefined;
  return {
    async refresh(signal) {
      if (readAt !== undefined && performance.now() - readAt < BELIEVED_MILLISECONDS) return;
      for (let at = 0; at < tables.length; at += TABLES_AT_ONCE) {
        const some = tables.slice(at, at + TABLES_AT_ONCE);
        const ofTable = Map.groupBy(await read(some.map(tableName), signal), ({ table }) => keyOf(table));
        for (const column of columns) {
          const found = ofTable.get(keyOf(column.table))?.find((each) => each.column === column.ref.column);
          if (found !== undefined) known.set(column.key, found);
        }
      }
      readAt = performance.now();
    },
    reach(column) {
      const { kind, rowCount } = column.table;
      // What a view or a table of unknown size costs shows only when it is asked; the time limit holds.
      if (kind !== "table" || rowCount === undefined || rowCount.value <= SCANNED_ROWS) return "scan";
      const comparesAsIs = column.numeric || column.affinity === "text";
      return comparesAsIs && known.get(column.key)?.indexed === true ? "probe" : "none";
    },
    statistics: (column) => known.get(column.key),
  };
}

/** Those that answer fast before those that may take all the time there is. */
export function cheapestFirst(
  columns: readonly IndexedColumn[],
  reach: ColumnReach,
): readonly IndexedColumn[] {
  const effort = (column: IndexedColumn): number => {
    if (reach.statistics(column)?.indexed === true) return 0;
    return column.table.kind === "table" ? (column.table.rowCount?.value ?? 1e12) : 1e13;
  };
  return columns.toSorted((a, b) => effort(a) - effort(b));
}

export function findColumn(
  columns: readonly IndexedColumn[],
  ref: IndexedColumn["ref"],
): IndexedColumn | undefined {
  return columns.find((column) => sameColumn(column.ref, ref));
}

function tableName({ schema, name }: TableSchema) {
  return schema === undefined ? { name } : { schema, name };
}

function keyOf({ schema = "", name }: { readonly schema?: string; readonly name: string }): string {
  return JSON.stringify([schema, name]);
}
