import type { Interval } from "./interval.ts";
import { mean } from "./mean.ts";
import { middle95 } from "./middle-95.ts";
import { type ResampleOptions, resampledMeans } from "./resampled-means.ts";

/** One question's figures in two runs. */
export interface Pair {
  readonly a: number;
  readonly b: number;
}

/** How much more b has than a, over the same questions. */
export interface PairedDifference extends Interval {
  /** Mean of b − a. */
  readonly difference: number;
  readonly n: number;
  /** Questions where b has more. */
  readonly wins: number;
  /** Questions where a has more. */
  readonly losses: number;
  readonly ties: number;
  /**
   * Twice the share of resamples whose difference is zero or has the other sign, at most 1. Below 0.05 the 95 % interval leaves out zero. Like a p-value, but not
   * one: the resamples are drawn around the difference that was found and not around none.
   */
  readonly share: number;
}

/** Sums of shares such as F1 miss zero by rounding. */
const ZERO = 1e-12;

/**
 * Compares two runs question by question with a paired bootstrap (P. Koehn, 2004): whole questions are drawn again, so that what makes a question hard for both
 * cancels out. Absent for no pairs.
 */
export function pairedBootstrap(
  pairs: readonly Pair[],
  options: ResampleOptions,
): PairedDifference | undefined {
  if (pairs.length === 0) return undefined;
  const differences = pairs.map(({ a, b }) => b - a);
  const means = resampledMeans(differences, options);
  const notAbove = means.reduce((count, one) => count + (one <= ZERO ? 1 : 0), 0);
  const notBelow = means.reduce((count, one) => count + (one >= -ZERO ? 1 : 0), 0);
  const wins = differences.filter((one) => one > ZERO).length;
  const losses = differences.filter((one) => one < -ZERO).length;
  return {
    difference: mean(differences),
    n: pairs.length,
    ...middle95(means),
    wins,
    losses,
    ties: pairs.length - wins - losses,
    share: Math.min(1, (2 * Math.min(notAbove, notBelow)) / means.length),
  };
}
