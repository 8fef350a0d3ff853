import type { Figure, LongFormAnswer, ReportQuery, ReportText } from "../../trajectory/long-form-answer.ts";
import { escapeMarkup } from "../../util/svg-text.ts";
import { visibleLines, visibleText } from "../../util/visible-text.ts";
import { chartSvg } from "../chart/chart-svg.ts";
import { seriesChartSvg } from "../chart/series-chart-svg.ts";
import { laidOutSql } from "../output/laid-out-sql.ts";
import { rowsTable } from "../output/rows-table.ts";
import { asOfText } from "../render/as-of-text.ts";
import { drawnCharts } from "./report-charts.ts";
import { DOUBTS_HEADING, reportDoubts } from "./report-doubts.ts";
import { footLine, type ReportMade } from "./report-foot.ts";
import {
  doubtfulFigures,
  doubtOf,
  isCitation,
  isFigure,
  type ReportNote,
  ReportNotes,
} from "./report-notes.ts";
import { REPORT_STYLE } from "./report-style.ts";
import { doubtLine } from "./report-text.ts";

/** One page by itself: nothing is loaded, and nothing runs. What comes from data or a model is text, never markup. */
export function* reportPage(
  report: LongFormAnswer,
  made: ReportMade,
  assumptions: readonly string[],
): Generator<string> {
  const notes = new ReportNotes(report);
  const title = escapeMarkup(visibleText(report.title));
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>${REPORT_STYLE}</style>
</head>
<body><main>
<h1 dir="auto">${title}</h1>
${made.question === "" ? "" : `<p class="asked" dir="auto">${said(made.question)}</p>\n`}`;
  const doubtful = doubtfulFigures(report).length;
  if (doubtful > 0) yield `<p class="warn">${doubtLine(doubtful)}</p>\n`;
  yield paragraph(report.summary, notes, "summary");
  for (const { heading, text } of report.findings) {
    if (heading !== undefined) yield `<h2 dir="auto">${said(heading)}</h2>\n`;
    yield paragraph(text, notes);
  }
  yield* chartFigures(report);
  if (report.notFound.length > 0) {
    yield "<h2>Not found</h2>\n";
    for (const text of report.notFound) yield paragraph(text, notes);
  }
  if (assumptions.length > 0)
    yield `<h2>Assumed</h2>\n<ul>\n${assumptions.map((text) => `<li>${said(text)}</li>\n`).join("")}</ul>\n`;
  const doubts = reportDoubts(report);
  if (doubts.length > 0)
    yield `<h2>${DOUBTS_HEADING}</h2>\n<ul>\n${doubts.map((text) => `<li>${said(text)}</li>\n`).join("")}</ul>\n`;
  if (report.queries.length > 0) {
    yield "<h2>How the figures were obtained</h2>\n";
    yield `<p class="note">Each underlined figure was computed again from the query that it names; point at it or focus it to see how.</p>\n`;
  }
  for (const query of report.queries) yield* querySection(query);
  yield `<footer>${escapeMarkup(visibleText(footLine(made)))}</footer>\n</main></body>\n</html>\n`;
}

function paragraph(text: ReportText, notes: ReportNotes, kind?: string): string {
  const pieces = text.map((piece) => {
    if (typeof piece === "string") return said(piece);
    if (isCitation(piece))
      return `<span class="cite">(${piece.cites.map((name) => `<a href="#${anchor(name)}">${said(name)}</a>`).join(", ")})</span>`;
    return isFigure(piece) ? figure(piece, notes.of(piece)) : "";
  });
  return `<p${kind === undefined ? "" : ` class="${kind}"`} dir="auto">${pieces.join("")}</p>\n`;
}

function figure(piece: Figure, note: ReportNote | undefined): string {
  const doubt = doubtOf(piece);
  const beside = doubt === undefined ? "" : ` <small>(${said(doubt)})</small>`;
  const kind = doubt === undefined ? "figure" : "figure doubt";
  const why = piece.remark === undefined ? "" : ` (${piece.remark})`;
  const source = said(`${note?.source ?? "no source"}${why}`);
  const shown = `${said(piece.shown)}${beside}<span class="source" role="note">${source}</span>`;
  return note?.query === undefined
    ? `<span class="${kind}" tabindex="0">${shown}</span>`
    : `<a class="${kind}" href="#${anchor(note.query)}">${shown}</a>`;
}

function* chartFigures(report: LongFormAnswer): Generator<string> {
  for (const [at, { specification, charts }] of drawnCharts(report).entries()) {
    const drawings = charts.map((chart, place) => {
      const words = {
        id: `chart-${at + 1}-${place + 1}`,
        title: specification.title,
        rows: `The rows of ${specification.query} below hold all.`,
      };
      return "series" in chart ? seriesChartSvg(chart, words) : chartSvg(chart, words);
    });
    yield `<figure><figcaption>${said(specification.title)}</figcaption>\n${drawings.join("\n")}\n`;
    yield `<p class="note">From <a href="#${anchor(specification.query)}">${said(specification.query)}</a>.</p></figure>\n`;
  }
}

function* querySection(query: ReportQuery): Generator<string> {
  const { name, purpose, sql, outcome, columns, rows, total, remark, evidence } = query;
  const asOf = evidence === undefined ? undefined : asOfText([evidence], ANOTHER_DAY);
  yield `<section id="${anchor(name)}"><h3>${said(name)}: ${said(purpose)}</h3>\n`;
  yield `<pre><code>${escapeMarkup(visibleLines(laidOutSql(sql)))}</code></pre>\n`;
  if (remark !== undefined) yield `<p class="warn">${said(remark)}</p>\n`;
  if (outcome === "rows") {
    const size = `${total.toLocaleString("en")} ${total === 1 ? "row" : "rows"}`;
    const part = rows.length < total ? `the first ${rows.length} of ${size}` : size;
    yield `<details><summary>${part}${asOf === undefined ? "" : `, ${said(asOf.toLowerCase())}`}</summary>\n`;
    yield* rowsTable({ columns, rows, count: rows.length, total }, `Rows of ${name}`);
    yield "</details>\n";
  } else {
    yield `<p class="note">${outcome === "empty" ? "No rows." : "Could not be run."}</p>\n`;
  }
  yield "</section>\n";
}

/** A page is read on other days, too: the day is always said. */
const ANOTHER_DAY = new Date(0);

function said(text: string): string {
  return escapeMarkup(visibleLines(text));
}

/** Names of queries are ours; whatever else stands there must not leave the attribute. */
function anchor(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/gu, "");
}
