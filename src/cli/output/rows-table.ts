import { escapeMarkup } from "../../util/escape-markup.ts";
import { visibleLines, visibleText } from "../../util/visible-text.ts";
import { cellText } from "./cell-text.ts";
import { numericColumns } from "./numeric-columns.ts";
import type { ResultRows } from "./result-rows.ts";

/** Rows as an HTML table in a region that scrolls by itself, for a page that styles `.rows`, `.number` and `.null`. */
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
