import type { Cell, PaperTable } from "./paper-table.ts";

/** A figure with its interval, else with the number of its cases where that is known. */
export function cellText(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell === "string") return cell;
  const { value, digits, low, high, n } = cell;
  const text = value.toFixed(digits);
  if (low === undefined || high === undefined) return n === undefined ? text : `${text} (n = ${n})`;
  return `${text} [${low.toFixed(digits)}, ${high.toFixed(digits)}]`;
}

/** Whether a figure has an interval, which has to be explained then. */
export function hasIntervals({ parts }: PaperTable): boolean {
  return parts.some(({ rows }) =>
    rows.some(({ cells }) =>
      cells.some((cell) => cell !== null && typeof cell !== "string" && cell.low !== undefined),
    ),
  );
}

export const INTERVALS = "In brackets: 95 % interval over questions.";
