import { join } from "node:path";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { buildReport } from "../../../evaluation/report/build-report.ts";
import { inspectFileName, inspectLog } from "../../../evaluation/report/inspect-log.ts";
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

/** Whoever has deleted a trajectory still has its result. */
function trajectoriesIn(store: TrajectoryStore): Written["trajectoryOf"] {
  return async (run) => {
    try {
      return await store.read(run, EVALUATION_PRINCIPAL);
    } catch (error) {
      if (FuxiError.isInstance(error) && error.code === "run-not-found") return [];
      throw error;
    }
  };
}

export interface PrintOptions {
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
  for (const form of forms) {
    for await (const [file, text] of FILES[form]({
      report,
      records,
      name,
      trajectoryOf: trajectoriesIn(trajectories),
    })) {
      await writeWholeFile(join(out, file), [text]);
      io.err(`written: ${join(out, file)}\n`);
    }
  }
}
