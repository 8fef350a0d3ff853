import type { Measure } from "../../benchmark/benchmark.ts";

/** BIRD's first measure. */
export const EX: Measure = {
  id: "ex",
  name: "EX",
  description:
    "Execution match: the rows of the answer's query and of the gold are equal as sets (BIRD's evaluator, evaluation_ex.py).",
  unit: "share",
};

/** Spider's first measure. */
export const BAG_EX: Measure = {
  id: "ex",
  name: "EX",
  description:
    "Execution match: the same rows equally often, columns in any order, rows in the gold's order where it says ORDER BY (Spider's test suite evaluator with --keep_distinct, on the published database alone).",
  unit: "share",
};

export const STRICT: Measure = {
  id: "strict",
  name: "Strict",
  description:
    "Fuxi's own stricter match: the same rows equally often, in the gold's order but for ties, columns in order, numbers within 1e-9.",
  unit: "share",
};

export const VA: Measure = {
  id: "va",
  name: "VA",
  description: "Valid: the run ended with an answer whose query runs (Middleware for LLMs, Section 5).",
  unit: "share",
};

export const SOFT_F1: Measure = {
  id: "soft-f1",
  name: "Soft F1",
  description:
    "Shared cells of rows paired by their place, without repeated rows (BIRD Mini-Dev, evaluation_f1.py).",
  unit: "share",
};

export const R_VES: Measure = {
  id: "r-ves",
  name: "R-VES",
  description:
    "Square root of the reward for a right query by the gold's time through its own; up to 1.118 (BIRD Mini-Dev, evaluation_ves.py).",
  unit: "ratio",
};

/**
 * What a query adds to R-VES, the reward-based valid efficiency score of BIRD's Mini-Dev (bird-bench/mini_dev,
 * evaluation/evaluation_ves.py): nothing where its result is wrong, else the square root of a reward by how many times as fast as the gold
 * it is. 1.25 from 2 times on, 1 from 1, 0.75 from 0.5, 0.5 from 0.25, and 0.25 below. R-VES is 100 times the mean, so that it may be above 100.
 *
 * @param ratio time of the gold through time of the query, as `timeRatio` has it
 */
export function efficiencyReward(correct: boolean, ratio: number): number {
  if (!correct || ratio === 0) return 0;
  if (ratio >= 2) return Math.sqrt(1.25);
  if (ratio >= 1) return 1;
  if (ratio >= 0.5) return Math.sqrt(0.75);
  return ratio >= 0.25 ? Math.sqrt(0.5) : Math.sqrt(0.25);
}

/** One repetition: how long the gold took, and how long the query took right after or before it. */
export interface Timing {
  readonly gold: number;
  readonly predicted: number;
}

/**
 * The mean of the repetitions' ratios, without those that lie three standard deviations or more from the mean (`clean_abnormal`, same place).
 * Where all are equal the original leaves none and fails; here their mean stands.
 */
export function timeRatio(timings: readonly Timing[]): number {
  const ratios = timings.map(({ gold, predicted }) => gold / predicted);
  const mean = average(ratios);
  const deviation = Math.sqrt(average(ratios.map((ratio) => (ratio - mean) ** 2)));
  const usual = ratios.filter((ratio) => Math.abs(ratio - mean) < 3 * deviation);
  return usual.length === 0 ? mean : average(usual);
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
