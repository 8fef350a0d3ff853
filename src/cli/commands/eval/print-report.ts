import { join } from "node:path";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { buildReport } from "../../../evaluation/report/build-report.ts";
import { inspectFileName, inspectLog } from "../../../evaluation/report/inspect-log.ts";
import { reportPage } from "../../../evaluation/report/page/report-page.ts";
import type { ConfigurationReport, Counts, Report } from "../../../evaluation/report/report.ts";
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
import { makeFolders, writeWholeFile } from "../../output/write-whole-file.ts";
import type { ReportForm } from "./eval-options.ts";
import { EVALUATION_PRINCIPAL, type StoredRun } from "./evaluation-stores.ts";

interface Written {
  readonly report: Report;
  readonly records: readonly ItemRecord[];
  /** Of the file, without what tells its form; logs for Inspect have the names by which it finds them. */
  readonly name: string;
  readonly trajectoryOf: (run: string) => Promise<readonly RunEvent[]>;
}

const FILES: Readonly<
  Record<ReportForm, (written: Written) => AsyncGenerator<readonly [name: string, text: string]>>
> = {
  async *html({ report, records, name, trajectoryOf }) {
    yield [`${name}.html`, await reportPage(report, records, { trajectoryOf })];
  },
  async *md({ report, name }) {
    yield [`${name}.md`, reportMarkdown(report)];
  },
  async *json({ report, records, name }) {
    yield [`${name}.json`, `${JSON.stringify({ ...report, records }, null, 1)}\n`];
  },
  async *inspect({ report, records, trajectoryOf }) {
    for (const { configuration } of report.configurations) {
      const log = await inspectLog(report, records, configuration.id, { trajectoryOf });
      yield [inspectFileName(report, configuration.id), `${JSON.stringify(log)}\n`];
    }
  },
};

interface PrintOptions {
  readonly json?: boolean | undefined;
  /** Folder. */
  readonly out?: string | undefined;
  readonly forms: readonly ReportForm[];
  /** Of the files; "report" unless given. */
  readonly name?: string;
  readonly trajectories: TrajectoryStore;
}

/**
 * Prints what came of a run, and writes its report where a folder is named.
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
  // Whoever has deleted a trajectory still has its result.
  const trajectoryOf = async (run: string) =>
    (await unless("run-not-found", trajectories.read(run, EVALUATION_PRINCIPAL))) ?? [];
  for (const form of forms) {
    for await (const [file, text] of FILES[form]({ report, records, name, trajectoryOf })) {
      await writeWholeFile(join(out, file), [text]);
      io.err(`written: ${join(out, file)}\n`);
    }
  }
}

/** A report for a terminal: what came of it, what it took, and what is left out. */
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

/**
 * Makes the folder of `--out`, with those above it, where there is none.
 * @throws FuxiError `usage` for the name of a file, `output-not-written`
 */
export async function makeOutFolder(path: string): Promise<void> {
  if (/\.(?:html|md|json)$/u.test(path)) {
    throw new FuxiError("usage", `--out wants a folder, and ${path} is the name of a file.`, {
      hint: "Name the folder with --out, and the forms of the files in it with --format.",
    });
  }
  await makeFolders(path).catch((cause: unknown) => {
    throw new FuxiError("output-not-written", `The folder ${path} cannot be made.`, {
      cause,
      hint: "Name a folder that may be written.",
    });
  });
}
