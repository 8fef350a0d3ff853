import pc from "picocolors";
import type { LongFormAnswer, ReportQuery } from "../../trajectory/long-form-answer.ts";
import { displayWidth } from "../../util/display-width.ts";
import { escapeMarkup } from "../../util/escape-markup.ts";
import { html, PAGE_FOOT, pageHead } from "../../util/html-page.ts";
import { visibleLines, visibleText } from "../../util/visible-text.ts";
import { chartHtml } from "../chart/chart-html.ts";
import { chartText } from "../chart/chart-text.ts";
import type { CliIo } from "../cli-io.ts";
import { laidOutSql } from "../output/laid-out-sql.ts";
import type { OutputOptions } from "../output/output-form.ts";
import { markdownTable, markdownWords, rowsTable } from "../output/text-tables.ts";
import { asOfText, renderTable } from "../render/lines.ts";
import type { DrawnChart } from "./report-charts.ts";
import { type ReportForm, type ReportMade, ReportNotes, type Shown, shownIn } from "./report-parts.ts";

const WIDEST = 100;

/** A report in the requested form. Text in a file is plain, and as wide as a page. */
export async function* reportIn(
  form: "text" | "md" | "html",
  {
    report: whole,
    assumptions,
  }: { readonly report: LongFormAnswer; readonly assumptions: readonly string[] },
  made: ReportMade,
  { out, chart }: OutputOptions,
  io: CliIo,
): AsyncGenerator<string> {
  const charts = chart ?? (form !== "text" || (io.outIsTerminal === true && out === undefined));
  const report = charts ? whole : { ...whole, charts: [] };
  const notes = new ReportNotes(report);
  const plain = out === undefined ? io : { ...io, colors: pc.createColors(false), width: WIDEST };
  if (form === "html") yield pageHead({ title: report.title, style: REPORT_STYLE });
  const forms = {
    text: () => inText(notes, plain),
    md: () => inMarkdown(notes, report),
    html: () => onPage(notes),
  };
  yield* shownIn(forms[form](), report, made, assumptions);
}

/** The form for a terminal. Figures have the number of their source; sources and queries are listed at the end. */
function inText(notes: ReportNotes, { colors, width }: CliIo): ReportForm {
  const columns = Math.min(WIDEST, Math.max(40, width - 1));
  const shown: Shown = {
    words: (text) => visibleText(text.replace(/\s+/gu, " ")),
    cites: (names) => `(${names.map(visibleText).join(", ")})`,
    figure: (figure, note, doubt) =>
      `${visibleText(figure.shown)}${note === undefined ? "" : superscript(note.number)}${doubt === undefined ? "" : ` [${visibleText(doubt)}]`}`,
  };
  const paragraph: ReportForm["paragraph"] = (text) => `${wrapped(notes.show(text, shown), columns)}\n\n`;
  return {
    title: (text) => `${colors.bold(visibleText(text))}\n\n`,
    asked: () => "",
    warning: (text) => `${colors.yellow(wrapped(text, columns))}\n\n`,
    heading: (text) => `${colors.bold(visibleText(text))}\n`,
    summary: paragraph,
    paragraph,
    list: (items) => `${items.map((item) => `- ${visibleText(item)}\n`).join("")}\n`,
    chart({ specification, charts }) {
      const texts = charts.flatMap((chart) => chartText(chart, width) ?? []);
      const title = colors.bold(visibleText(specification.title));
      return texts.length === 0 ? "" : `${title}\n${texts.join("\n\n")}\n\n`;
    },
    sources() {
      const sources = notes.all.map(({ number, source }) => `${superscript(number)} ${visibleText(source)}`);
      return `${colors.dim(["Sources", ...sources].join("\n"))}\n\n`;
    },
    query: (query) => `${queryText(query, colors)}\n\n`,
    foot: (text) => `${colors.dim(wrapped(visibleText(text), columns))}\n`,
  };
}

function queryText(query: ReportQuery, colors: CliIo["colors"]): string {
  const { name, purpose, sql, outcome, columns, rows, total, remark } = query;
  return [
    `${colors.bold(name)} ${visibleText(purpose)}`,
    colors.dim(visibleLines(laidOutSql(sql))),
    outcome === "rows"
      ? renderTable({ columns, rows: rows.slice(0, 10), total })
      : colors.dim(outcome === "empty" ? "no rows" : "could not be run"),
    ...(remark === undefined ? [] : [colors.yellow(visibleText(remark))]),
  ].join("\n");
}

const superscript = (number: number): string =>
  [...String(number)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("");

function wrapped(text: string, columns: number): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.trim().split(/ +/u)) {
    if (line !== "" && displayWidth(line) + 1 + displayWidth(word) > columns) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].join("\n");
}

/** The form of an HTML page. */
function onPage(notes: ReportNotes): ReportForm {
  return {
    title: (text) => `<h1 dir="auto">${html(text)}</h1>\n`,
    asked: (text) => `<p class="asked" dir="auto">${said(text)}</p>\n`,
    warning: (text) => `<p class="warn">${text}</p>\n`,
    heading: (text) => `<h2 dir="auto">${said(text)}</h2>\n`,
    summary: (text) => `<p class="summary" dir="auto">${notes.show(text, ON_PAGE)}</p>\n`,
    paragraph: (text) => `<p dir="auto">${notes.show(text, ON_PAGE)}</p>\n`,
    list: (items) => `<ul>\n${items.map((item) => `<li>${said(item)}</li>\n`).join("")}</ul>\n`,
    chart: chartFigure,
    sources: () => `<h2>How the figures were obtained</h2>
<p class="note">Each underlined figure was computed again from the query that it names; point at it or focus it to see how.</p>\n`,
    query: querySection,
    foot: (text) => `<footer>${html(text)}</footer>\n</main>${PAGE_FOOT}`,
  };
}

/** Styles of the page. A figure shows its source on hover or focus, without a script. */
const REPORT_STYLE = `body{font-size:17px;line-height:1.6}main{max-width:46rem}p{margin:0 0 .9rem;overflow-wrap:anywhere}td,th{white-space:pre-wrap}.rows{max-height:24rem}
.asked{color:var(--dim);margin-bottom:1.4rem}.summary{font-size:1.1rem;border-left:4px solid var(--mark);padding-left:1rem}
.figure{position:relative;color:inherit;text-decoration:none;font-variant-numeric:tabular-nums;border-bottom:1px dotted var(--dim)}
.figure:hover,.figure:focus{border-bottom-style:solid;border-color:var(--mark)}
.figure .source{position:absolute;left:0;top:1.6em;z-index:1;display:none;width:max-content;max-width:min(24rem,80vw);padding:.3rem .6rem;background:var(--page);border:1px solid var(--rule);border-radius:6px;font:.8rem/1.4 ui-monospace,monospace;box-shadow:0 2px 8px #0003;white-space:normal;overflow-wrap:anywhere}
.figure:hover .source,.figure:focus .source{display:block}.doubt{background:var(--warn-soft);border-bottom:2px solid var(--warn)}.doubt small,.warn{color:var(--warn)}
.cite{font-size:.85em;color:var(--dim)}.cite a,footer a{color:inherit}details{margin:.5rem 0}section{scroll-margin-top:1rem}
footer{color:var(--dim);font-size:.88rem;margin-top:3rem;border-top:1px solid var(--rule);padding-top:.8rem;overflow-wrap:anywhere}
@media print{@page{size:A4;margin:18mm}body{font-size:10.5pt}main{max-width:none;padding:0}.figure{border:0}.figure .source{display:none!important}h2,h3{break-after:avoid}figure,tr{break-inside:avoid}}`;

const ON_PAGE: Shown = {
  words: said,
  cites: (names) =>
    `<span class="cite">(${names.map((name) => `<a href="#${anchor(name)}">${said(name)}</a>`).join(", ")})</span>`,
  figure: (figure, note, doubt) => {
    const beside = doubt === undefined ? "" : ` <small>(${said(doubt)})</small>`;
    const kind = doubt === undefined ? "figure" : "figure doubt";
    const why = figure.remark === undefined ? "" : ` (${figure.remark})`;
    const source = said(`${note?.source ?? "no source"}${why}`);
    const shown = `${said(figure.shown)}${beside}<span class="source" role="note">${source}</span>`;
    return note?.query === undefined
      ? `<span class="${kind}" tabindex="0">${shown}</span>`
      : `<a class="${kind}" href="#${anchor(note.query)}">${shown}</a>`;
  },
};

async function* chartFigure({ specification: { title, query }, charts }: DrawnChart): AsyncGenerator<string> {
  yield `<figure><figcaption>${said(title)}</figcaption>\n`;
  for (const chart of charts)
    yield await chartHtml(chart, { title, rows: `The rows of ${query} below hold all.` });
  yield `\n<p class="note">From <a href="#${anchor(query)}">${said(query)}</a>.</p></figure>\n`;
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

/** Never today, so that times on a page always include the date: a page may be read later. */
const ANOTHER_DAY = new Date(0);

function said(text: string): string {
  return escapeMarkup(visibleLines(text));
}

/** An anchor for a query's name, without characters that could end the attribute. */
function anchor(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/gu, "");
}

const SHOWN_ROWS = 20;

/** The form of GitHub-flavoured Markdown: sources are footnotes, charts become tables. Markdown in texts is escaped. */
function inMarkdown(notes: ReportNotes, report: LongFormAnswer): ReportForm {
  const paragraph: ReportForm["paragraph"] = (text) => `${asWords(notes.show(text, IN_MARKDOWN))}\n\n`;
  return {
    title: (text) => `# ${inline(text)}\n\n`,
    asked: (text) => `*${inline(text)}*\n\n`,
    warning: (text) => `> ${text}\n\n`,
    heading: (text) => `## ${inline(text)}\n\n`,
    summary: paragraph,
    paragraph,
    list: (items) => `${items.map((item) => `- ${asWords(inline(item))}\n`).join("")}\n`,
    chart: (chart) => chartMarkdown(chart, report),
    sources: () => "## How the figures were obtained\n\n",
    query: queryMarkdown,
    foot(text) {
      const sources = notes.all.map(({ number, source }) => `[^${number}]: ${code(source)}\n`);
      return `${sources.join("")}\n---\n\n${inline(text)}\n`;
    },
  };
}

const IN_MARKDOWN: Shown = {
  words: inline,
  cites: (names) => `(${names.map(inline).join(", ")})`,
  figure: ({ shown }, note, doubt) =>
    `${inline(shown)}${note === undefined ? "" : `[^${note.number}]`}${doubt === undefined ? "" : ` *(${inline(doubt)})*`}`,
};

function* chartMarkdown({ specification }: DrawnChart, { queries }: LongFormAnswer): Generator<string> {
  const query = queries.find(({ name }) => name === specification.query);
  if (query === undefined) return;
  const columns = [specification.x, ...specification.y];
  const places = columns.map((name) => query.columns.indexOf(name));
  const rows = query.rows.map((row) => places.map((place) => row[place] ?? null));
  yield `**${inline(specification.title)}** (${inline(specification.query)})\n\n`;
  yield* markdownTable({ columns, rows, count: rows.length, total: rows.length });
  yield "\n";
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

/** Text on one line, with Markdown and HTML escaped. */
function inline(text: string): string {
  return markdownWords(visibleText(text.replace(/\s+/gu, " ")));
}

/** Escapes the beginning of a line, so that it starts no heading, list, quote or rule. */
function asWords(line: string): string {
  return line
    .trim()
    .replace(/^(?:[#>]|[-+=](?![\d.]))/u, "\\$&")
    .replace(/^(\d{1,9})([.)])(?=\s|$)/u, "$1\\$2");
}

function code(text: string): string {
  return `\`${visibleText(text).replaceAll("`", "'")}\``;
}
