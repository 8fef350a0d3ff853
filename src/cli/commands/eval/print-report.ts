import { buildReport } from "../../../evaluation/report/build-report.ts";
import type { TrajectoryStore } from "../../../trajectory/trajectory-store.ts";
import type { CliIo } from "../../cli-io.ts";
import type { ReportForm } from "./report-forms.ts";
import { reportText } from "./report-text.ts";
import type { StoredRun } from "./stored-run.ts";
import { writeReport } from "./write-report.ts";

export interface PrintOptions {
  readonly json?: boolean;
  /** Folder. */
  readonly out?: string;
  readonly forms: readonly ReportForm[];
  /** Of the files; "report" unless given. */
  readonly name?: string;
  readonly trajectories: TrajectoryStore;
}

/** Prints what came of a run, and writes its report where a folder is named. */
export async function printReport(run: StoredRun, options: PrintOptions, io: CliIo): Promise<void> {
  const { id, manifest, records, measures } = run;
  const report = buildReport(manifest, records, { id, measures });
  if (options.json === true) io.out(`${JSON.stringify(report, null, 2)}\n`);
  else io.out(`${reportText(report, io)}\n`);
  if (options.out === undefined) return;
  const { forms, name = "report", trajectories } = options;
  const files = await writeReport(report, records, { folder: options.out, forms, name, trajectories });
  io.err(`${files.map((file) => `written: ${file}`).join("\n")}\n`);
}
