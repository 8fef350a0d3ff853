import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { openScratch } from "../../config/evaluation/scratch/open-scratch.ts";
import { openArtifactStore, openTrajectoryStore } from "../../config/open-stores.ts";
import { LOCAL_PRINCIPAL } from "../../config/shared-store.ts";
import { type ActContext, DEFAULT_ACT_LIMITS } from "../../environment/act-context.ts";
import type { Environment } from "../../environment/environment.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { buildDbqa } from "../../evaluation/construction/dbqa/build-dbqa.ts";
import {
  type DbqaJournal,
  type DbqaSet,
  dbqaSet,
  openDbqaJournal,
} from "../../evaluation/construction/dbqa/dbqa-journal.ts";
import {
  drawSeeds,
  readSeeds,
  type SchemaTable,
  tablesIn,
} from "../../evaluation/construction/dbqa/schema.ts";

import { replaceFile } from "../../evaluation/construction/line-journal.ts";
import { visibleText } from "../../util/visible-text.ts";
import { type CliIo, EXIT, type SetExitCode } from "../cli-io.ts";
import { openOptions, openTargets, type TargetOptions } from "../open-targets.ts";
import { progressLine } from "../progress-line.ts";
import { givenText, type WritingOptions, withoutOut, writingModel } from "./writing-model.ts";

export interface DbqaOptions extends TargetOptions, WritingOptions {
  /** A folder. */
  readonly out?: string;
  /** A file. */
  readonly seeds?: string;
  readonly count: number;
  readonly seed: number;
  readonly yes?: boolean;
}

/** Generates long-form questions over the target's schema, in stages, and writes the finished part of the set. */
export async function datasetDbqaAction(
  target: string,
  options: DbqaOptions,
  io: CliIo,
  setExitCode: SetExitCode,
): Promise<void> {
  const { out, seed, count, yes = false } = options;
  if (out === undefined) throw withoutOut();
  const text = options.seeds === undefined ? undefined : givenText(options.seeds);
  const model = await writingModel(options, io);
  await using opened = await openTargets([target], io, options);
  await using stores = new AsyncDisposableStack();
  const artifacts = stores.adopt(await openArtifactStore(opened.folders), (store) => store.close());
  const trajectories = stores.adopt(await openTrajectoryStore(opened.folders), (store) => store.close());
  const act = { principal: LOCAL_PRINCIPAL, signal: io.signal, limits: DEFAULT_ACT_LIMITS, artifacts };
  const { id, tables } = await schemaOf(opened.environments, act);
  const scratch = openScratch(join(out, "database"), openOptions(io, {}))(tables);
  const seeds = text === undefined ? drawSeeds(tables, { count, seed }) : readSeeds(text, tables);
  if (seeds.length === 0) throw nothingToAsk();
  const journal = openDbqaJournal(await folderFor(out), {
    database: id,
    schema: scratch.schema,
    seeds: text,
    seed,
  });
  const line = progressLine(io);
  try {
    await buildDbqa({
      ...{ seeds, tables, scratch, journal, model, act, trajectories, unconfirmed: yes },
      onProgress: line.update,
      onNotice: (notice) => io.err(`${io.colors.dim(notice)}\n`),
    });
  } finally {
    // Writes the finished part of the set even after an error.
    const set = writeDbqaSet(out, journal);
    line.done(said(set, out));
    setExitCode(set.questions.length + set.waiting.length > 0 ? EXIT.answered : EXIT.failed);
  }
}

async function schemaOf(
  [environment]: readonly Environment[],
  act: ActContext,
): Promise<{ readonly id: string; readonly tables: readonly SchemaTable[] }> {
  if (environment === undefined) throw new FuxiError("internal", "The target opened no environment.");
  const { id, capabilities } = environment;
  const definitions = await capabilities.sql?.definitions?.({ sampleRows: 0 }, act);
  if (definitions !== undefined) return { id, tables: tablesIn(definitions) };
  throw new FuxiError("target-not-supported", `"${id}" is no database.`, {
    hint: "Long-form questions are made from the schema of a database.",
  });
}

/** The folder, created if missing. @throws FuxiError `usage` if it contains another set, `output-not-written` */
async function folderFor(out: string): Promise<string> {
  if (existsSync(join(out, "questions.json")) && !existsSync(join(out, "journal.jsonl"))) {
    throw new FuxiError("usage", `${out} holds a set of questions that was not made here.`, {
      hint: "Name another folder with --out.",
    });
  }
  try {
    await mkdir(out, { recursive: true });
  } catch (cause) {
    throw new FuxiError("output-not-written", `The folder ${out} cannot be made.`, { cause });
  }
  return out;
}

function nothingToAsk(): FuxiError {
  return new FuxiError("data-invalid", "The tables have only keys, so that no question can be drawn.", {
    hint: "Say what the questions are to be about with --seeds.",
  });
}

function said({ questions, items, waiting, rejected }: DbqaSet, out: string): string {
  const unconfirmed = items.filter(({ confirmed }) => !confirmed).length;
  const noted = items.filter(({ notes }) => notes.length > 0).length;
  return [
    `${questions.length} made: ${out}${questions.length === 0 ? "" : ` (fuxi eval dbqa --data ${out})`}`,
    ...(unconfirmed === 0
      ? []
      : [`${unconfirmed} of them no person has confirmed: fuxi dataset dbqa confirm ${out}`]),
    ...(noted === 0 ? [] : [`${noted} of them with a note to look at: ${join(out, "review.json")}`]),
    ...(waiting.length === 0
      ? []
      : [
          `${waiting.length} ${waiting.length === 1 ? "waits" : "wait"} for a person: fuxi dataset dbqa confirm ${out}, and then this command again (or with --yes for nobody).`,
        ]),
    ...(rejected.length === 0 ? [] : [`${rejected.length} not made:`]),
    ...rejected.map(
      ({ id, stage, reasons }) => `  ${id}, ${stage}: ${visibleText(reasons.at(-1) ?? "no reason")}`,
    ),
  ].join("\n");
}

/** Writes the finished part of the set, and a log of how each question was made. @throws FuxiError `disk-full`, `output-not-written` */
export function writeDbqaSet(folder: string, journal: DbqaJournal): DbqaSet {
  const set = dbqaSet(journal);
  const { questions, ...review } = set;
  replaceFile(join(folder, "questions.json"), questions);
  replaceFile(join(folder, "review.json"), review);
  return set;
}
