import { counted } from "./load-report.ts";
import type { SourceRow } from "./staging-table.ts";

/** Brings the rows of one file to the width of its table, and counts those that were not. */
export interface RowShaper {
  /** The row with as many cells as the table has columns, and one more for what is left over; nothing for an empty one. */
  shape(row: number, cells: readonly string[]): SourceRow | undefined;
  /** Whether any row had more cells than the table has columns. */
  hasExtra(): boolean;
  doubts(): readonly string[];
}

const MOST_EXAMPLES = 3;

/** @param padded whether rows that end early are usual, as in sheets, where empty cells at the end are not written */
export function rowShaper(
  width: number,
  delimiter: string,
  { padded }: { readonly padded: boolean },
): RowShaper {
  const short: number[] = [];
  const long: number[] = [];
  let shortCount = 0;
  let longCount = 0;
  let empty = 0;
  return {
    shape(row, cells) {
      let isEmpty = true;
      const shaped: (string | null)[] = new Array(width + 1).fill(null);
      for (let at = 0; at < width && at < cells.length; at++) {
        const cell = cells[at] ?? "";
        if (cell === "" || isBlank(cell)) continue;
        shaped[at] = cell;
        isEmpty = false;
      }
      const rest = cells.length > width ? cells.slice(width) : [];
      if (rest.some((cell) => !isBlank(cell))) {
        shaped[width] = rest.join(delimiter);
        isEmpty = false;
        longCount++;
        if (long.length < MOST_EXAMPLES) long.push(row);
      }
      if (isEmpty) {
        empty++;
        return undefined;
      }
      if (cells.length < width && !padded) {
        shortCount++;
        if (short.length < MOST_EXAMPLES) short.push(row);
      }
      return { row, cells: shaped };
    },
    hasExtra: () => longCount > 0,
    doubts: () => [
      ...(shortCount > 0
        ? [`${counted(shortCount, "row")} with fewer cells than columns (row ${listed(short, shortCount)})`]
        : []),
      ...(longCount > 0
        ? [
            `${counted(longCount, "row")} with more cells than columns (row ${listed(long, longCount)}); the rest is in the last column`,
          ]
        : []),
      ...(empty > 0 && !padded ? [`${counted(empty, "empty row")} left out`] : []),
    ],
  };
}

function isBlank(cell: string): boolean {
  return cell === "" || (cell.charCodeAt(0) <= 32 && cell.trim() === "");
}

function listed(rows: readonly number[], total: number): string {
  return `${rows.join(", ")}${total > rows.length ? ", …" : ""}`;
}
