import { looksLikeValue } from "./looks-like-value.ts";

/** The names of columns that two lines give together, and which lines these are. */
interface JoinedNames {
  readonly names: readonly string[];
  /** Indexes of the lines with them. */
  readonly from: number;
  readonly at: number;
}

/** What stands for a missing cell, so that a line of it is data. */
const MISSING = /^(?:[-–—?.*#/ ]+|#?n\/?a|null|none|nan|nil|unknown|missing)$/iu;
const LEAST_TYPED = 2;

/**
 * Joins names that stand in two lines: groups above them (`Sales`, empty, `Costs`, empty over `2023`, `2024`, `2023`, `2024`), or units below
 * them. Undefined where one of the lines could as well be a title or a row: a group has to tell names apart that are the same otherwise, or
 * fill what is empty, and a second line must be text over at least two columns of values.
 * @param rows the first rows, none blank
 * @param at index of the row that was found to have the names
 */
function joinNameLines(
  rows: readonly (readonly string[])[],
  at: number,
  width: number,
): JoinedNames | undefined {
  const line = (index: number): readonly string[] | undefined => {
    const row = rows[index];
    return row === undefined || row.length < width ? undefined : row.map((cell) => cell.trim());
  };
  const [above, names, below] = [line(at - 1), line(at), line(at + 1)];
  if (names === undefined) return undefined;
  const data = rows.slice(at + 2);
  if (below !== undefined && (isSecondLine(below, data) || fillsWithYears(names, below))) {
    const groups = names.map((name, index) => (below[index] === "" ? name : groupAt(names, index)));
    return { names: groups.map((group, index) => together(group, below[index])), from: at, at: at + 1 };
  }
  if (above === undefined || !above.includes("")) return undefined;
  const again = names.map((name) => name !== "" && names.filter((each) => each === name).length > 1);
  const joined = names.map((name, index) => (again[index] ? together(groupAt(above, index), name) : name));
  return again.includes(true) && new Set(joined).size === joined.length
    ? { names: joined, from: at - 1, at }
    : undefined;
}

/** The name that reaches over a column: its own, or the last before it, as merged cells are written. */
function groupAt(groups: readonly string[], at: number): string {
  return groups.slice(0, at + 1).findLast((group) => group !== "") ?? "";
}

function together(group: string, name: string | undefined): string {
  return [group, name].filter((part) => part !== undefined && part !== "").join(" ");
}

/** Words over columns of values, and a value nowhere: a row of data would have some. */
function isSecondLine(line: readonly string[], data: readonly (readonly string[])[]): boolean {
  if (line.some((cell) => cell !== "" && (looksLikeValue(cell) || MISSING.test(cell)))) return false;
  const typed = line.map((_, index) => {
    const cells = data.map((row) => row[index]?.trim() ?? "").filter((cell) => cell !== "");
    return cells.length > 1 && cells.every((cell) => looksLikeValue(cell) || MISSING.test(cell));
  });
  const over = typed.filter((isTyped, index) => isTyped && line[index] !== "").length;
  return over >= LEAST_TYPED && over === typed.filter(Boolean).length;
}

/** Years under names that leave room for them, and nothing where there is no room: `Region`, `Sales`, empty over empty, `2023`, `2024`. */
function fillsWithYears(names: readonly string[], line: readonly string[]): boolean {
  const filled = line.flatMap((cell, index) => (cell === "" ? [] : [{ cell, index }]));
  const isRoom = names.every((name, index) => (name === "" ? line[index] !== "" : true));
  const ownNames = names.filter((_, index) => line[index] === "");
  return (
    names.includes("") &&
    isRoom &&
    ownNames.length > 0 &&
    filled.length > 1 &&
    filled.every(({ cell }) => /^(?:1[89]|20)\d\d$/u.test(cell)) &&
    filled.some(({ index }) => names[index] === "")
  );
}

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
