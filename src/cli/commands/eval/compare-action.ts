import { join } from "node:path";
import { compareRuns } from "../../../evaluation/report/compare-runs.ts";
import { comparisonMarkdown } from "../../../evaluation/report/markdown/report-markdown.ts";
import { comparisonPage } from "../../../evaluation/report/page/comparison-page.ts";
import type { Comparison } from "../../../evaluation/report/report.ts";
import { comparisonTables } from "../../../evaluation/report/tables/comparison-tables.ts";
import { given } from "../../../util/given.ts";
import { visibleText } from "../../../util/visible-text.ts";
import type { CliIo } from "../../cli-io.ts";
import { writeWholeFile } from "../../output/write-whole-file.ts";
import { openEvaluationStores } from "./evaluation-stores.ts";
import { makeOutFolder } from "./make-out-folder.ts";
import type { PageForm } from "./report-forms.ts";
import { tableText } from "./report-text.ts";
import { storedRun } from "./stored-run.ts";

export interface CompareOptions {
  readonly a?: string;
  readonly b?: string;
  readonly differentData?: boolean;
  /** Folder. */
  readonly out?: string;
  readonly format: readonly PageForm[];
  readonly json?: boolean;
}

/** Prints two runs beside each other, or the configurations of one. @throws FuxiError `output-not-written` */
export async function compareAction(
  first: string,
  second: string | undefined,
  { a, b, differentData, out, format, json }: CompareOptions,
  io: CliIo,
): Promise<void> {
  await using stores = await openEvaluationStores(io);
  const one = await storedRun(stores.work, first);
  const other = second === undefined || second === first ? one : await storedRun(stores.work, second);
  const comparison = compareRuns(one, other, { measures: one.measures, ...given({ a, b, differentData }) });
  io.out(`${json === true ? JSON.stringify(comparison, null, 2) : textOf(comparison, io)}\n`);
  if (out === undefined) return;
  await makeOutFolder(out);
  for (const form of format) {
    const file = join(out, `comparison.${form}`);
    await writeWholeFile(file, [FORMS[form](comparison)]);
    io.err(`written: ${file}\n`);
  }
}

const FORMS: Readonly<Record<PageForm, (comparison: Comparison) => string>> = {
  html: comparisonPage,
  md: comparisonMarkdown,
  json: (comparison) => `${JSON.stringify(comparison, null, 1)}\n`,
};

function textOf(comparison: Comparison, io: CliIo): string {
  return [
    ...comparisonTables(comparison).map((table) => tableText(table, io)),
    ...comparison.leftOut.map((text) => io.colors.dim(`- ${visibleText(text)}`)),
  ].join("\n\n");
}
