import type { Interval } from "./interval.ts";
import { mean } from "./mean.ts";
import { middle95 } from "./middle-95.ts";
import { type ResampleOptions, resampledMeans } from "./resampled-means.ts";

/** A mean with its 95 % interval. */
export interface Estimate extends Interval {
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
