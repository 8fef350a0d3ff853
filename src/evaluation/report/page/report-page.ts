import type { RunEvent } from "../../../trajectory/run-event.ts";
import { html, PAGE_FOOT, pageHead } from "../../../util/html-page.ts";
import type { ItemRecord } from "../../run/configuration.ts";
import type { Report } from "../report.ts";
import type { ReportTable } from "../report-table.ts";
import { reportParts } from "../report-tables.ts";
import { PAGE_SCRIPT } from "./page-script.ts";
import { plotsHtml, reportPlots } from "./report-plots.ts";
import { shownText, trajectorySteps } from "./trajectory-steps.ts";

/** Options of a report's page. */
export interface ReportPageOptions {
  /** Events of an item's run (`ItemRecord.run`). Empty if its trajectory was deleted. */
  readonly trajectoryOf: (run: string) => Promise<readonly RunEvent[]>;
}

/** Maximum size of all trajectories together. Later ones are left out of the page. */
const MOST_BYTES = 64_000_000;
/** Characters of a query, an answer or a remark in the list. Trajectories contain them whole. */
const LONGEST = 2000;

/** A self-contained page with the report, every answer and its trajectory. It loads nothing from elsewhere. */
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

/** Data of the page's list. All texts are safe to show. */
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
      /** Scores by measure; null if the item has none. */
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

/** JSON for a script element, without `<`, which could end the element or begin a comment. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll("<", "\\u003c")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
}

function pageHtml(report: Report, data: string, trajectories: readonly string[], plots: string): string {
  const title = `Evaluation of ${report.manifest.benchmark}`;
  const parts = reportParts(report);
  const { groups, troubles, measures } = parts;
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
  return `${pageHead({ title: `${title}, ${report.id}`, style: PAGE_STYLE, script: PAGE_SCRIPT })}<h1 dir="auto">${html(title)}</h1>
${facts(parts.facts)}
<nav aria-label="Sections">${links.map(([id, name]) => `<a href="#${id}">${name}</a>`).join("")}</nav>
<section id="results">
${htmlTable(parts.result, 2)}${leftOutHtml(report.leftOut)}${tables([...parts.asking, parts.efficiency], 2)}</section>
${plots}<section id="answers"><h2>Answers</h2>
<form class="filters" id="filters" role="search"></form>
<p class="note" id="count" aria-live="polite">The list needs JavaScript.</p>
<ol class="items" id="list"></ol>
<button type="button" id="more" hidden>Show more</button>
</section>
${section("groups", "Groups", tables(groups, 3))}${section("troubles", "Failures and errors", tables(troubles, 3))}${section(
  "how",
  "How it was run",
  `${measures.length === 0 ? "" : `<h3>Measures</h3>\n${facts(measures)}\n`}${tables(parts.how, 3)}`,
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

/** A table under its title, in its own scrolling region. */
function htmlTable({ title, note, columns, rows }: ReportTable, level: 2 | 3): string {
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

/** The report's notes on omissions. */
function leftOutHtml(leftOut: readonly string[]): string {
  if (leftOut.length === 0) return "";
  const said = leftOut.map((text) => `<li dir="auto">${html(text)}</li>`).join("");
  return `<h2>Left out, and worth knowing</h2>\n<ul class="left-out">${said}</ul>\n`;
}

/** Styles of evaluation pages, in addition to those of all pages. */
const PAGE_STYLE = `main{max-width:72rem;margin:0 auto;padding:1.6rem 1rem 5rem}
p{margin:.5rem 0}
.facts{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;margin:0;font-size:.95rem}
.facts dt{color:var(--dim)}.facts dd{margin:0;overflow-wrap:anywhere}nav{display:flex;flex-wrap:wrap;gap:.3rem 1.1rem;margin:1rem 0 0;font-size:.95rem}
tbody th{min-width:8rem}td:not(.number){max-width:36rem}
tr:last-child>*{border-bottom:0}thead th{vertical-align:bottom}tbody th{position:static;background:none;font-weight:400}td,th{overflow-wrap:break-word}pre{margin:.2rem 0;max-height:26rem}
thead .number{white-space:normal}.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr));gap:1.6rem 2.4rem}
figure{margin:0;max-width:34rem}.left-out{background:var(--warn-soft);border-radius:6px;padding:.6rem 1rem .6rem 2rem;margin:.4rem 0;font-size:.95rem}
details{margin:1rem 0}summary{cursor:pointer;font-weight:600}
.filters{display:flex;flex-wrap:wrap;gap:.5rem;margin:.6rem 0}.filters label{display:flex;flex-direction:column;font-size:.8rem;color:var(--dim);gap:.1rem}
.filters .search{flex:1 1 16rem}input,select,button{font:inherit;font-size:.95rem;color:var(--text);background:var(--page);border:1px solid var(--rule);border-radius:6px;padding:.35rem .6rem;max-width:100%}
.filters select{max-width:14rem}button{cursor:pointer;background:var(--soft)}button:disabled{opacity:.45;cursor:default}
:focus-visible{outline:2px solid var(--mark);outline-offset:1px}.items{list-style:none;margin:.6rem 0;padding:0;border-top:1px solid var(--rule)}
.items button{display:grid;grid-template-columns:5.6rem 1fr;gap:.1rem .8rem;width:100%;text-align:left;background:none;border:0;border-bottom:1px solid var(--rule);border-radius:0;padding:.5rem .2rem}
.items button:hover{background:var(--soft)}.items .question{overflow-wrap:anywhere;display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical;overflow:hidden}
.items .about{grid-column:2;color:var(--dim);font-size:.85rem;overflow-wrap:anywhere}.verdict{font-weight:600;font-size:.9rem;white-space:nowrap}
.items .verdict{grid-row:span 2;white-space:normal;overflow-wrap:anywhere}
.right{color:var(--good)}.wrong{color:var(--bad)}.partly,.unscored{color:var(--warn)}
dialog{width:min(70rem,100vw);max-width:100vw;height:100dvh;max-height:100dvh;margin:0 auto;padding:0;border:0;border-inline:1px solid var(--rule);background:var(--page);color:var(--text)}
dialog:focus{outline:0}dialog::backdrop{background:#0008}.bar{position:sticky;top:0;display:flex;gap:.5rem;align-items:center;padding:.6rem 1rem;background:var(--page);border-bottom:1px solid var(--rule);z-index:1}
.bar .verdict{flex:1}.inside{padding:1rem 1rem 4rem}.inside h2:first-child{margin-top:0;font-size:1.25rem;line-height:1.35;overflow-wrap:anywhere}
.beside{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));gap:0 1rem}
.others{display:flex;flex-wrap:wrap;gap:.4rem}.others .verdict{white-space:normal;overflow-wrap:anywhere;text-align:left}.turn{margin:.8rem 0;padding-left:.8rem;border-left:3px solid var(--rule)}.turn .who{font-size:.8rem;color:var(--dim)}
.turn .text{white-space:pre-wrap;overflow-wrap:anywhere}.said{border-color:var(--mark)}.action pre:first-of-type{background:none}
.failure,.refused{border-color:var(--bad)}.failure .result,.refused .result{background:var(--bad-soft)}.answer{border-color:var(--good)}.answer .text{background:var(--good-soft);border-radius:6px;padding:.4rem .7rem}
.question-asked,.reply{border-color:var(--warn)}.warning{background:var(--warn-soft);border-radius:6px;padding:.35rem .7rem;margin:.3rem 0;font-size:.9rem;white-space:pre-wrap;overflow-wrap:anywhere}
@media (max-width:36rem){main{padding-inline:.8rem}.items button{grid-template-columns:1fr}.items .about{grid-column:1}.items .verdict{grid-row:auto}.filters label{flex:1 1 8rem}.filters select{max-width:none;width:100%}.rows{max-height:none}}
@media print{dialog,.filters,.items,nav{display:none}}`;
