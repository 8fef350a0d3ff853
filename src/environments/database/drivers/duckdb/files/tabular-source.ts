import { columnName, uniqueNames } from "./file-names.ts";
import type { SourceRow } from "./staging-table.ts";

/** A table as a file or a sheet has it, before types are thought of. */
export interface TabularSource {
  /** One for each column, no two the same. The rows have one cell more, for what is beyond the last column. */
  readonly names: readonly string[];
  readonly batches: AsyncIterable<readonly SourceRow[]>;
  /** Known when all rows are read. */
  outcome(): SourceOutcome;
}

export interface SourceOutcome {
  readonly hasExtra: boolean;
  readonly reading: readonly string[];
  readonly doubts: readonly string[];
}

/** The names of the columns; a row of names that is one short has none for the first column. */
export function columnNames(header: readonly string[] | undefined, width: number): readonly string[] {
  const shifted = header !== undefined && header.length === width - 1 ? ["row_name", ...header] : header;
  const count = Math.max(width, lastFilled(shifted ?? []) + 1);
  return uniqueNames(Array.from({ length: count }, (_, at) => columnName(shifted?.[at], at)));
}

/** Where the names were found, for a person: rows of the file, the first being 1. */
export function namesSaid(rows: readonly number[]): string {
  if (rows.length === 0) return "no row of names";
  return rows.length === 1 ? `names in row ${rows[0]}` : `names in rows ${rows.join(" and ")}`;
}

function lastFilled(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => cell.trim() !== "");
}
