import type { LongFormAnswer, ReportQuery, ReportText } from "../../trajectory/long-form-answer.ts";
import { visibleLines, visibleText } from "../../util/visible-text.ts";
import { laidOutSql } from "../output/laid-out-sql.ts";
import { markdownTable, markdownWords } from "../output/text-tables.ts";
import { drawnCharts } from "./report-charts.ts";
import { DOUBTS_HEADING, reportDoubts } from "./report-doubts.ts";
import { footLine, type ReportMade } from "./report-foot.ts";
import { doubtfulFigures, doubtOf, isCitation, isFigure, ReportNotes } from "./report-notes.ts";
import { doubtLine } from "./report-text.ts";

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
