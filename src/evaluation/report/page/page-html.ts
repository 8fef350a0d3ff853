import { html, PAGE_FOOT, pageHead } from "../../../util/html-page.ts";
import type { Report } from "../report.ts";
import { askingTables } from "../tables/asking-tables.ts";
import { efficiencyTable, groupTables, resultTable } from "../tables/result-tables.ts";
import { configurationTable, provenanceTables, runFacts } from "../tables/run-tables.ts";
import { troubleTables } from "../tables/trouble-tables.ts";
import { turnedTable } from "../tables/turned-table.ts";
import { htmlTable } from "./html-table.ts";
import { type PageData, scriptJson } from "./page-data.ts";
import { PAGE_SCRIPT } from "./page-script.ts";
import { PAGE_STYLE } from "./page-style.ts";
import { leftOutHtml, plotsHtml } from "./plain-page.ts";
import { reportPlots } from "./report-plots.ts";

/** The page: `trajectories` are the JSON of each item's, in the order of the items; none where they are in files beside it. */
export async function pageHtml(
  report: Report,
  data: PageData,
  trajectories: readonly string[],
): Promise<string> {
  const title = `Evaluation of ${report.manifest.benchmark}`;
  const plots = await reportPlots(report);
  const results = resultTable(report);
  const shown = turnedTable(results, "Measure");
  const groups = groupTables(report);
  const troubles = troubleTables(report);
  const hasFiles = data.perFile > 0;
  const head = { title: `${title}, ${report.id}`, style: PAGE_STYLE, script: PAGE_SCRIPT, hasFiles };
  return `${pageHead(head)}<h1 dir="auto">${html(title)}</h1>
<dl class="facts">${runFacts(report)
    .map(([name, text]) => `<dt>${html(name)}</dt><dd dir="auto">${html(text)}</dd>`)
    .join("")}</dl>
<nav aria-label="Sections">${[
    ["results", "Results"],
    ...(plots.length > 0 ? [["plots", "Plots"]] : []),
    ["answers", "Answers"],
    ...(groups.length > 0 ? [["groups", "Groups"]] : []),
    ...(troubles.length > 0 ? [["troubles", "Failures and errors"]] : []),
    ["how", "How it was run"],
  ]
    .map(([id, name]) => `<a href="#${id}">${name}</a>`)
    .join("")}</nav>
<section id="results">
${htmlTable(shown, 2, shown === results ? "results" : "")}${leftOutHtml(report.leftOut)}${askingTables(report)
  .map((table) => htmlTable(table, 2))
  .join("")}${htmlTable(efficiencyTable(report), 2)}</section>
${plotsHtml(plots)}<section id="answers"><h2>Answers</h2>
<form class="filters" id="filters" role="search"></form>
<p class="note" id="count" aria-live="polite">The list needs JavaScript.</p>
<ol class="items" id="list"></ol>
<button type="button" id="more" hidden>Show more</button>
</section>
${groups.length === 0 ? "" : `<section id="groups"><h2>Groups</h2>\n${groups.map((table) => htmlTable(table, 3)).join("")}</section>\n`}${
  troubles.length === 0
    ? ""
    : `<section id="troubles"><h2>Failures and errors</h2>\n${troubles.map((table) => htmlTable(table, 3)).join("")}</section>\n`
}<section id="how"><h2>How it was run</h2>
${measuresHtml(report)}${htmlTable(configurationTable(report), 3)}${provenanceTables(report)
  .map((table) => htmlTable(table, 3))
  .join("")}</section>
</main>
<dialog id="item" aria-labelledby="verdict" tabindex="-1">
<div class="bar"><span class="verdict" id="verdict"></span><button type="button" id="previous" aria-label="Previous answer">←</button><button type="button" id="next" aria-label="Next answer">→</button><button type="button" id="close">Close</button></div>
<div class="inside" id="content"></div>
</dialog>
<script type="application/json" id="data">${scriptJson(data)}</script>
${hasFiles ? "" : `<script type="application/json" id="trajectories">[${trajectories.join(",\n")}]</script>\n`}<script>${PAGE_SCRIPT}</script>
${PAGE_FOOT}`;
}

function measuresHtml({ measures }: Report): string {
  const told = measures.filter(({ description }) => description !== "");
  if (told.length === 0) return "";
  const list = told
    .map(({ name, description }) => `<dt>${html(name)}</dt><dd>${html(description)}</dd>`)
    .join("");
  return `<h3>Measures</h3>\n<dl class="facts">${list}</dl>\n`;
}
