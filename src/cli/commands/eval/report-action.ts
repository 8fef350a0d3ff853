import type { CliIo } from "../../cli-io.ts";
import { openEvaluationStores } from "./evaluation-stores.ts";
import { printReport } from "./print-report.ts";
import type { ReportForm } from "./report-forms.ts";
import { storedRun } from "./stored-run.ts";

export interface ReportOptions {
  readonly out?: string;
  readonly format: readonly ReportForm[];
  readonly json?: boolean;
}

/** Prints what came of runs, and writes it where a folder is named: of several runs, under their ids. */
export async function reportAction(
  ids: readonly string[],
  { out, format, json }: ReportOptions,
  io: CliIo,
): Promise<void> {
  await using stores = await openEvaluationStores(io);
  for (const id of new Set(ids)) {
    const run = await storedRun(stores.work, id);
    if (ids.length > 1 && json !== true) io.out(`${io.colors.bold(id)}\n`);
    await printReport(
      run,
      {
        forms: format,
        trajectories: stores.trajectories,
        ...{ out, json },
        ...(ids.length > 1 ? { name: id.replaceAll(/[^\w.-]/gu, "-") } : {}),
      },
      io,
    );
  }
}
