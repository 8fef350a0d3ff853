import type { Measure } from "../benchmark/benchmark.ts";
import type { Configuration, ItemRecord, Manifest } from "../run/configuration.ts";
import type { PairedDifference } from "../statistics/interval.ts";
import type { ConfigurationReport } from "./build-report.ts";

/** The results of a run: the data of all tables and plots. Plain JSON. */
export interface Report {
  /** Id of the run. */
  readonly id: string;
  readonly manifest: Manifest;
  /** In the order of the benchmark. Configurations are compared by the first that is not a count. */
  readonly measures: readonly Measure[];
  /** Number of planned and of finished answers. */
  readonly items: { readonly planned: number; readonly finished: number };
  /** In the order of the manifest. */
  readonly configurations: readonly ConfigurationReport[];
  /** Each configuration that may ask (b), compared with the same one that may not (a). Absent if there are none. */
  readonly asking?: readonly ComparedPair[];
  /** Omissions and their reasons, one sentence each, for the first screen. */
  readonly leftOut: readonly string[];
  readonly statistics: { readonly confidence: number; readonly seed: number; readonly resamples: number };
}

/** Counts by name, the largest first. */
export type Counts = Readonly<Record<string, number>>;

/** The mean over questions, each of which is the mean of its repeats. */
export interface Estimate {
  readonly mean: number;
  /** Number of questions with the measure. */
  readonly questions: number;
  /** 95 % interval. Absent for a single question. */
  readonly interval?: {
    readonly low: number;
    readonly high: number;
    /** `wilson` if all values are 0 or all are 1: resamples would not differ, and the interval would have no width. */
    readonly method: "bootstrap" | "wilson";
  };
}

/** A comparison of two runs, over the questions that both have answered. Plain JSON. */
export interface Comparison {
  readonly benchmark: string;
  readonly a: string;
  readonly b: string;
  readonly measures: readonly Measure[];
  readonly pairs: readonly ComparedPair[];
  /** Omissions and differences that impede the comparison, one sentence each. */
  readonly leftOut: readonly string[];
  readonly statistics: { readonly confidence: number; readonly seed: number; readonly resamples: number };
}

/** One configuration of each run. */
export interface ComparedPair {
  readonly a: Configuration;
  readonly b: Configuration;
  /** Number of questions that both answered. A measure may have fewer. */
  readonly questions: number;
  /** Questions that only one of them answered. */
  readonly onlyA: number;
  readonly onlyB: number;
  /** By measure id. */
  readonly measures: Readonly<Record<string, Compared>>;
  /** Means per question. Absent if both know the figure for no question. */
  readonly efficiency: Readonly<Partial<Record<EfficiencyName, Compared>>>;
}

/** Means over the questions that have the figure in both, and b less a. */
export interface Compared extends PairedDifference {
  readonly meanA: number;
  readonly meanB: number;
}

/** Efficiency figures of a question, in the order of tables. */
export const EFFICIENCY = [
  "inputTokens",
  "cachedInputTokens",
  "outputTokens",
  "rounds",
  "actions",
  "milliseconds",
  "cost",
] as const;

/** One of `EFFICIENCY`. */
export type EfficiencyName = (typeof EFFICIENCY)[number];

/** The benchmark's measures that occur in the records, then other measures of the records. */
export function allMeasures(
  measures: readonly Measure[],
  records: readonly ItemRecord[],
): readonly Measure[] {
  const scored = new Set(records.flatMap(({ scores }) => Object.keys(scores)));
  const known = records.length === 0 ? measures : measures.filter(({ id }) => scored.has(id));
  const others = [...scored].filter((id) => !measures.some((measure) => measure.id === id)).sort();
  return [...known, ...others.map((id): Measure => ({ id, name: id, description: "", unit: "ratio" }))];
}
