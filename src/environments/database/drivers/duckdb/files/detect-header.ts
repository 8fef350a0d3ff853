import { looksLikeValue } from "./looks-like-value.ts";

/** The position of the column names among the first rows. */
export interface HeaderPlace {
  /** Index of the row of names; absent if the data begin at once. */
  readonly at?: number;
  /** The names as written; absent if there are none. */
  readonly names?: readonly string[];
  /** Index of the first row of data. */
  readonly dataAt: number;
}

/** Rows in which a title is expected at most. */
const MOST_TITLE_ROWS = 50;
/** With at least this share of values, the text above a column is a name and no cell. */
const MOSTLY = 0.8;

/**
 * Finds the row of names: the first row filled like the others, unless it holds values or its words recur below. Earlier rows are a title.
 * @param rows the first rows, none blank
 * @param width number of cells of most rows
 */
export function detectHeader(rows: readonly (readonly string[])[], width: number): HeaderPlace {
  const found = rows
    .slice(0, MOST_TITLE_ROWS)
    .findIndex((row, at) => isFilled(row, width) || isShifted(rows, at, width));
  const first = Math.max(0, found);
  const names = rows[first];
  if (names === undefined) return { dataAt: 0 };
  if (!isNames(names, rows.slice(first + 1))) return { dataAt: first };
  return { at: first, names, dataAt: first + 1 };
}

function isFilled(row: readonly string[], width: number): boolean {
  const filled = row.filter((cell) => cell.trim() !== "").length;
  return row.length >= width && filled >= Math.min(2, width) && filled >= width / 2;
}

/** True for a header without a name over the row names. A short line above a row of names is a title with a delimiter in it. */
function isShifted(rows: readonly (readonly string[])[], at: number, width: number): boolean {
  const row = rows[at] ?? [];
  const next = rows[at + 1] ?? [];
  if (width <= 2 || row.length !== width - 1) return false;
  if (row.some((cell) => cell.trim() === "" || looksLikeValue(cell))) return false;
  return next.length !== width || next.some(looksLikeValue) || !isOverValues(next, rows.slice(at + 2));
}

function isNames(names: readonly string[], below: readonly (readonly string[])[]): boolean {
  const cells = names.map((name) => name.trim());
  const values = cells.filter((cell) => cell !== "" && looksLikeValue(cell));
  if (values.length > 0) return areYears(values) && values.length < cells.length;
  if (isOverValues(cells, below)) return true;
  return !cells.some((name, at) => name !== "" && below.some((row) => row[at]?.trim() === name));
}

/** Whether some column has a name over cells that are mostly values. */
function isOverValues(names: readonly string[], below: readonly (readonly string[])[]): boolean {
  return names.some((name, at) => {
    const column = below.map((row) => row[at]?.trim() ?? "").filter((cell) => cell !== "");
    const values = column.filter(looksLikeValue).length;
    return name.trim() !== "" && column.length > 0 && values >= column.length * MOSTLY;
  });
}

/** True for years across the top, as in pivoted tables. */
function areYears(values: readonly string[]): boolean {
  const years = values.map((value) => (/^(?:1[89]|20)\d\d$/u.test(value) ? Number(value) : Number.NaN));
  return (
    years.length > 1 && years.every((year, at) => at === 0 || Math.abs(year - (years[at - 1] ?? 0)) === 1)
  );
}
