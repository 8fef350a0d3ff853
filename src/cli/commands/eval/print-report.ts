import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { buildReport, type ConfigurationReport } from "../../../evaluation/report/build-report.ts";
import { reportPage } from "../../../evaluation/report/page/report-page.ts";
import type { Counts, Report } from "../../../evaluation/report/report.ts";
import { reportMarkdown } from "../../../evaluation/report/report-markdown.ts";
import type { ReportTable } from "../../../evaluation/report/report-table.ts";
import { reportParts } from "../../../evaluation/report/report-tables.ts";
import { unless } from "../../../evaluation/run/carry-run.ts";
import type { ItemRecord } from "../../../evaluation/run/configuration.ts";
import type { RunEvent } from "../../../trajectory/run-event.ts";
import type { TrajectoryStore } from "../../../trajectory/trajectory-store.ts";
import { displayWidth } from "../../../util/display-width.ts";
import { visibleText } from "../../../util/visible-text.ts";
import type { CliIo } from "../../cli-io.ts";
import { writeWholeFile } from "../../output/write-whole-file.ts";
import type { PageForm } from "./eval-options.ts";
import { EVALUATION_PRINCIPAL, type StoredRun } from "./evaluation-stores.ts";

interface Written {
  readonly report: Report;
  readonly records: readonly ItemRecord[];
  readonly trajectoryOf: (run: string) => Promise<readonly RunEvent[]>;
}

const TEXTS: Readonly<Record<PageForm, (written: Written) => string | Promise<string>>> = {
  html: ({ report, records, trajectoryOf }) => reportPage(report, records, { trajectoryOf }),
  md: ({ report }) => reportMarkdown(report),
  json: ({ report, records }) => `${JSON.stringify({ ...report, records }, null, 1)}\n`,
};

interface PrintOptions {
  readonly json?: boolean | undefined;
  /** Folder. */
  readonly out?: string | undefined;
  readonly forms: readonly PageForm[];
  /** Name of the files; "report" unless given. */
  readonly name?: string;
  readonly trajectories: TrajectoryStore;
}

/**
 * Prints the results of a run, and writes its report if a folder is named.
 * @throws FuxiError `output-not-written`
 */
export async function printReport(
  { id, manifest, records, measures }: StoredRun,
  { json, out, forms, name = "report", trajectories }: PrintOptions,
  io: CliIo,
): Promise<void> {
  const report = buildReport(manifest, records, { id, measures });
  io.out(json === true ? `${JSON.stringify(report, null, 2)}\n` : `${reportText(report, io)}\n`);
  if (out === undefined) return;
  await makeOutFolder(out);
  // Results remain even if their trajectories were deleted.
  const trajectoryOf = async (run: string) =>
    (await unless("run-not-found", trajectories.read(run, EVALUATION_PRINCIPAL))) ?? [];
  for (const form of forms) {
    const file = join(out, `${name}.${form}`);
    await writeWholeFile(file, [await TEXTS[form]({ report, records, trajectoryOf })]);
    io.err(`written: ${file}\n`);
  }
}

/** A report for a terminal: results, costs, and omissions. */
function reportText(report: Report, io: CliIo): string {
  const { leftOut } = report;
  const { result, asking, efficiency } = reportParts(report);
  return [
    io.colors.dim(visibleText(aboutText(report))),
    "",
    tableText(result, io),
    "",
    ...asking.flatMap((table) => [tableText(table, io), ""]),
    tableText(withoutNothing(efficiency), io),
    ...report.configurations.flatMap((each) => endedText(each)),
    ...(leftOut.length === 0 ? [] : ["", ...leftOut.map((text) => io.colors.dim(`- ${visibleText(text)}`))]),
  ].join("\n");
}

/** The benchmark and configurations behind the figures: 100 % by the oracle differs from 100 % by a model. */
function aboutText({ manifest: { benchmark, options, configurations } }: Report): string {
  const { split } = options;
  const who = new Set(configurations.map(({ model, decider }) => model ?? decider));
  return `${benchmark}${typeof split === "string" ? `, split ${split}` : ""}, decided by ${[...who].join(", ")}`;
}

/** Right-aligns columns of figures. If the terminal is too narrow for the table, each row becomes a list of its columns. */
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

/** The outcomes of the runs, unless all were answered: a score of 0 does not show that no model could be reached. */
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

/** Drops columns that are 0 in all rows, such as tokens of runs without a model. */
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

/**
 * Creates the folder of `--out` and its parents, if missing.
 * @throws FuxiError `usage` for the name of a file, `output-not-written`
 */
export async function makeOutFolder(path: string): Promise<void> {
  if (/\.(?:html|md|json)$/u.test(path)) {
    throw new FuxiError("usage", `--out wants a folder, and ${path} is the name of a file.`, {
      hint: "Name the folder with --out, and the forms of the files in it with --format.",
    });
  }
  await mkdir(path, { recursive: true }).catch((cause: unknown) => {
    throw new FuxiError("output-not-written", `The folder ${path} cannot be made.`, {
      cause,
      hint: "Name a folder that may be written.",
    });
  });
}
