import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { LOCAL_PRINCIPAL } from "../../config/local-principal.ts";
import { openModel } from "../../config/open-policy.ts";
import { openArtifactStore } from "../../config/open-stores.ts";
import { DEFAULT_ACT_LIMITS } from "../../environment/act-context.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import type { BuildEntry } from "../../evaluation/itool/build/build-entry.ts";
import { buildItool } from "../../evaluation/itool/build/build-itool.ts";
import { openBuildJournal } from "../../evaluation/itool/build/build-journal.ts";
import type { ItoolKind } from "../../evaluation/itool/build/builder-stage.ts";
import { reviewList } from "../../evaluation/itool/build/review-list.ts";
import { readItool } from "../../evaluation/itool/read-itool.ts";
import type { LanguageModel } from "../../model/language-model.ts";
import type { CliIo, SetExitCode } from "../cli-io.ts";
import { EXIT } from "../exit-code.ts";
import { openTargets, type TargetOptions } from "../open-targets.ts";
import { progressLine } from "../progress-line.ts";

export interface ItoolOptions extends TargetOptions {
  readonly out: string;
  readonly kinds: readonly ItoolKind[];
  readonly seed: number;
  readonly model?: string;
  readonly modelUrl?: string;
  readonly record?: string;
  readonly replay?: string;
}

/** What is built from, and how. */
export interface ItoolBuild {
  /** A set with clear items. */
  readonly file: string;
  /** The API's target. */
  readonly api: string;
  readonly options: ItoolOptions;
}

/** Builds the set, item by item, and writes it beside the list that a person confirms. */
export async function datasetItoolAction(
  { file, api, options }: ItoolBuild,
  io: CliIo,
  setExitCode: SetExitCode,
): Promise<void> {
  const text = readText(file);
  const items = readItool(text);
  const model = await namedModel(options, io);
  await using opened = await openTargets([api], io, options);
  const [environment] = opened.environments;
  if (environment === undefined) throw new FuxiError("internal", "The target opened no environment.");
  const { out, seed, kinds } = options;
  const journal = openBuildJournal(`${out}.jsonl`, { text, seed });
  const artifacts = await openArtifactStore(opened.folders);
  const line = progressLine(io);
  try {
    const entries = await buildItool({
      ...{ items, kinds, model, environment, seed, done: journal.done },
      act: { principal: LOCAL_PRINCIPAL, signal: io.signal, limits: DEFAULT_ACT_LIMITS, artifacts },
      onEntry: journal.append,
      onProgress: line.update,
      onNotice: (notice) => io.err(`${io.colors.dim(notice)}\n`),
    });
    writeResults(out, entries);
    line.done(said(entries, out));
    setExitCode(entries.some(({ item }) => item !== undefined) ? EXIT.answered : EXIT.failed);
  } finally {
    await artifacts.close();
  }
}

function readText(file: string): string {
  if (!existsSync(file)) throw new FuxiError("target-not-found", `There is no file ${file}.`);
  return readFileSync(file, "utf8");
}

async function namedModel(options: ItoolOptions, io: CliIo): Promise<LanguageModel> {
  const model = await openModel({ ...options, env: io.env });
  if (model !== undefined) return model;
  throw new FuxiError(
    "model-not-configured",
    "Unclear queries are written by a language model, and none was named.",
    {
      hint: "Name one with --model, or a server with --model-url.",
    },
  );
}

function writeResults(out: string, entries: readonly BuildEntry[]): void {
  const items = entries.flatMap(({ item }) => (item === undefined ? [] : [item]));
  replace(out, items);
  replace(reviewFile(out), reviewList(entries));
}

function reviewFile(out: string): string {
  return `${out.replace(/\.json$/u, "")}.review.json`;
}

/** Whoever reads the file while it is written sees the one before. */
function replace(file: string, content: unknown): void {
  const beside = `${file}.new`;
  writeFileSync(beside, `${JSON.stringify(content, null, 1)}\n`);
  renameSync(beside, file);
}

function said(entries: readonly BuildEntry[], out: string): string {
  const made = entries.filter(({ item }) => item !== undefined).length;
  const failed = entries.filter(({ item }) => item === undefined);
  const reasons = failed.map(
    ({ source, kind, rejected }) => `  ${source}, ${kind}: ${rejected.at(-1) ?? "no reason"}`,
  );
  return [
    `${made} of ${entries.length} made: ${out}`,
    ...(failed.length === 0 ? [] : [`${failed.length} not made:`, ...reasons]),
    `A person has yet to confirm them: ${reviewFile(out)}`,
  ].join("\n");
}
