import { createHash } from "node:crypto";
import type { ColumnAffinity, DatabaseSchema, TableSchema } from "../schema/database-schema.ts";
import { type ColumnRef, columnRef } from "./value-index.ts";

/** A column whose values the index holds. */
export interface IndexedColumn {
  readonly ref: ColumnRef;
  readonly affinity: ColumnAffinity;
  /** True for numbers, which are looked up by value and not searched by similarity of their digits. */
  readonly numeric: boolean;
  readonly table: TableSchema;
  /** Name of its cache file: changes with the column's name and type. */
  readonly key: string;
}

const LEFT_OUT: ReadonlySet<ColumnAffinity> = new Set(["binary", "json"]);
const NUMERIC: ReadonlySet<ColumnAffinity> = new Set(["integer", "real", "decimal"]);

/**
 * All columns except binary, JSON and masked ones. Columns of small tables come first, so that most columns are indexed early; views,
 * which may be slow to read, last.
 */
export function indexedColumns(schema: DatabaseSchema): readonly IndexedColumn[] {
  return [...schema.tables]
    .toSorted((a, b) => effort(a) - effort(b))
    .flatMap((table) =>
      table.columns
        .filter((column) => !LEFT_OUT.has(column.affinity) && column.masked !== true)
        .map((column) => {
          const ref = columnRef(table, column);
          const identity = [
            table.schema ?? "",
            table.name,
            column.name,
            column.declaredType,
            column.affinity,
          ];
          return {
            ref,
            affinity: column.affinity,
            numeric: NUMERIC.has(column.affinity),
            table,
            key: createHash("sha256").update(JSON.stringify(identity)).digest("hex").slice(0, 32),
          };
        }),
    );
}

function effort(table: TableSchema): number {
  if (table.kind !== "table") return Number.POSITIVE_INFINITY;
  return table.rowCount?.value ?? Number.MAX_SAFE_INTEGER;
}
