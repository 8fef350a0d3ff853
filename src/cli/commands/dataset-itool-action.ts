import { openArtifactStore } from "../../config/open-stores.ts";
import { LOCAL_PRINCIPAL } from "../../config/shared-store.ts";
import { DEFAULT_ACT_LIMITS } from "../../environment/act-context.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { replaceFile } from "../../evaluation/construction/line-journal.ts";
import { buildItool } from "../../evaluation/itool/build/build-itool.ts";
import {
  type BuildEntry,
  type ItemReview,
  openBuildJournal,
  reviewedSet,
} from "../../evaluation/itool/build/build-journal.ts";
import type { ItoolKind } from "../../evaluation/itool/build/itool-kinds.ts";
import { readItool } from "../../evaluation/itool/itool-item.ts";
import type { CliIo, SetExitCode } from "../cli-io.ts";
import { EXIT } from "../cli-io.ts";
import { openTargets, type TargetOptions } from "../open-targets.ts";
import { progressLine } from "../progress-line.ts";
import { givenText, type WritingOptions, withoutOut, writingModel } from "./writing-model.ts";

export interface ItoolOptions extends TargetOptions, WritingOptions {
  readonly out?: string;
  readonly kinds: readonly ItoolKind[];
  readonly seed: number;
}

/** Source and options of the build. */
export interface ItoolBuild {
  /** A set with clear items. */
  readonly file: string;
  /** The API's target. */
  readonly api: string;
  readonly options: ItoolOptions;
}

/** Builds the set, item by item, and writes it, with a list for a person to confirm. */
export async function datasetItoolAction(
  { file, api, options }: ItoolBuild,
  io: CliIo,
  setExitCode: SetExitCode,
): Promise<void> {
  const { out, seed, kinds } = options;
  if (out === undefined) throw withoutOut();
  const text = givenText(file);
  const items = readItool(text);
  const model = await writingModel(options, io);
  await using opened = await openTargets([api], io, options);
  const [environment] = opened.environments;
  if (environment === undefined) throw new FuxiError("internal", "The target opened no environment.");
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
    writeItoolSet(out, entries, journal.reviews);
    line.done(said(entries, out));
    setExitCode(entries.some(({ item }) => item !== undefined) ? EXIT.answered : EXIT.failed);
  } finally {
    await artifacts.close();
  }
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
    `A person has yet to confirm them (${reviewFile(out)}): fuxi dataset itool confirm ${out}`,
  ].join("\n");
}

/** Writes the current set, and beside it a person's verdicts and the open items. @throws FuxiError `disk-full`, `output-not-written` */
export function writeItoolSet(
  out: string,
  entries: readonly BuildEntry[],
  reviews: readonly ItemReview[],
): void {
  const { items, review } = reviewedSet(entries, reviews);
  replaceFile(out, items);
  replaceFile(reviewFile(out), review);
}

function reviewFile(out: string): string {
  return `${out.replace(/\.json$/u, "")}.review.json`;
}
