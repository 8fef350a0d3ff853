import { figures, type ReportTable, words } from "./report-table.ts";

/** Columns that fit beside each other on a small screen. */
const MOST_COLUMNS = 5;
/** Rows of which each may become a column. */
const MOST_ROWS = 4;

/** A table of few rows and many columns with its columns as rows, so that none of them is out of sight; any other as it is. */
export function turnedTable(table: ReportTable, name: string): ReportTable {
  const { columns, rows, lead, ...rest } = table;
  if (columns.length <= MOST_COLUMNS || rows.length > MOST_ROWS) return table;
  return {
    ...rest,
    columns: [words(name), ...rows.map(([of = ""]) => figures(of))],
    rows: columns.slice(1).map((column, at) => [column.name, ...rows.map((row) => row[at + 1] ?? "")]),
    ...(lead?.column === undefined ? {} : { lead: { row: lead.column - 1 } }),
  };
}
