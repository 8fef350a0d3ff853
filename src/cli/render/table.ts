import type { AnswerTable } from "../../environment/answer.ts";
import type { Json } from "../../util/json.ts";
import { visibleText } from "../../util/visible-text.ts";

const SHOWN_ROWS = 20;
const CELL_WIDTH = 48;

function cell(value: Json | undefined): string {
  const text =
    value === null || value === undefined
      ? "NULL"
      : typeof value === "string"
        ? value
        : JSON.stringify(value);
  const flat = visibleText(text.slice(0, CELL_WIDTH + 1));
  return flat.length > CELL_WIDTH ? `${flat.slice(0, CELL_WIDTH - 1)}…` : flat;
}

/** A small table for a terminal; numbers stand right. Says how many rows are not shown. */
export function renderTable(table: AnswerTable): string {
  const rows = table.rows.slice(0, SHOWN_ROWS);
  const widths = table.columns.map((name, at) =>
    Math.max(cell(name).length, ...rows.map((row) => cell(row[at]).length)),
  );
  const numeric = table.columns.map((_, at) =>
    rows.every((row) => row[at] === null || typeof row[at] === "number"),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((text, at) =>
        numeric[at] === true ? text.padStart(widths[at] ?? 0) : text.padEnd(widths[at] ?? 0),
      )
      .join("  ")
      .trimEnd();
  const lines = [
    line(table.columns.map(cell)),
    line(widths.map((width) => "─".repeat(width))),
    ...rows.map((row) => line(row.map(cell))),
  ];
  if (table.total > rows.length)
    lines.push(`… ${table.total - rows.length} more rows (--json and --out FILE give all)`);
  return lines.join("\n");
}
