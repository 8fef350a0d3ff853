import { html, PAGE_FOOT, pageHead } from "../../../util/html-page.ts";
import type { ReportTable } from "../tables/report-table.ts";
import type { DrawnPlot } from "./drawn-plots.ts";
import { htmlTable } from "./html-table.ts";
import { PAGE_STYLE } from "./page-style.ts";

/** What a page without a script shows, from top to bottom. */
export interface PlainPage {
  readonly title: string;
  /** Below the title: what whoever reads the page must know of all of it. */
  readonly lead: string;
  readonly tables: readonly ReportTable[];
  readonly plots: readonly DrawnPlot[];
  readonly leftOut: readonly string[];
}

/** A page of tables and plots that opens from a disk, loads nothing and runs nothing. */
export function plainPage({ title, lead, tables, plots, leftOut }: PlainPage): string {
  return `${pageHead({ title, style: PAGE_STYLE })}<h1 dir="auto">${html(title)}</h1>
<p dir="auto">${html(lead)}</p>
${tables.map((table) => htmlTable(table, 2)).join("")}${leftOutHtml(leftOut)}${plotsHtml(plots)}</main>
${PAGE_FOOT}`;
}

/** What is not in the figures, or makes them hard to read. */
export function leftOutHtml(leftOut: readonly string[]): string {
  if (leftOut.length === 0) return "";
  const said = leftOut.map((text) => `<li dir="auto">${html(text)}</li>`).join("");
  return `<h2>Left out, and worth knowing</h2>\n<ul class="left-out">${said}</ul>\n`;
}

/** All plots beside each other, as many as there is room for. */
export function plotsHtml(plots: readonly DrawnPlot[]): string {
  if (plots.length === 0) return "";
  const figures = plots.map(
    (plot) => `<figure><figcaption>${html(plot.title)}</figcaption>${plot.html}</figure>`,
  );
  return `<section id="plots"><h2>Plots</h2>
<div class="plots">${figures.join("\n")}</div>
<p class="note">Lines at points are 95 % intervals.</p></section>
`;
}
