import type { Measure } from "../benchmark/benchmark.ts";
import type { Configuration } from "../run/configuration.ts";
import type { PairedDifference } from "../statistics/interval.ts";
import type { EfficiencyName } from "./efficiency.ts";

/** Two runs beside each other, over the questions that both have answered. Plain JSON. */
export interface Comparison {
  readonly benchmark: string;
  readonly a: string;
  readonly b: string;
  readonly measures: readonly Measure[];
  readonly pairs: readonly ComparedPair[];
  /** What is not in the figures, or makes them hard to compare, one sentence each. */
  readonly leftOut: readonly string[];
  readonly statistics: { readonly confidence: number; readonly seed: number; readonly resamples: number };
}

/** One configuration of each run. */
export interface ComparedPair {
  readonly a: Configuration;
  readonly b: Configuration;
  /** Questions that both answered; a measure may have fewer. */
  readonly questions: number;
  /** Questions that only one of them answered. */
  readonly onlyA: number;
  readonly onlyB: number;
  /** By the ids of the measures. */
  readonly measures: Readonly<Record<string, Compared>>;
  /** Per question; absent where it is known of no question of both. */
  readonly efficiency: Readonly<Partial<Record<EfficiencyName, Compared>>>;
}

/** Means over the questions that have the figure in both, and b less a. */
export interface Compared extends PairedDifference {
  readonly meanA: number;
  readonly meanB: number;
}
