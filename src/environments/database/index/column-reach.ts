import type { ColumnStatistics, SqlDriver } from "../driver/sql-driver.ts";
import type { TableSchema } from "../schema/database-schema.ts";
import type { IndexedColumn } from "./indexed-column.ts";
import { sameColumn } from "./value-index.ts";

/**
 * How a shared engine may look up one value of a column: `scan` reads the table, `probe` only uses the engine's own index, and `none` forbids
 * the lookup, since it would need a scan of a large table.
 */
export type Reach = "scan" | "probe" | "none";

/** Most rows of a table that may be scanned for one lookup; takes some 50 ms. */
const SCANNED_ROWS = 200_000;
/** Age at which statistics are read again. */
const BELIEVED_MILLISECONDS = 600_000;
/** Most tables whose statistics are read with one statement. */
const TABLES_AT_ONCE = 200;

/** Decides by the engine's statistics and indexes which lookups it may be asked for. */
export interface ColumnReach {
  /** Reads the statistics if they are missing or old. */
  refresh(signal: AbortSignal): Promise<void>;
  reach(column: IndexedColumn): Reach;
  /** Undefined before `refresh`, and for views. */
  statistics(column: IndexedColumn): ColumnStatistics | undefined;
}

/** Undefined for engines that nobody else uses, which may be asked anything. */
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
      // The cost of a view or a table of unknown size is not known beforehand; the time limit bounds it.
      if (kind !== "table" || rowCount === undefined || rowCount.value <= SCANNED_ROWS) return "scan";
      const comparesAsIs = column.numeric || column.affinity === "text";
      return comparesAsIs && known.get(column.key)?.indexed === true ? "probe" : "none";
    },
    statistics: (column) => known.get(column.key),
  };
}

/** Orders columns so that cheap lookups come before those that may use up the time. */
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
