import { html } from "../../../util/html-page.ts";
import type { ReportTable } from "../tables/report-table.ts";

/** A table under its title; it scrolls by itself where it is too wide. */
export function htmlTable(
  { title, note, columns, rows, lead }: ReportTable,
  level: 2 | 3,
  kind = "",
): string {
  const type = (at: number, line?: number): string => {
    const isLead = line !== undefined && (lead?.row === line || lead?.column === at);
    const kinds = [...(columns[at]?.figures === true ? ["number"] : []), ...(isLead ? ["lead"] : [])];
    return kinds.length === 0 ? "" : ` class="${kinds.join(" ")}"`;
  };
  const head = columns.map(({ name }, at) => `<th scope="col"${type(at)}>${html(name)}</th>`).join("");
  const body = rows.map(
    (row, line) =>
      `<tr>${row
        .map((cell, at) =>
          at === 0
            ? `<th scope="row"${type(at, line)} dir="auto">${html(cell)}</th>`
            : `<td${type(at, line)} dir="auto">${html(cell)}</td>`,
        )
        .join("")}</tr>`,
  );
  return `<h${level}>${html(title)}</h${level}>
<div class="rows ${kind}" tabindex="0" role="region" aria-label="${html(title)}"><table><thead><tr>${head}</tr></thead><tbody>
${body.join("\n")}
</tbody></table></div>
${note === undefined ? "" : `<p class="note">${html(note)}</p>\n`}`;
}
