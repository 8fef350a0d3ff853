import pc from "picocolors";
import type { Figure, LongFormAnswer, ReportQuery, ReportText } from "../../trajectory/long-form-answer.ts";
import { escapeMarkup } from "../../util/escape-markup.ts";
import { html, PAGE_FOOT, pageHead } from "../../util/html-page.ts";
import { visibleLines, visibleText } from "../../util/visible-text.ts";
import { chartHtml } from "../chart/chart-html.ts";
import type { CliIo } from "../cli-io.ts";
import { laidOutSql } from "../output/laid-out-sql.ts";
import type { OutputOptions } from "../output/output-form.ts";
import { markdownTable, markdownWords, rowsTable } from "../output/text-tables.ts";
import { asOfText } from "../render/lines.ts";
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
import { doubtLine, reportText } from "./report-text.ts";

/** A report as one page. */
async function* reportPage(
  report: LongFormAnswer,
  made: ReportMade,
  assumptions: readonly string[],
): AsyncGenerator<string> {
  const notes = new ReportNotes(report);
  yield pageHead({ title: report.title, style: REPORT_STYLE });
  yield `<h1 dir="auto">${html(report.title)}</h1>
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
  yield `<footer>${html(footLine(made))}</footer>\n</main>${PAGE_FOOT}`;
}

/** A figure's source shows where it is pointed at or focused, without a script. */
const REPORT_STYLE = `body{font-size:17px;line-height:1.6}main{max-width:46rem}p{margin:0 0 .9rem;overflow-wrap:anywhere}td,th{white-space:pre-wrap}.rows{max-height:24rem}
.asked{color:var(--dim);margin-bottom:1.4rem}.summary{font-size:1.1rem;border-left:4px solid var(--mark);padding-left:1rem}
.figure{position:relative;color:inherit;text-decoration:none;font-variant-numeric:tabular-nums;border-bottom:1px dotted var(--dim)}
.figure:hover,.figure:focus{border-bottom-style:solid;border-color:var(--mark)}
.figure .source{position:absolute;left:0;top:1.6em;z-index:1;display:none;width:max-content;max-width:min(24rem,80vw);padding:.3rem .6rem;background:var(--page);border:1px solid var(--rule);border-radius:6px;font:.8rem/1.4 ui-monospace,monospace;box-shadow:0 2px 8px #0003;white-space:normal;overflow-wrap:anywhere}
.figure:hover .source,.figure:focus .source{display:block}.doubt{background:var(--warn-soft);border-bottom:2px solid var(--warn)}.doubt small,.warn{color:var(--warn)}
.cite{font-size:.85em;color:var(--dim)}.cite a,footer a{color:inherit}details{margin:.5rem 0}section{scroll-margin-top:1rem}
footer{color:var(--dim);font-size:.88rem;margin-top:3rem;border-top:1px solid var(--rule);padding-top:.8rem;overflow-wrap:anywhere}
@media print{@page{size:A4;margin:18mm}body{font-size:10.5pt}main{max-width:none;padding:0}.figure{border:0}.figure .source{display:none!important}h2,h3{break-after:avoid}figure,tr{break-inside:avoid}}`;

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

async function* chartFigures(report: LongFormAnswer): AsyncGenerator<string> {
  for (const { specification, charts } of drawnCharts(report)) {
    const { title, query } = specification;
    yield `<figure><figcaption>${said(title)}</figcaption>\n`;
    for (const chart of charts)
      yield await chartHtml(chart, { title, rows: `The rows of ${query} below hold all.` });
    yield `\n<p class="note">From <a href="#${anchor(query)}">${said(query)}</a>.</p></figure>\n`;
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

const SHOWN_ROWS = 20;

/** The report as GitHub-flavoured Markdown: sources are footnotes, charts are their tables. Nothing in it is read as Markdown but what is ours. */
export function* reportMarkdown(
  report: LongFormAnswer,
  made: ReportMade,
  assumptions: readonly string[],
): Generator<string> {
  const notes = new ReportNotes(report);
  const said = (piece: ReportText[number]): string => {
    if (typeof piece === "string") return inline(piece);
    if (isCitation(piece)) return `(${piece.cites.map(inline).join(", ")})`;
    if (!isFigure(piece)) return "";
    const note = notes.of(piece);
    const doubt = doubtOf(piece);
    return `${inline(piece.shown)}${note === undefined ? "" : `[^${note.number}]`}${doubt === undefined ? "" : ` *(${inline(doubt)})*`}`;
  };
  const paragraph = (text: ReportText): string => `${asWords(text.map(said).join(""))}\n\n`;

  yield `# ${inline(report.title)}\n\n`;
  if (made.question !== "") yield `*${inline(made.question)}*\n\n`;
  const doubtful = doubtfulFigures(report).length;
  if (doubtful > 0) yield `> ${doubtLine(doubtful)}\n\n`;
  yield paragraph(report.summary);
  for (const { heading, text } of report.findings) {
    if (heading !== undefined) yield `## ${inline(heading)}\n\n`;
    yield paragraph(text);
  }
  for (const { specification } of drawnCharts(report)) {
    const query = report.queries.find(({ name }) => name === specification.query);
    if (query === undefined) continue;
    const shown = [specification.x, ...specification.y];
    const places = shown.map((name) => query.columns.indexOf(name));
    const rows = query.rows.map((row) => places.map((place) => row[place] ?? null));
    yield `**${inline(specification.title)}** (${inline(specification.query)})\n\n`;
    yield* markdownTable({ columns: shown, rows, count: rows.length, total: rows.length });
    yield "\n";
  }
  if (report.notFound.length > 0) {
    yield "## Not found\n\n";
    for (const text of report.notFound) yield paragraph(text);
  }
  if (assumptions.length > 0)
    yield `## Assumed\n\n${assumptions.map((text) => `- ${asWords(inline(text))}\n`).join("")}\n`;
  const doubts = reportDoubts(report);
  if (doubts.length > 0)
    yield `## ${DOUBTS_HEADING}\n\n${doubts.map((text) => `- ${asWords(inline(text))}\n`).join("")}\n`;
  if (report.queries.length > 0) yield "## How the figures were obtained\n\n";
  for (const query of report.queries) yield* queryMarkdown(query);
  for (const { number, source } of notes.all) yield `[^${number}]: ${code(source)}\n`;
  yield `\n---\n\n${inline(footLine(made))}\n`;
}

function* queryMarkdown(query: ReportQuery): Generator<string> {
  const { name, purpose, sql, outcome, columns, rows, total, remark } = query;
  yield `### ${name}: ${inline(purpose)}\n\n`;
  yield `\`\`\`sql\n${visibleLines(laidOutSql(sql)).replaceAll("```", "` ` `")}\n\`\`\`\n\n`;
  if (remark !== undefined) yield `${asWords(inline(remark))}\n\n`;
  if (outcome !== "rows") {
    yield outcome === "empty" ? "No rows.\n\n" : "Could not be run.\n\n";
    return;
  }
  const shown = rows.slice(0, SHOWN_ROWS);
  yield* markdownTable({ columns, rows: shown, count: shown.length, total });
  yield total > shown.length
    ? `\nThe first ${shown.length} of ${total.toLocaleString("en")} rows.\n\n`
    : "\n";
}

/** Text of which nothing is read as Markdown or HTML. */
function inline(text: string): string {
  return markdownWords(visibleText(text.replace(/\s+/gu, " ")));
}

/** What stands at the beginning of a line begins no heading, list, quote or rule. */
function asWords(line: string): string {
  return line
    .trim()
    .replace(/^(?:[#>]|[-+=](?![\d.]))/u, "\\$&")
    .replace(/^(\d{1,9})([.)])(?=\s|$)/u, "$1\\$2");
}

function code(text: string): string {
  return `\`${visibleText(text).replaceAll("`", "'")}\``;
}

/** A report in the form that was asked for. A file is plain text, and of the width of a page. */
export function reportIn(
  form: "text" | "md" | "html",
  { report, assumptions }: { readonly report: LongFormAnswer; readonly assumptions: readonly string[] },
  made: ReportMade,
  { out, chart }: OutputOptions,
  io: CliIo,
): Iterable<string> | AsyncIterable<string> {
  if (form === "md") return reportMarkdown(report, made, assumptions);
  const charts = chart ?? (form === "html" || (io.outIsTerminal === true && out === undefined));
  if (form === "html") return reportPage(charts ? report : { ...report, charts: [] }, made, assumptions);
  const plain = out === undefined ? io : { ...io, colors: pc.createColors(false), width: PAGE_WIDTH };
  return [`${reportText(report, made, { assumptions, charts }, plain)}\n`];
}

const PAGE_WIDTH = 100;
