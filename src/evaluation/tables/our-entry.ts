import { FuxiError } from "../../errors/fuxi-error.ts";
import { visibleText } from "../../util/visible-text.ts";
import type { Measure } from "../benchmark/benchmark.ts";
import type { KeptReviews } from "../judges/kept-reviews.ts";
import { byQuestion, estimateOf, RESAMPLES, SEED } from "../report/estimate-of.ts";

import type { Configuration, ItemRecord, Manifest } from "../run/configuration.ts";

import type { Figure } from "./paper-table.ts";

/** A run of ours, as it is stored. */
export interface StoredRun {
  readonly id: string;
  readonly manifest: Manifest;
  readonly records: readonly ItemRecord[];
  /** What its peer review came to, where there was one. */
  readonly reviews?: KeptReviews;
}

/** What one configuration of a run came to: one row or column of ours. */
export interface OurEntry {
  /** Model, strategy with what differs, date, number of questions. */
  readonly label: string;
  readonly run: string;
  readonly manifest: Manifest;
  readonly configuration: Configuration;
  readonly records: readonly ItemRecord[];
  readonly reviews?: KeptReviews;
}

/**
 * One entry for each configuration of the runs that has results.
 * @throws FuxiError `usage` for a run over another benchmark
 */
export function entriesOf(
  runs: readonly StoredRun[],
  { name, benchmarks }: { readonly name: string; readonly benchmarks: readonly string[] },
): readonly OurEntry[] {
  const other = runs.find(({ manifest }) => !benchmarks.includes(manifest.benchmark));
  if (other !== undefined) {
    throw new FuxiError(
      "usage",
      `The table ${name} is about ${benchmarks.join(" and ")}, and the run ${other.id} is of ${other.manifest.benchmark}.`,
      { hint: `Name a run of ${benchmarks.join(" or ")}.` },
    );
  }
  return runs.flatMap(({ id, manifest, records, reviews }) =>
    manifest.configurations.flatMap((configuration) => {
      const own = records.filter((record) => record.configuration === configuration.id);
      if (own.length === 0) return [];
      return [
        {
          label: labelOf(configuration, manifest, own),
          run: id,
          manifest,
          configuration,
          records: own,
          ...(reviews === undefined ? {} : { reviews }),
        },
      ];
    }),
  );
}

function labelOf(
  { id, decider, model, strategy }: Configuration,
  { startedAt }: Manifest,
  records: readonly ItemRecord[],
): string {
  const who = decider === "model" ? (model ?? "unnamed model") : `no model (${decider})`;
  const how = id.includes(strategy) ? id : `${strategy} ${id}`;
  const questions = new Set(records.map(({ task }) => task)).size;
  return `${visibleText(`${who}, ${how}`)} (${startedAt.slice(0, 10)}, n = ${questions.toLocaleString("en")})`;
}

/** How a figure is made of values: times `scale` (1), with so many decimals. `unit` of the values: "share" unless given. */
export interface FigureForm {
  readonly scale?: number;
  readonly digits: number;
  readonly unit?: Measure["unit"];
}

/** The mean over questions, repeats averaged, times `scale`; null where no question has the figure. */
export function figureOf(
  records: readonly ItemRecord[],
  read: (record: ItemRecord) => number | undefined,
  { scale = 1, digits, unit }: FigureForm,
): Figure | null {
  const values = [...byQuestion(records, read).values()];
  const found = estimateOf(values, {
    seed: SEED,
    resamples: RESAMPLES,
    ...(unit === undefined ? {} : { unit }),
  });
  if (found === undefined) return null;
  const { mean, questions, interval } = found;
  return {
    value: mean * scale,
    digits,
    n: questions,
    ...(interval === undefined ? {} : { low: interval.low * scale, high: interval.high * scale }),
  };
}

/** Of records that were scored, the score. */
export const scoreOf =
  (measure: string) =>
  ({ scores, unscored }: ItemRecord): number | undefined =>
    unscored === undefined ? scores[measure] : undefined;
