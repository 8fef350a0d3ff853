import { looksLikeValue } from "./looks-like-value.ts";

/** The names of columns that two lines give together, and which lines these are. */
export interface JoinedNames {
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
export function joinNameLines(
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
