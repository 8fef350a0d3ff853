import type { Preparation } from "../../../environment/capabilities.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { DatabaseSchema } from "../schema/database-schema.ts";
import { MOST_CELLS_UNASKED } from "./index-on-demand.ts";
import { indexedColumns } from "./indexed-column.ts";

/** Building the value index, as a preparation step of the environment. */
export function indexPreparation(services: DatabaseServices): Preparation {
  const { driver } = services;
  return {
    ...(driver.columnStatistics === undefined
      ? {}
      : { estimate: async () => indexEstimate(services.schema) }),
    async prepare({ signal, onProgress }) {
      const state = await services.index.ensureBuilt({
        signal,
        onProgress: ({ columnsDone, columnsTotal, valuesDone, column }) => {
          const at = column === undefined ? "" : `, now ${column.table}.${column.column}`;
          onProgress?.({
            share: columnsTotal === 0 ? 1 : columnsDone / columnsTotal,
            text: `${columnsDone} of ${columnsTotal} columns, ${count(valuesDone)} values${at}`,
          });
        },
      });
      const size = `${(state.bytes / 1e6).toFixed(1)} MB`;
      const lost = `; ${state.unsaved} of the columns could not be kept: check the rights and the free space of the cache folder`;
      const text = `${count(state.values)} values of ${state.columns} columns indexed, ${size}`;
      return { text: state.unsaved === 0 ? text : text + lost };
    },
  };
}

/** Measured on a PostgreSQL server on the same machine (docs/databases.md). */
const CELLS_PER_SECOND = 250_000;

/** One line that estimates, from the schema alone, how much building the whole index of a server's database would read. */
export function indexEstimate(schema: DatabaseSchema): { readonly text: string; readonly isLarge: boolean } {
  const columns = indexedColumns(schema).filter(({ table }) => table.kind === "table");
  const tables = [...new Set(columns.map(({ table }) => table))];
  const cells = columns.reduce((sum, { table }) => sum + (table.rowCount?.value ?? 0), 0);
  const rows = tables.reduce((sum, { rowCount }) => sum + (rowCount?.value ?? 0), 0);
  const unknown = tables.filter(({ rowCount }) => rowCount === undefined);
  const least = unknown.length === 0 ? "about" : "at least";
  const work = `${least} ${count(rows)} rows of ${tablesSpoken(tables.length)} to read, some ${spoken(cells / CELLS_PER_SECOND)}`;
  const more = unknown.length === 0 ? "" : `; the size of ${tablesSpoken(unknown.length)} is not known`;
  return { text: work + more, isLarge: cells > MOST_CELLS_UNASKED || unknown.length > 0 };
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
