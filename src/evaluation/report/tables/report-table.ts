import type { Comparison } from "../comparison.ts";

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

/** A table of texts, for every form of a report. */
export interface ReportTable {
  readonly title: string;
  /** What a reader has to know of it, in a sentence or two. */
  readonly note?: string;
  /** Columns of figures stand right. */
  readonly columns: readonly { readonly name: string; readonly figures: boolean }[];
  readonly rows: readonly (readonly string[])[];
  /** What rows are compared by, from 0; after turning a table it is a row. */
  readonly lead?:
    | { readonly column: number; readonly row?: never }
    | { readonly row: number; readonly column?: never };
}

export const words = (name: string) => ({ name, figures: false });
export const figures = (name: string) => ({ name, figures: true });

/** What is beside what, for the head of a page. */
export function comparisonTitle({ a, b, benchmark }: Pick<Comparison, "a" | "b" | "benchmark">): string {
  return `${a === b ? `Configurations of ${a}` : `${b} beside ${a}`} on ${benchmark}`;
}

/** A setting of a configuration or a run, for people. */
export function settingText(value: unknown): string {
  if (value === undefined) return "–";
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.join(", ");
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value);
    return members.length === 0
      ? "as the model has it"
      : members.map(([name, each]) => `${name} ${JSON.stringify(each)}`).join(", ");
  }
  return String(value);
}
