import { escapeMarkup } from "../../util/escape-markup.ts";
import type { Json } from "../../util/json.ts";
import { visibleLines, visibleText } from "../../util/visible-text.ts";
import type { ResultRows } from "./result-rows.ts";

/** A cell as exact text: NULL is empty, lists and objects are JSON. */
export function cellText(value: Json | undefined): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A GitHub-flavoured Markdown table: numbers are right-aligned, line breaks are `<br>`, and Markdown and HTML in cells are escaped. */
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

/** Escapes Markdown and HTML in a line of text, except for `#` and `>` at its beginning. */
export function markdownWords(text: string): string {
  return text
    .replace(/[\\`*_[\]~|]/gu, "\\$&")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;");
}

/** Rows as an HTML table in its own scrolling region, for a page that styles `.rows`, `.number` and `.null`. */
export function* rowsTable(result: ResultRows, label: string): Generator<string> {
  const { columns, rows } = result;
  const numeric = numericColumns(result);
  const kind = (at: number): string => (numeric.has(at) ? ' class="number"' : "");
  yield `<div class="rows" tabindex="0" role="region" aria-label="${escapeMarkup(visibleText(label))}"><table><thead><tr>`;
  yield columns
    .map((name, at) => `<th scope="col"${kind(at)}>${escapeMarkup(visibleText(name))}</th>`)
    .join("");
  yield "</tr></thead><tbody>\n";
  for (const row of rows) {
    const cells = columns.map((_, at) =>
      row[at] === null || row[at] === undefined
        ? `<td class="null">NULL</td>`
        : `<td${kind(at)} dir="auto">${escapeMarkup(visibleLines(cellText(row[at])))}</td>`,
    );
    yield `<tr>${cells.join("")}</tr>\n`;
  }
  yield "</tbody></table></div>\n";
}

const numericColumns = (result: ResultRows): ReadonlySet<number> =>
  columnsOf(result, (value) => typeof value === "number");

/** Indexes of the columns whose values, except NULL, all pass the test. */
export function columnsOf(
  { columns, rows }: ResultRows,
  fits: (value: Json) => boolean,
): ReadonlySet<number> {
  const found = new Set<number>();
  const other = new Set<number>();
  for (const row of rows) {
    for (let at = 0; at < columns.length; at += 1) {
      const value = row[at];
      if (value === null || value === undefined || other.has(at)) continue;
      (fits(value) ? found : other).add(at);
    }
  }
  return new Set([...found].filter((at) => !other.has(at)));
}
