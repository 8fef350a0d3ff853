import { escapeMarkup } from "../../util/escape-markup.ts";
import { html, PAGE_FOOT, pageHead } from "../../util/html-page.ts";
import { visibleLines } from "../../util/visible-text.ts";
import { chartHtml, titleOf } from "../chart/chart-html.ts";
import type { Chart } from "../chart/chart-of.ts";
import type { SeriesChart } from "../chart/series-chart.ts";
import type { ResultRows } from "./result-rows.ts";
import { rowsTable } from "./text-tables.ts";

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

const STYLE = `.answer{font-size:1.15rem;white-space:pre-wrap;overflow-wrap:anywhere}td,th{white-space:pre-wrap}ol{padding-left:1.4rem;font-size:.9rem}li{overflow-wrap:anywhere}`;

/** The answer with its charts, rows and query as one page. */
export async function* answerPage(page: AnswerPage): AsyncGenerator<string> {
  const { question, answer, assumptions, result, charts, query, steps, runId } = page;
  yield pageHead({ title: question, style: STYLE });
  yield `<h1 dir="auto">${html(question)}</h1>
<p class="answer" dir="auto">${escapeMarkup(visibleLines(answer))}</p>
${assumptions.map((text) => `<p class="note">Assumed: ${escapeMarkup(visibleLines(text))}</p>\n`).join("")}`;
  for (const chart of charts)
    yield `<figure><figcaption>${html(titleOf(chart))}</figcaption>\n${await chartHtml(chart)}</figure>\n`;
  if (result !== undefined) yield* table(result);
  if (query !== undefined)
    yield `<h2>Query</h2>\n<pre><code>${escapeMarkup(visibleLines(query))}</code></pre>\n`;
  if (steps.length > 0) {
    const items = steps.map((step) => `<li><code>${html(step)}</code></li>\n`);
    yield `<h2>How it was found</h2>\n<ol>\n${items.join("")}</ol>\n`;
  }
  yield `<p class="note">Fuxi, run ${escapeMarkup(runId)}</p>\n</main>${PAGE_FOOT}`;
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
