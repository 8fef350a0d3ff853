import { join } from "node:path";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { compareRuns } from "../../../evaluation/report/compare-runs.ts";
import type { Comparison } from "../../../evaluation/report/comparison.ts";
import { comparisonMarkdown } from "../../../evaluation/report/markdown/report-markdown.ts";
import { comparisonPage } from "../../../evaluation/report/page/comparison-page.ts";
import { comparisonTables } from "../../../evaluation/report/tables/comparison-tables.ts";
import { askingTwins } from "../../../evaluation/run/run-evaluation.ts";
import { visibleText } from "../../../util/visible-text.ts";
import type { CliIo } from "../../cli-io.ts";
import { writeWholeFile } from "../../output/write-whole-file.ts";
import { openEvaluationStores } from "./evaluation-stores.ts";
import { makeOutFolder } from "./make-out-folder.ts";
import type { PageForm } from "./report-forms.ts";
import { tableText } from "./report-text.ts";
import { type StoredRun, storedRun } from "./stored-run.ts";

export interface CompareOptions {
  readonly a?: string;
  readonly b?: string;
  readonly differentData?: boolean;
  /** Folder. */
  readonly out?: string;
  readonly format: readonly PageForm[];
  readonly json?: boolean;
}

/** Prints two runs beside each other, or the configurations of one. */
export async function compareAction(
  first: string,
  second: string | undefined,
  options: CompareOptions,
  io: CliIo,
): Promise<void> {
  await using stores = await openEvaluationStores(io);
  const a = await storedRun(stores.work, first);
  const b = second === undefined || second === first ? a : await storedRun(stores.work, second);
  const pairs = pairsOf(a, b, options);
  const comparison = compareRuns(a, b, {
    measures: a.measures,
    ...(pairs === undefined ? {} : { pairs }),
    ...(options.differentData === true ? { differentData: true } : {}),
  });
  if (options.json === true) io.out(`${JSON.stringify(comparison, null, 2)}\n`);
  else io.out(`${textOf(comparison, io)}\n`);
  if (options.out === undefined) return;
  const texts = await Promise.all(
    options.format.map(async (form) => [form, await FORMS[form](comparison)] as const),
  );
  await writeForms("comparison", Object.fromEntries(texts), options.out, io);
}

const FORMS: Readonly<Record<PageForm, (comparison: Comparison) => string | Promise<string>>> = {
  html: comparisonPage,
  md: comparisonMarkdown,
  json: (comparison) => `${JSON.stringify(comparison, null, 1)}\n`,
};

/**
 * What is compared where the runs do not say it themselves: within one run, each configuration with the same one that may ask, else the first with each of the
 * others.
 */
function pairsOf(
  a: StoredRun,
  b: StoredRun,
  given: Pick<CompareOptions, "a" | "b">,
): readonly { readonly a: string; readonly b: string }[] | undefined {
  const [firstOfA, ...othersOfA] = a.manifest.configurations.map(({ id }) => id);
  const ofB = b.manifest.configurations.map(({ id }) => id);
  if (given.a === undefined && given.b === undefined) {
    if (a !== b) return undefined;
    if (othersOfA.length === 0 || firstOfA === undefined) {
      throw new FuxiError("usage", `The run ${a.id} has only one configuration.`, {
        hint: `Name another run: fuxi eval compare ${a.id} <run>`,
      });
    }
    const twins = askingTwins(a.manifest.configurations);
    if (twins.length > 0) return twins.map((pair) => ({ a: pair.a.id, b: pair.b.id }));
    return othersOfA.map((other) => ({ a: firstOfA, b: other }));
  }
  const ofFirst = given.a ?? (othersOfA.length === 0 ? firstOfA : undefined);
  const ofOther = given.b ?? (ofB.length === 1 ? ofB[0] : undefined);
  if (ofFirst !== undefined && ofOther !== undefined) return [{ a: ofFirst, b: ofOther }];
  const [run, flag] = ofFirst === undefined ? [a, "--a"] : [b, "--b"];
  throw new FuxiError("usage", `The run ${run.id} has several configurations, and none was chosen.`, {
    hint: `Choose one with ${flag}: ${run.manifest.configurations.map(({ id }) => `"${id}"`).join(", ")}.`,
  });
}

function textOf(comparison: Comparison, io: CliIo): string {
  return [
    ...comparisonTables(comparison).map((table) => tableText(table, io)),
    ...comparison.leftOut.map((text) => io.colors.dim(`- ${visibleText(text)}`)),
  ].join("\n\n");
}

/**
 * Writes `<name>.<form>` for each form into a folder, and says where.
 * @throws FuxiError `output-not-written`
 */
async function writeForms(
  name: string,
  texts: Readonly<Record<string, string>>,
  folder: string,
  io: CliIo,
): Promise<void> {
  await makeOutFolder(folder);
  for (const [form, text] of Object.entries(texts)) {
    const file = join(folder, `${name}.${form}`);
    await writeWholeFile(file, [text]);
    io.err(`written: ${file}\n`);
  }
}
