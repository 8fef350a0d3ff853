import { looksLikeValue } from "./looks-like-value.ts";

/** Where the names of the columns stand among the first rows. */
export interface HeaderPlace {
  /** Index of the row with the names; absent where the rows begin at once. */
  readonly at?: number;
  /** Index of the first row of data. */
  readonly dataAt: number;
}

/** Lines of a title are looked for in so many rows. */
const MOST_TITLE_ROWS = 50;
/** A column whose cells are values in this share has a name that is none. */
const MOSTLY = 0.8;

/**
 * Finds the row of names: the first that is filled as the others are, unless it has values in it or its words come again below. Rows before it
 * are a title.
 * @param rows the first rows, none blank
 * @param width cells of most rows
 */
export function detectHeader(rows: readonly (readonly string[])[], width: number): HeaderPlace {
  const found = rows.slice(0, MOST_TITLE_ROWS).findIndex((row) => isFilled(row, width));
  const first = Math.max(0, found);
  const names = rows[first];
  if (names === undefined) return { dataAt: 0 };
  return isNames(names, rows.slice(first + 1)) ? { at: first, dataAt: first + 1 } : { dataAt: first };
}

function isFilled(row: readonly string[], width: number): boolean {
  const filled = row.filter((cell) => cell.trim() !== "").length;
  // Some programs write no name over the column of row names.
  if (width > 2 && row.length === width - 1 && filled === row.length) return !row.some(looksLikeValue);
  return row.length >= width && filled >= Math.min(2, width) && filled >= width / 2;
}

function isNames(names: readonly string[], below: readonly (readonly string[])[]): boolean {
  const cells = names.map((name) => name.trim());
  const values = cells.filter((cell) => cell !== "" && looksLikeValue(cell));
  if (values.length > 0) return areYears(values) && values.length < cells.length;
  const isTyped = cells.some((name, at) => {
    const column = below.map((row) => row[at]?.trim() ?? "").filter((cell) => cell !== "");
    return name !== "" && column.length > 0 && column.filter(looksLikeValue).length >= column.length * MOSTLY;
  });
  if (isTyped) return true;
  return !cells.some((name, at) => name !== "" && below.some((row) => row[at]?.trim() === name));
}

/** Years across the top, as pivoted tables have them. */
function areYears(values: readonly string[]): boolean {
  const years = values.map((value) => (/^(?:1[89]|20)\d\d$/u.test(value) ? Number(value) : Number.NaN));
  return (
    years.length > 1 && years.every((year, at) => at === 0 || Math.abs(year - (years[at - 1] ?? 0)) === 1)
  );
}
