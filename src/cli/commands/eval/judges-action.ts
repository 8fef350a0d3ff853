import { openModel } from "../../../config/open-policy.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { isSameFamily, modelName } from "../../../evaluation/judges/judge-model.ts";
import { judgeStored } from "../../../evaluation/judges/judge-stored.ts";
import type { Judging } from "../../../evaluation/judges/judging.ts";
import { type JudgingReport, judgingReport } from "../../../evaluation/judges/judging-report.ts";
import { judgingMarkdown, judgingNotes, judgingTables } from "../../../evaluation/judges/judging-tables.ts";
import type { LanguageModel } from "../../../model/language-model.ts";
import { visibleText } from "../../../util/visible-text.ts";
import { type CliIo, EXIT, type SetExitCode } from "../../cli-io.ts";

import { checkWritable, writeWholeFile } from "../../output/write-whole-file.ts";
import { progressOf } from "./eval-progress.ts";
import { openEvaluationStores } from "./evaluation-stores.ts";
import { judgesLabels } from "./judges-labels.ts";
import type { JudgesOptions } from "./judges-options.ts";
import { JUDGING_PRINCIPAL } from "./judges-principal.ts";
import { judgesSource } from "./judges-source.ts";
import { pricesOf } from "./prices-of.ts";
import { tableText } from "./report-text.ts";

/** Judges a stored evaluation or run, or goes on with it, and prints what came of it. */
export async function judgesAction(
  run: string,
  options: JudgesOptions,
  io: CliIo,
  setExitCode: SetExitCode,
): Promise<void> {
  checkOut(options.out);
  const labels = options.human === undefined ? undefined : await judgesLabels(options.human);
  const models = await judgesOf(options, io);
  const { prices, currency } = await pricesOf(options.prices, io.configuration?.content.evaluation);
  await using stores = await openEvaluationStores(io);
  await using source = await judgesSource(run, options, stores, io);
  const names = [...models.keys()];
  const judging: Judging = {
    run,
    items: source.runs.map(({ item }) => item),
    reviewers: inTurn(names, options.reviewers),
    metaReviewers: inTurn(names, options.meta),
    temperature: options.temperature,
    ...(options.reference === true ? { reference: names[0] ?? "" } : {}),
    withDescription: options.description,
  };
  const warnings = familyWarnings(models, source.agents);
  const progress = progressOf(options.quiet === true, io);
  for (const warning of warnings) progress.warn(warning);
  const judged = await judgeStored({
    judging,
    runs: source.runs,
    models,
    work: stores.work,
    principal: JUDGING_PRINCIPAL,
    prices,
    concurrency: options.concurrency,
    again: options.again === true,
    signal: io.signal,
    onNotice: progress.warn,
    onProgress: progress.update,
  }).finally(progress.end);
  const report = judgingReport(judged, {
    judging,
    currency,
    warnings,
    ...(labels === undefined ? {} : { labels }),
  });
  await tell(report, options, io);
  if (judged.done) return;
  io.err("\nStopped. The same command goes on with it.\n");
  setExitCode(EXIT.cancelled);
}

async function tell(report: JudgingReport, { out, json }: JudgesOptions, io: CliIo): Promise<void> {
  if (json === true) io.out(`${JSON.stringify(report, null, 2)}\n`);
  else {
    const tables = judgingTables(report).map((table) => tableText(table, io));
    const notes = judgingNotes(report).map((text) => io.colors.dim(`- ${visibleText(text)}`));
    io.out(`${[...tables, notes.join("\n")].join("\n\n")}\n`);
  }
  if (out === undefined) return;
  const text = out.endsWith(".md") ? judgingMarkdown(report) : `${JSON.stringify(report, null, 2)}\n`;
  await writeWholeFile(out, [text]);
  io.err(`written: ${out}\n`);
}

function checkOut(out: string | undefined): void {
  if (out === undefined) return;
  if (!/\.(?:json|md)$/u.test(out))
    throw new FuxiError("usage", `${out} is neither a .json nor a .md file.`, {
      hint: "Name report.json (with every rationale) or report.md.",
    });
  checkWritable(out);
}

/** @throws FuxiError `model-not-configured`; `usage` where several models share one recording */
async function judgesOf(
  { model, modelUrl, record, replay }: JudgesOptions,
  io: CliIo,
): Promise<ReadonlyMap<string, LanguageModel>> {
  const names = [...new Set(model ?? [undefined])];
  if (names.length > 1 && (record !== undefined || replay !== undefined))
    throw new FuxiError("usage", "One recording stands for one model, and several are named.", {
      hint: "Name one judge, or leave the recording out.",
    });
  const models = new Map<string, LanguageModel>();
  for (const name of names) {
    const opened = await openModel({
      env: io.env,
      ...(name === undefined ? {} : { model: name }),
      ...(modelUrl === undefined ? {} : { modelUrl }),
      ...(record === undefined ? {} : { record }),
      ...(replay === undefined ? {} : { replay }),
    });
    if (opened !== undefined) models.set(name ?? io.env["FUXI_MODEL"] ?? opened.modelId, opened);
  }
  if (models.size > 0) return models;
  throw new FuxiError("model-not-configured", "To judge takes a language model.", {
    hint: "Name one or several: --model, --model-url.",
  });
}

function inTurn(names: readonly string[], count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => names[at % names.length] ?? "");
}

function familyWarnings(
  models: ReadonlyMap<string, LanguageModel>,
  agents: readonly string[],
): readonly string[] {
  return [...models].flatMap(([name, model]) =>
    agents
      .filter((agent) => isSameFamily(name, agent) || isSameFamily(modelName(model), agent))
      .map(
        (agent) =>
          `${name} judges ${agent}, which is of its own family: it may favour it. Name a judge of another one.`,
      ),
  );
}
