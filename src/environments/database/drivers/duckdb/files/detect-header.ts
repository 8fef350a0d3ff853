import { joinNameLines } from "./join-name-lines.ts";
import { looksLikeValue } from "./looks-like-value.ts";

/** Where the names of the columns stand among the first rows. */
export interface HeaderPlace {
  /** Index of the row with the names, the last of them where they stand in two; absent where the rows begin at once. */
  readonly at?: number;
  /** Index of the first row with names, where they stand in two. */
  readonly from?: number;
  /** The names as they are written, those of two rows joined; absent where there are none. */
  readonly names?: readonly string[];
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
  const found = rows
    .slice(0, MOST_TITLE_ROWS)
    .findIndex((row, at) => isFilled(row, width) || isShifted(rows, at, width));
  const first = Math.max(0, found);
  const names = rows[first];
  if (names === undefined) return { dataAt: 0 };
  if (!isNames(names, rows.slice(first + 1))) return { dataAt: first };
  const joined = joinNameLines(rows, first, width);
  return joined === undefined
    ? { at: first, names, dataAt: first + 1 }
    : { ...joined, dataAt: joined.at + 1 };
}

function isFilled(row: readonly string[], width: number): boolean {
  const filled = row.filter((cell) => cell.trim() !== "").length;
  return row.length >= width && filled >= Math.min(2, width) && filled >= width / 2;
}

/** Some programs write no name over the column of row names. A line above a row of names is a title with a delimiter in it. */
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

/** Whether a column has a name that is none of its values. */
function isOverValues(names: readonly string[], below: readonly (readonly string[])[]): boolean {
  return names.some((name, at) => {
    const column = below.map((row) => row[at]?.trim() ?? "").filter((cell) => cell !== "");
    const values = column.filter(looksLikeValue).length;
    return name.trim() !== "" && column.length > 0 && values >= column.length * MOSTLY;
  });
}

/** Years across the top, as pivoted tables have them. */
function areYears(values: readonly string[]): boolean {
  const years = values.map((value) => (/^(?:1[89]|20)\d\d$/u.test(value) ? Number(value) : Number.NaN));
  return (
    years.length > 1 &&
    // They begin anew where there are several groups of them.
    years.every(
      (year, at) => at === 0 || (at > 1 && year === years[0]) || Math.abs(year - (years[at - 1] ?? 0)) === 1,
    )
  );
}
