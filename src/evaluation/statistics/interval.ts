import { mulberry32 } from "../../util/mulberry32.ts";

/** One question's figures in two runs. */
interface Pair {
  readonly a: number;
  readonly b: number;
}

/** The difference of b and a over the same questions, with its 95 % interval. */
export interface PairedDifference extends Interval {
  /** Mean of b − a. */
  readonly difference: number;
  readonly n: number;
  /** Number of questions where b is higher. */
  readonly wins: number;
  /** Number of questions where a is higher. */
  readonly losses: number;
  readonly ties: number;
  /**
   * Twice the share of resamples whose difference is zero or has the other sign, at most 1. Below 0.05 the 95 % interval leaves out zero. Like a p-value, but not
   * one: the resamples are drawn around the difference that was found and not around none.
   */
  readonly share: number;
}

/** Tolerance for rounding errors in sums of shares such as F1. */
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

/** The 97.5 % point of the standard normal distribution. */
const Z = 1.959963984540054;

/**
 * Wilson's 95 % interval for a share (E. B. Wilson, 1927; no continuity correction): `hits` of `total`, both whole, `hits` at most `total`. It stays within
 * 0 to 1 and says something also of 0 hits or of all; [0, 1] where nothing was counted.
 */
export function wilson(hits: number, total: number): Interval {
  if (total === 0) return { low: 0, high: 1 };
  const share = hits / total;
  const square = Z * Z;
  const centre = share + square / (2 * total);
  const spread = Z * Math.sqrt((share * (1 - share)) / total + square / (4 * total * total));
  const scale = 1 + square / total;
  return { low: Math.max(0, (centre - spread) / scale), high: Math.min(1, (centre + spread) / scale) };
}

/** An interval, both ends included. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The arithmetic mean; of at least one figure. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The middle 95 % of ascending figures (at least one), with linear interpolation (Hyndman and Fan's type 7). */
function middle95(ascending: Float64Array): Interval {
  return { low: quantile(ascending, 0.025), high: quantile(ascending, 0.975) };
}

function quantile(ascending: Float64Array, share: number): number {
  const position = share * (ascending.length - 1);
  const below = Math.floor(position);
  const low = ascending[below] as number;
  const high = ascending[Math.min(below + 1, ascending.length - 1)] as number;
  return low + (position - below) * (high - low);
}

interface ResampleOptions {
  /** An unsigned 32-bit integer; the same seed and values give the same figures to the last digit. */
  readonly seed: number;
  /** 2,000 unless given. */
  readonly resamples?: number;
}

/** The means of samples of the same size drawn with replacement, ascending. `values` has at least one, all finite. */
function resampledMeans(
  values: readonly number[],
  { seed, resamples = 2000 }: ResampleOptions,
): Float64Array {
  const random = mulberry32(seed);
  const from = Float64Array.from(values);
  const size = from.length;
  const means = new Float64Array(resamples);
  for (let sample = 0; sample < resamples; sample++) {
    let sum = 0;
    for (let drawn = 0; drawn < size; drawn++) sum += from[Math.floor(random() * size)] as number;
    means[sample] = sum / size;
  }
  return means.sort();
}

/** A mean with its 95 % interval. */
interface Estimate extends Interval {
  readonly mean: number;
  /** Of how many values. */
  readonly n: number;
}

/**
 * The mean of independent values with its 95 % percentile-bootstrap interval (B. Efron, 1979). Repeats of one question are not independent: average them
 * first. One value, or values that are all the same, give an interval without width, which says nothing; `wilson` does for shares. Absent for no values.
 */
export function bootstrap(values: readonly number[], options: ResampleOptions): Estimate | undefined {
  if (values.length === 0) return undefined;
  return { mean: mean(values), n: values.length, ...middle95(resampledMeans(values, options)) };
}
