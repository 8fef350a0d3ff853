import type { StatementResult } from "../../driver/sql-driver.ts";
import type { SqlValue } from "../../driver/sql-value.ts";
import type { PostgresField } from "./postgres-statement.ts";
import { readPostgresValue } from "./postgres-value.ts";

/** Drops the row that was only probed for, reads the values and cuts cells that are too long. */
export function boundedRows(
  fields: readonly PostgresField[],
  rows: readonly (readonly (string | null)[])[],
  maxRows: number,
  maxCellLength: number,
): Omit<StatementResult, "columns"> {
  const cutCells: { row: number; column: number; length: number }[] = [];
  const kept = rows.slice(0, maxRows).map((texts, row) =>
    texts.map((text, column): SqlValue => {
      const value = readPostgresValue(text, fields[column]?.dataTypeID ?? 0);
      if (!(typeof value === "string" || value instanceof Uint8Array) || value.length <= maxCellLength)
        return value;
      cutCells.push({ row, column, length: value.length });
      if (typeof value !== "string") return value.slice(0, maxCellLength);
      const splitsPair = /[\uD800-\uDBFF]/u.test(value.charAt(maxCellLength - 1));
      return value.slice(0, splitsPair ? maxCellLength - 1 : maxCellLength);
    }),
  );
  return { rows: kept, truncated: rows.length > maxRows, ...(cutCells.length === 0 ? {} : { cutCells }) };
}
