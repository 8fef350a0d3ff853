import { dirname, join } from "node:path";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { buildReport } from "../../../evaluation/report/build-report.ts";
import { inspectFileName } from "../../../evaluation/report/inspect/inspect-file-name.ts";
import { inspectLog } from "../../../evaluation/report/inspect/inspect-log.ts";
import { reportMarkdown } from "../../../evaluation/report/markdown/report-markdown.ts";
import { reportPage } from "../../../evaluation/report/page/report-page.ts";
import type { Report } from "../../../evaluation/report/report.ts";
import type { ItemRecord } from "../../../evaluation/run/configuration.ts";
import type { RunEvent } from "../../../trajectory/run-event.ts";
import type { TrajectoryStore } from "../../../trajectory/trajectory-store.ts";
import type { CliIo } from "../../cli-io.ts";
import { writeWholeFile } from "../../output/write-whole-file.ts";
import { EVALUATION_PRINCIPAL } from "./evaluation-stores.ts";
import { makeOutFolder } from "./make-out-folder.ts";
import type { ReportForm } from "./report-forms.ts";
import { reportText } from "./report-text.ts";
import type { StoredRun } from "./stored-run.ts";

interface ReportFiles {
  readonly folder: string;
  readonly forms: readonly ReportForm[];
  /** Of the files, without what tells their form; logs for Inspect have the names by which it finds them. */
  readonly name: string;
  readonly trajectories: TrajectoryStore;
}

interface File {
  /** Within the folder. */
  readonly path: string;
  readonly text: string;
}

/**
 * Writes a report in each of the forms; the folder is made where there is none.
 * @returns the files, without those that stand beside a page
 * @throws FuxiError `output-not-written`
 */
async function writeReport(
  report: Report,
  records: readonly ItemRecord[],
  { folder, forms, name, trajectories }: ReportFiles,
): Promise<readonly string[]> {
  const written: string[] = [];
  const trajectoryOf = trajectoriesIn(trajectories);
  for (const form of forms) {
    for await (const { path, text } of FILES[form]({ report, records, name, trajectoryOf })) {
      const file = join(folder, path);
      await makeOutFolder(dirname(file));
      await writeWholeFile(file, [text]);
      if (!path.includes("/")) written.push(file);
    }
  }
  return written;
}

interface Written {
  readonly report: Report;
  readonly records: readonly ItemRecord[];
  readonly name: string;
  readonly trajectoryOf: (run: string) => Promise<readonly RunEvent[]>;
}

const FILES: Readonly<Record<ReportForm, (written: Written) => AsyncGenerator<File>>> = {
  html: ({ report, records, name, trajectoryOf }) => reportPage(report, records, { name, trajectoryOf }),
  async *md({ report, name }) {
    yield { path: `${name}.md`, text: reportMarkdown(report) };
  },
  async *json({ report, records, name }) {
    yield { path: `${name}.json`, text: `${JSON.stringify({ ...report, records }, null, 1)}\n` };
  },
  async *inspect({ report, records, trajectoryOf }) {
    for (const { configuration } of report.configurations) {
      const log = await inspectLog(report, records, configuration.id, { trajectoryOf });
      yield { path: inspectFileName(report, configuration.id), text: `${JSON.stringify(log)}\n` };
    }
  },
};

/** Whoever has deleted a trajectory still has its result. */
function trajectoriesIn(store: TrajectoryStore) {
  return async (run: string): Promise<readonly RunEvent[]> => {
    try {
      return await store.read(run, EVALUATION_PRINCIPAL);
    } catch (error) {
      if (FuxiError.isInstance(error) && error.code === "run-not-found") return [];
      throw error;
    }
  };
}

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
