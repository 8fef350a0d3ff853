import type { ConfigurationReport, Counts, Report } from "../../../evaluation/report/report.ts";
import { askingTables } from "../../../evaluation/report/tables/asking-tables.ts";
import type { ReportTable } from "../../../evaluation/report/tables/report-table.ts";
import { efficiencyTable, resultTable } from "../../../evaluation/report/tables/result-tables.ts";
import { displayWidth } from "../../../util/display-width.ts";
import { visibleText } from "../../../util/visible-text.ts";
import type { CliIo } from "../../cli-io.ts";

/** A report for a terminal: what came of it, what it took, and what is left out. */
export function reportText(report: Report, io: CliIo): string {
  const { leftOut } = report;
  return [
    io.colors.dim(visibleText(aboutText(report))),
    "",
    tableText(resultTable(report), io),
    "",
    ...askingTables(report).flatMap((table) => [tableText(table, io), ""]),
    tableText(withoutNothing(efficiencyTable(report)), io),
    ...report.configurations.flatMap((each) => endedText(each)),
    ...(leftOut.length === 0 ? [] : ["", ...leftOut.map((text) => io.colors.dim(`- ${visibleText(text)}`))]),
  ].join("\n");
}

/** What the figures are of: 100 % of the oracle is not that of a model. */
function aboutText({ manifest: { benchmark, options, configurations } }: Report): string {
  const { split } = options;
  const who = new Set(configurations.map(({ model, decider }) => model ?? decider));
  return `${benchmark}${typeof split === "string" ? `, split ${split}` : ""}, decided by ${[...who].join(", ")}`;
}

/** Columns that hold figures stand right. Where the terminal is too narrow for it, each row is a list of what its columns say. */
export function tableText({ title, note, columns, rows }: ReportTable, io: CliIo): string {
  const shown = rows.map((row) => row.map(visibleText));
  const widths = columns.map(({ name }, at) =>
    Math.max(displayWidth(name), ...shown.map((row) => displayWidth(row[at] ?? ""))),
  );
  const total = widths.reduce((sum, width) => sum + width + GAP.length, -GAP.length);
  const body =
    total > io.width
      ? listed(columns, shown)
      : [columns.map(({ name }) => name), ...shown].map((row) =>
          row
            .map((text, at) => aligned(text, widths[at] ?? 0, columns[at]?.figures === true))
            .join(GAP)
            .trimEnd(),
        );
  return [io.colors.bold(title), ...body, ...(note === undefined ? [] : [io.colors.dim(note)])].join("\n");
}

/** How runs ended, where not all of them with an answer: a score of 0 does not say that no model could be reached. */
function endedText({ configuration, outcomes, reasons }: ConfigurationReport): readonly string[] {
  if (Object.keys(outcomes).every((outcome) => outcome === "answered")) return [];
  const counted = (counts: Counts): string =>
    Object.entries(counts)
      .map(([name, count]) => `${name} ${count.toLocaleString("en")}`)
      .join(", ");
  const why = Object.keys(reasons).length === 0 ? "" : ` (${counted(reasons)})`;
  return ["", visibleText(`${configuration.id} ended: ${counted(outcomes)}${why}`)];
}

const GAP = "  ";
const NOTHING = /^0(?:\.00 \S+)?$/u;

/** Without columns of which all rows say 0: nobody's tokens cost nothing. */
function withoutNothing({ columns, rows, ...table }: ReportTable): ReportTable {
  const isShown = (_: unknown, at: number): boolean => !rows.every((row) => NOTHING.test(row[at] ?? ""));
  return { ...table, columns: columns.filter(isShown), rows: rows.map((row) => row.filter(isShown)) };
}

function aligned(text: string, width: number, right: boolean): string {
  const space = " ".repeat(Math.max(0, width - displayWidth(text)));
  return right ? `${space}${text}` : `${text}${space}`;
}

function listed(columns: ReportTable["columns"], rows: ReportTable["rows"]): readonly string[] {
  const width = Math.max(...columns.map(({ name }) => displayWidth(name)));
  return rows.flatMap((row) => [
    row[0] ?? "",
    ...columns.slice(1).map(({ name }, at) => `  ${aligned(name, width, false)}${GAP}${row[at + 1] ?? ""}`),
  ]);
}
