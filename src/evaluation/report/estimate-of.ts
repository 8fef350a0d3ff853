import type { Measure } from "../benchmark/measure.ts";
import { bootstrap } from "../statistics/bootstrap.ts";
import { wilson } from "../statistics/wilson.ts";
import type { Estimate } from "./report.ts";

export const CONFIDENCE = 0.95;
export const SEED = 1;
export const RESAMPLES = 2000;

/** How intervals are made. */
export interface Estimating {
  readonly seed: number;
  readonly resamples: number;
  /** Of what is measured. Only of shares 0 and 1 are all that there can be; "share" unless given. */
  readonly unit?: Measure["unit"];
}

/** The mean of one value for each question, with its interval; undefined for none. */
export function estimateOf(
  values: readonly number[],
  { seed, resamples, unit = "share" }: Estimating,
): Estimate | undefined {
  const [first] = values;
  const questions = values.length;
  if (first === undefined) return undefined;
  if (questions === 1) return { mean: first, questions };
  if (unit === "share" && (first === 0 || first === 1) && values.every((value) => value === first)) {
    return {
      mean: first,
      questions,
      interval: { ...wilson(first * questions, questions), method: "wilson" },
    };
  }
  const drawn = bootstrap(values, { seed, resamples });
  if (drawn === undefined) return undefined;
  const { mean, low, high } = drawn;
  return { mean, questions, interval: { low, high, method: "bootstrap" } };
}
