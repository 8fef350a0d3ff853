import type { Figure, LongFormAnswer, ReportQuery, ReportText } from "../../trajectory/long-form-answer.ts";
import { displayWidth } from "../../util/display-width.ts";
import { visibleLines, visibleText } from "../../util/visible-text.ts";
import { chartText } from "../chart/chart-text.ts";
import type { CliIo } from "../cli-io.ts";
import { laidOutSql } from "../output/laid-out-sql.ts";
import { renderTable } from "../render/lines.ts";
import { drawnCharts } from "./report-charts.ts";
import { DOUBTS_HEADING, reportDoubts } from "./report-doubts.ts";
import { footLine, type ReportMade } from "./report-foot.ts";
import { doubtfulFigures, doubtOf, isCitation, isFigure, ReportNotes } from "./report-notes.ts";

const WIDEST = 100;
const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

export interface ReportTextOptions {
  readonly assumptions: readonly string[];
  readonly charts: boolean;
}

/** The report for a terminal: figures carry the number of their source, which the end lists with the queries. */
export function reportText(
  report: LongFormAnswer,
  made: ReportMade,
  { assumptions, charts }: ReportTextOptions,
  { colors, width }: CliIo,
): string {
  const notes = new ReportNotes(report);
  const columns = Math.min(WIDEST, Math.max(40, width - 1));
  const paragraph = (text: ReportText, indent = ""): string =>
    wrapped(text.map((piece) => said(piece)).join(""), columns - indent.length)
      .map((line) => `${indent}${line}`)
      .join("\n");
  const said = (piece: ReportText[number]): string => {
    if (typeof piece === "string") return visibleText(piece.replace(/\s+/gu, " "));
    if (isCitation(piece)) return `(${piece.cites.map(visibleText).join(", ")})`;
    return isFigure(piece) ? figure(piece) : "";
  };
  const figure = (piece: Figure): string => {
    const note = notes.of(piece);
    const mark = note === undefined ? "" : superscript(note.number);
    const doubt = doubtOf(piece);
    return `${visibleText(piece.shown)}${mark}${doubt === undefined ? "" : ` [${visibleText(doubt)}]`}`;
  };
  const drawn = charts
    ? drawnCharts(report).flatMap(({ specification, charts: all }) => {
        const texts = all.flatMap((chart) => chartText(chart, width) ?? []);
        return texts.length === 0
          ? []
          : [`${colors.bold(visibleText(specification.title))}\n${texts.join("\n\n")}`];
      })
    : [];
  const doubtful = doubtfulFigures(report).length;
  const doubts = reportDoubts(report);
  const sections = [
    colors.bold(visibleText(report.title)),
    ...(doubtful === 0 ? [] : [colors.yellow(wrapped(doubtLine(doubtful), columns).join("\n"))]),
    paragraph(report.summary),
    ...report.findings.map(({ heading, text }) =>
      [...(heading === undefined ? [] : [colors.bold(visibleText(heading))]), paragraph(text)].join("\n"),
    ),
    ...drawn,
    ...(report.notFound.length === 0
      ? []
      : [[colors.bold("Not found"), ...report.notFound.map((text) => paragraph(text))].join("\n")]),
    ...(assumptions.length === 0
      ? []
      : [assumptions.map((text) => `Assumed: ${visibleLines(text)}`).join("\n")]),
    ...(doubts.length === 0
      ? []
      : [[colors.bold(DOUBTS_HEADING), ...doubts.map((text) => `- ${visibleText(text)}`)].join("\n")]),
    colors.dim(
      [
        "Sources",
        ...notes.all.map(({ number, source }) => `${superscript(number)} ${visibleText(source)}`),
      ].join("\n"),
    ),
    ...report.queries.map((query) => queryText(query, colors)),
    colors.dim(wrapped(visibleText(footLine(made)), columns).join("\n")),
  ];
  return sections.join("\n\n");
}

/** What a reader is told above all sources where figures could not be held against the results. */
export function doubtLine(count: number): string {
  return `${count} ${count === 1 ? "figure is" : "figures are"} marked: not what the results say as first written, or without a source in them.`;
}

function queryText(query: ReportQuery, colors: CliIo["colors"]): string {
  const { name, purpose, sql, outcome, columns, rows, total, remark } = query;
  const head = `${colors.bold(name)} ${visibleText(purpose)}`;
  const table =
    outcome === "rows"
      ? [renderTable({ columns, rows: rows.slice(0, 10), total })]
      : [colors.dim(NOTHING[outcome])];
  return [
    head,
    colors.dim(visibleLines(laidOutSql(sql))),
    ...table,
    ...(remark === undefined ? [] : [colors.yellow(visibleText(remark))]),
  ].join("\n");
}

const NOTHING = { empty: "no rows", failed: "could not be run" } as const;

export function superscript(number: number): string {
  return [...String(number)].map((digit) => SUPERSCRIPTS[Number(digit)]).join("");
}

function wrapped(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.trim().split(/ +/u)) {
    if (line !== "" && displayWidth(line) + 1 + displayWidth(word) > columns) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
