import type { Json } from "../../util/json.ts";
import { visibleText } from "../../util/visible-text.ts";
import { cellText } from "./cell-text.ts";
import { numericColumns } from "./numeric-columns.ts";
import type { ResultRows } from "./result-rows.ts";

/** A GitHub-flavoured Markdown table: numbers stand right, line breaks are `<br>`, and nothing in a cell is read as Markdown or HTML. */
export function* markdownTable(result: ResultRows): Generator<string> {
  const { columns, rows } = result;
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |\n`;
  const numeric = numericColumns(result);
  yield line(columns.map(cell));
  yield line(columns.map((_, at) => (numeric.has(at) ? "---:" : "---")));
  for (const row of rows) yield line(columns.map((_, at) => cell(row[at])));
}

function cell(value: Json | undefined): string {
  const lines = cellText(value).split(/\r\n|\r|\n/u);
  return lines.map((text) => markdownWords(visibleText(text))).join("<br>");
}

/** A text on one line of which nothing is read as Markdown or HTML; a `#` or `>` at its beginning is not looked at. */
export function markdownWords(text: string): string {
  return text
    .replace(/[\\`*_[\]~|]/gu, "\\$&")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;");
}
