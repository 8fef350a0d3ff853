import { html, PAGE_FOOT, pageHead } from "../../../util/html-page.ts";
import type { Comparison } from "../report.ts";
import { comparisonTables } from "../tables/comparison-tables.ts";
import { comparisonTitle } from "../tables/report-table.ts";
import { htmlTable, leftOutHtml } from "./html-table.ts";
import { PAGE_STYLE } from "./page-style.ts";

/** Two runs beside each other as one page that loads nothing and runs nothing. */
export function comparisonPage(comparison: Comparison): string {
  const title = comparisonTitle(comparison);
  const tables = comparisonTables(comparison).map((table) => htmlTable(table, 2));
  return `${pageHead({ title, style: PAGE_STYLE })}<h1 dir="auto">${html(title)}</h1>
<p>Question by question: every difference is that of the questions that both answered.</p>
${tables.join("")}${leftOutHtml(comparison.leftOut)}</main>
${PAGE_FOOT}`;
}
