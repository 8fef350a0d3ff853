import { FuxiError } from "../../errors/fuxi-error.ts";
import type { Measure } from "../benchmark/measure.ts";
import { askingTwins } from "../run/asking-twins.ts";
import type { ItemRecord } from "../run/item-record.ts";
import type { Manifest } from "../run/manifest.ts";
import { comparePair } from "./compare-pair.ts";
import { configurationReport } from "./configuration-report.ts";
import { CONFIDENCE, RESAMPLES, SEED } from "./estimate-of.ts";
import { leftOut } from "./left-out.ts";
import type { Report } from "./report.ts";

/** What a report is made with beside manifest and records. */
export interface BuildReportOptions {
  /** Of the run, for titles. */
  readonly id: string;
  /** Of the benchmark, in its order. Those that records have beside them stand behind, by their ids. */
  readonly measures?: readonly Measure[];
  /** Of the resamples; the same seed gives the same intervals. */
  readonly seed?: number;
  readonly resamples?: number;
}

/**
 * What came of a run. Means are over questions, of which each is the mean of its repeats; intervals are bootstrapped over questions, so that repeats of one
 * question do not count as evidence of their own.
 * @throws FuxiError `data-invalid` where a record is of a configuration that the manifest does not name
 */
export function buildReport(
  manifest: Manifest,
  records: readonly ItemRecord[],
  { id, measures = [], seed = SEED, resamples = RESAMPLES }: BuildReportOptions,
): Report {
  const stranger = records.find(
    ({ configuration }) => !manifest.configurations.some((each) => each.id === configuration),
  );
  if (stranger !== undefined) {
    throw new FuxiError(
      "data-invalid",
      `The record ${stranger.item} is of the configuration ${stranger.configuration}, which the run ${id} has not.`,
    );
  }
  const all = allMeasures(measures, records);
  const parts = Map.groupBy(records, ({ configuration }) => configuration);
  const configurations = manifest.configurations.map((configuration) =>
    configurationReport(configuration, parts.get(configuration.id) ?? [], all, { seed, resamples }),
  );
  const items = {
    planned: manifest.tasks * manifest.configurations.length * manifest.repeats,
    finished: records.length,
  };
  const asking = askingTwins(manifest.configurations).map((pair) =>
    comparePair(records, records, pair, all, { seed, resamples }),
  );
  return {
    id,
    manifest,
    measures: all,
    items,
    configurations,
    ...(asking.length === 0 ? {} : { asking }),
    leftOut: leftOut(manifest, items, configurations),
    statistics: { confidence: CONFIDENCE, seed, resamples },
  };
}

/** The benchmark's own that at least one record has, and those that only records know. */
export function allMeasures(
  measures: readonly Measure[],
  records: readonly ItemRecord[],
): readonly Measure[] {
  const scored = new Set(records.flatMap(({ scores }) => Object.keys(scores)));
  const known = records.length === 0 ? measures : measures.filter(({ id }) => scored.has(id));
  const others = [...scored].filter((id) => !measures.some((measure) => measure.id === id)).sort();
  return [...known, ...others.map((id): Measure => ({ id, name: id, description: "", unit: "ratio" }))];
}
