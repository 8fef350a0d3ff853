import { html } from "../../../util/html-page.ts";
import type { ReportTable } from "../tables/report-table.ts";

/** A table under its title; it scrolls by itself where it is too wide. */
export function htmlTable({ title, note, columns, rows }: ReportTable, level: 2 | 3): string {
  const type = (at: number): string => (columns[at]?.figures === true ? ' class="number"' : "");
  const head = columns.map(({ name }, at) => `<th scope="col"${type(at)}>${html(name)}</th>`).join("");
  const body = rows.map(
    (row) =>
      `<tr>${row
        .map((cell, at) =>
          at === 0
            ? `<th scope="row"${type(at)} dir="auto">${html(cell)}</th>`
            : `<td${type(at)} dir="auto">${html(cell)}</td>`,
        )
        .join("")}</tr>`,
  );
  return `<h${level}>${html(title)}</h${level}>
<div class="rows" tabindex="0" role="region" aria-label="${html(title)}"><table><thead><tr>${head}</tr></thead><tbody>
${body.join("\n")}
</tbody></table></div>
${note === undefined ? "" : `<p class="note">${html(note)}</p>\n`}`;
}

/** What is not in the figures, or makes them hard to read. */
export function leftOutHtml(leftOut: readonly string[]): string {
  if (leftOut.length === 0) return "";
  const said = leftOut.map((text) => `<li dir="auto">${html(text)}</li>`).join("");
  return `<h2>Left out, and worth knowing</h2>\n<ul class="left-out">${said}</ul>\n`;
}
