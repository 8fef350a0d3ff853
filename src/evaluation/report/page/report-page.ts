import type { RunEvent } from "../../../trajectory/run-event.ts";
import { html, PAGE_FOOT, pageHead } from "../../../util/html-page.ts";
import type { ItemRecord } from "../../run/configuration.ts";
import type { Report } from "../report.ts";
import { askingTables } from "../tables/asking-tables.ts";
import type { ReportTable } from "../tables/report-table.ts";
import { efficiencyTable, groupTables, resultTable } from "../tables/result-tables.ts";
import { configurationTable, provenanceTables, runFacts } from "../tables/run-tables.ts";
import { troubleTables } from "../tables/trouble-tables.ts";
import { htmlTable, leftOutHtml } from "./html-table.ts";
import { PAGE_SCRIPT } from "./page-script.ts";
import { PAGE_STYLE } from "./page-style.ts";
import { plotsHtml, reportPlots } from "./report-plots.ts";
import { shownText } from "./shown-text.ts";
import { trajectorySteps } from "./trajectory-steps.ts";

/** What a page shows beside the report. */
export interface ReportPageOptions {
  /** Events of the run of an item (`ItemRecord.run`); none where its trajectory is not stored any more. */
  readonly trajectoryOf: (run: string) => Promise<readonly RunEvent[]>;
}

/** Of all trajectories together: those of the answers behind are left out of the page. */
const MOST_BYTES = 64_000_000;
/** Characters of a query, an answer or a remark in the list; the trajectory has them whole. */
const LONGEST = 2000;

/** A page that opens from a disk, loads nothing, and shows the report with every answer and its trajectory. */
export async function reportPage(
  report: Report,
  records: readonly ItemRecord[],
  { trajectoryOf }: ReportPageOptions,
): Promise<string> {
  const trajectories: string[] = [];
  let bytes = 0;
  for (const { run } of records) {
    const steps = bytes > MOST_BYTES ? "null" : scriptJson(trajectorySteps(await trajectoryOf(run)));
    bytes += Buffer.byteLength(steps);
    trajectories.push(bytes > MOST_BYTES ? "null" : steps);
  }
  return pageHtml(report, scriptJson(pageData(report, records)), trajectories, await plotsOf(report));
}

const plotsOf = async (report: Report): Promise<string> => plotsHtml(await reportPlots(report));

/** What the list of a page is made of. All texts can be shown as they are. */
function pageData({ manifest, measures }: Report, records: readonly ItemRecord[]) {
  const shown = (text = ""): string => shownText(text, LONGEST);
  return {
    measures: measures.map(({ name, unit }) => ({ name: shown(name), unit })),
    currency: shown(manifest.currency),
    items: records.map((record) => ({
      configuration: shown(record.configuration),
      task: shown(record.task),
      repeat: record.repeat,
      question: shown(record.question),
      gold: shown(record.gold),
      groups: Object.fromEntries(
        Object.entries(record.groups).map(([name, value]) => [shown(name), shown(value)]),
      ),
      outcome: shown(record.reason === undefined ? record.outcome : `${record.outcome}: ${record.reason}`),
      /** By measure; null where the item has none. */
      scores: measures.map(({ id }) => record.scores[id] ?? null),
      predicted: shown(record.predicted),
      answer: shown(record.answer),
      remark: shown(record.remark),
      error: shown(record.error),
      unscored: shown(record.unscored),
      inputTokens: record.usage.inputTokens ?? null,
      outputTokens: record.usage.outputTokens ?? null,
      rounds: record.rounds,
      milliseconds: Math.round(record.milliseconds),
      cost: record.cost ?? null,
      failures: Object.values(record.failures).reduce((sum, count) => sum + count, 0),
      repaired: record.repaired,
    })),
  };
}

/** JSON that may stand in a script element: it holds no tag, neither one that ends the element nor one that begins a comment. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll("<", "\\u003c")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
}

function pageHtml(report: Report, data: string, trajectories: readonly string[], plots: string): string {
  const title = `Evaluation of ${report.manifest.benchmark}`;
  const groups = groupTables(report);
  const troubles = troubleTables(report);
  const facts = (entries: readonly (readonly [string, string])[]): string =>
    `<dl class="facts">${entries.map(([name, text]) => `<dt>${html(name)}</dt><dd dir="auto">${html(text)}</dd>`).join("")}</dl>`;
  const tables = (all: readonly ReportTable[], level: 2 | 3): string =>
    all.map((table) => htmlTable(table, level)).join("");
  const section = (id: string, name: string, content: string): string =>
    content === "" ? "" : `<section id="${id}"><h2>${name}</h2>\n${content}</section>\n`;
  const links = [
    ["results", "Results"],
    ...(plots === "" ? [] : [["plots", "Plots"]]),
    ["answers", "Answers"],
    ...(groups.length > 0 ? [["groups", "Groups"]] : []),
    ...(troubles.length > 0 ? [["troubles", "Failures and errors"]] : []),
    ["how", "How it was run"],
  ];
  const measures = report.measures.flatMap(({ name, description }) =>
    description === "" ? [] : [[name, description] as const],
  );
  return `${pageHead({ title: `${title}, ${report.id}`, style: PAGE_STYLE, script: PAGE_SCRIPT })}<h1 dir="auto">${html(title)}</h1>
${facts(runFacts(report))}
<nav aria-label="Sections">${links.map(([id, name]) => `<a href="#${id}">${name}</a>`).join("")}</nav>
<section id="results">
${htmlTable(resultTable(report), 2)}${leftOutHtml(report.leftOut)}${tables([...askingTables(report), efficiencyTable(report)], 2)}</section>
${plots}<section id="answers"><h2>Answers</h2>
<form class="filters" id="filters" role="search"></form>
<p class="note" id="count" aria-live="polite">The list needs JavaScript.</p>
<ol class="items" id="list"></ol>
<button type="button" id="more" hidden>Show more</button>
</section>
${section("groups", "Groups", tables(groups, 3))}${section("troubles", "Failures and errors", tables(troubles, 3))}${section(
  "how",
  "How it was run",
  `${measures.length === 0 ? "" : `<h3>Measures</h3>\n${facts(measures)}\n`}${tables([configurationTable(report), ...provenanceTables(report)], 3)}`,
)}</main>
<dialog id="item" aria-labelledby="verdict" tabindex="-1">
<div class="bar"><span class="verdict" id="verdict"></span><button type="button" id="previous" aria-label="Previous answer">←</button><button type="button" id="next" aria-label="Next answer">→</button><button type="button" id="close">Close</button></div>
<div class="inside" id="content"></div>
</dialog>
<script type="application/json" id="data">${data}</script>
<script type="application/json" id="trajectories">[${trajectories.join(",\n")}]</script>
<script>${PAGE_SCRIPT}</script>
${PAGE_FOOT}`;
}
