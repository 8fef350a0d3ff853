import { createHash } from "node:crypto";
import { reportPlots } from "../plot/report-plots.ts";
import type { Report } from "../report.ts";
import { askingTables } from "../tables/asking-tables.ts";
import { efficiencyTable, groupTables, resultTable } from "../tables/result-tables.ts";
import { configurationTable, provenanceTables, runFacts } from "../tables/run-tables.ts";
import { troubleTables } from "../tables/trouble-tables.ts";
import { turnedTable } from "../tables/turned-table.ts";
import { html, htmlTable } from "./html-table.ts";
import { type PageData, scriptJson } from "./page-data.ts";
import { PAGE_SCRIPT } from "./page-script.ts";
import { PAGE_STYLE } from "./page-style.ts";
import { leftOutHtml, plotsHtml } from "./plain-page.ts";

/** The page: `trajectories` are the JSON of each item's, in the order of the items; none where they are in files beside it. */
export function pageHtml(report: Report, data: PageData, trajectories: readonly string[]): string {
  const title = `Evaluation of ${report.manifest.benchmark}`;
  const plots = reportPlots(report);
  const results = resultTable(report);
  const shown = turnedTable(results, "Measure");
  const groups = groupTables(report);
  const troubles = troubleTables(report);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy(data.perFile > 0)}">
<title>${html(`${title}, ${report.id}`)}</title>
<style>${PAGE_STYLE}</style>
</head>
<body><main>
<h1 dir="auto">${html(title)}</h1>
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
${data.perFile > 0 ? "" : `<script type="application/json" id="trajectories">[${trajectories.join(",\n")}]</script>\n`}<script>${PAGE_SCRIPT}</script>
</body>
</html>
`;
}

/** Only the page's own script and style run, and nothing is loaded but the files beside it, where there are any. */
function contentPolicy(hasFiles: boolean): string {
  const hash = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  return `default-src 'none'; style-src ${hash(PAGE_STYLE)}; script-src ${hash(PAGE_SCRIPT)}${hasFiles ? " 'self' file:" : ""}; base-uri 'none'; form-action 'none'`;
}

function measuresHtml({ measures }: Report): string {
  const told = measures.filter(({ description }) => description !== "");
  if (told.length === 0) return "";
  const list = told
    .map(({ name, description }) => `<dt>${html(name)}</dt><dd>${html(description)}</dd>`)
    .join("");
  return `<h3>Measures</h3>\n<dl class="facts">${list}</dl>\n`;
}
