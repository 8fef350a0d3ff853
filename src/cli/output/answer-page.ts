import { escapeMarkup } from "../../util/svg-text.ts";
import { visibleLines, visibleText } from "../../util/visible-text.ts";
import type { Chart } from "../chart/chart-of.ts";
import { CHART_STYLE, chartSvg } from "../chart/chart-svg.ts";
import { type SeriesChart, seriesTitle } from "../chart/series-chart.ts";
import { SERIES_COLOURS, SERIES_STYLE, seriesChartSvg } from "../chart/series-chart-svg.ts";
import type { ResultRows } from "./result-rows.ts";
import { rowsTable } from "./rows-table.ts";

export interface AnswerPage {
  readonly question: string;
  readonly answer: string;
  readonly assumptions: readonly string[];
  /** Absent where the answer says all that its rows would. */
  readonly result?: ResultRows;
  /** One below the other. */
  readonly charts: readonly (Chart | SeriesChart)[];
  readonly query?: string;
  /** What was done to find it, one line each. */
  readonly steps: readonly string[];
  readonly runId: string;
}

const STYLE = `:root{color-scheme:light dark;--page:#fff;--text:#1b1f24;--dim:#59636e;--rule:#d9dee3;--soft:#f3f5f7;--mark:#2f6fb2;${SERIES_COLOURS.light}}
@media (prefers-color-scheme:dark){:root{--page:#14171a;--text:#e6e9ec;--dim:#9aa4ae;--rule:#343b42;--soft:#1e2327;--mark:#6aaaf0;${SERIES_COLOURS.dark}}}
*{box-sizing:border-box}body{margin:0;background:var(--page);color:var(--text);font:16px/1.5 system-ui,sans-serif}
main{max-width:56rem;margin:0 auto;padding:2rem 1rem 4rem}h1{font-size:1.5rem;line-height:1.3;margin:0 0 1rem}h2{font-size:1.05rem;margin:2rem 0 .6rem}
.answer{font-size:1.15rem;white-space:pre-wrap;overflow-wrap:anywhere}.note{color:var(--dim);font-size:.9rem}figure{margin:1.5rem 0}figcaption{font-weight:600;font-size:.95rem;margin-bottom:.5rem}
.rows{overflow:auto;max-height:36rem;border:1px solid var(--rule);border-radius:6px}table{border-collapse:collapse;width:100%;font-size:.9rem}
th,td{padding:.35rem .7rem;text-align:left;vertical-align:top;border-bottom:1px solid var(--rule);white-space:pre-wrap;overflow-wrap:anywhere}
th{position:sticky;top:0;background:var(--soft)}.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}.null{color:var(--dim)}
pre{background:var(--soft);border:1px solid var(--rule);border-radius:6px;padding:.8rem;overflow:auto;font-size:.85rem}ol{padding-left:1.4rem;font-size:.9rem}
li{overflow-wrap:anywhere}code{font:.95em ui-monospace,monospace}@media print{.rows{max-height:none}}
${CHART_STYLE}
${SERIES_STYLE}`;

/** One page by itself: nothing is loaded, and nothing runs. What comes from data is text, never markup. */
export function* answerPage(page: AnswerPage): Generator<string> {
  const { question, answer, assumptions, result, charts, query, steps, runId } = page;
  const title = escapeMarkup(visibleText(question));
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body><main>
<h1 dir="auto">${title}</h1>
<p class="answer" dir="auto">${escapeMarkup(visibleLines(answer))}</p>
${assumptions.map((text) => `<p class="note">Assumed: ${escapeMarkup(visibleLines(text))}</p>\n`).join("")}`;
  for (const [at, chart] of charts.entries()) yield figure(chart, at === 0 ? "chart" : `chart-${at + 1}`);
  if (result !== undefined) yield* table(result);
  if (query !== undefined)
    yield `<h2>Query</h2>\n<pre><code>${escapeMarkup(visibleLines(query))}</code></pre>\n`;
  if (steps.length > 0) {
    const items = steps.map((step) => `<li><code>${escapeMarkup(visibleText(step))}</code></li>\n`);
    yield `<h2>How it was found</h2>\n<ol>\n${items.join("")}</ol>\n`;
  }
  yield `<p class="note">Fuxi, run ${escapeMarkup(runId)}</p>\n</main></body>\n</html>\n`;
}

function figure(chart: Chart | SeriesChart, id: string): string {
  if (!("series" in chart)) return `<figure>${chartSvg(chart, { id })}</figure>\n`;
  const title = seriesTitle(chart);
  const drawing = seriesChartSvg(chart, { id, title, rows: "The table below holds all." });
  return `<figure><figcaption>${escapeMarkup(visibleText(title))}</figcaption>\n${drawing}</figure>\n`;
}

function* table(result: ResultRows): Generator<string> {
  const { count, total } = result;
  const size =
    count < total
      ? `The first ${count.toLocaleString("en")} of ${total.toLocaleString("en")} rows`
      : `${total.toLocaleString("en")} ${total === 1 ? "row" : "rows"}`;
  yield `<h2>${size}</h2>\n`;
  yield* rowsTable(result, "Rows");
}
