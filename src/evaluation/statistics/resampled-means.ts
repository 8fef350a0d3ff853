import { mulberry32 } from "../../util/mulberry32.ts";

export interface ResampleOptions {
  /** An unsigned 32-bit integer; the same seed and values give the same figures to the last digit. */
  readonly seed: number;
  /** 2,000 unless given. */
  readonly resamples?: number;
}

/** The means of samples of the same size drawn with replacement, ascending. `values` has at least one, all finite. */
export function resampledMeans(
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
