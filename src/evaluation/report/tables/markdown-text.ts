import { visibleText } from "../../../util/visible-text.ts";
import type { ReportTable } from "./report-table.ts";

/** A text on one line, of which nothing is read as Markdown or HTML. */
export function markdownText(text: string): string {
  return visibleText(text.replace(/\s+/gu, " "))
    .replace(/[\\`*_[\]~|#]/gu, "\\$&")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;");
}

export function markdownTable({ columns, rows }: ReportTable): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [
    line(columns.map(({ name }) => markdownText(name))),
    line(columns.map((column) => (column.figures ? "---:" : "---"))),
    ...rows.map((row) => line(row.map(markdownText))),
  ].join("\n");
}

/** A table under its title. */
export function markdownSection(table: ReportTable): string {
  const note = table.note === undefined ? [] : [markdownText(table.note)];
  return [`## ${markdownText(table.title)}`, markdownTable(table), ...note].join("\n\n");
}
