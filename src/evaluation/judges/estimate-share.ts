import { type Estimating, estimateOf, RESAMPLES, SEED } from "../report/estimate-of.ts";
import type { Estimate } from "../report/report.ts";
import { mean } from "../statistics/interval.ts";

/** A share with its 95 % interval, over tasks. */
export type Estimated = Estimate;

/** As reports draw them. */
export const CONFIDENCE_DRAWS: Estimating = { seed: SEED, resamples: RESAMPLES };

/** The mean over tasks of a figure of instances, each task the mean of its repeats; instances without a figure are left out. Undefined for none. */
export function estimateShare<T extends { readonly task: string }>(
  instances: readonly T[],
  figure: (instance: T) => number | undefined,
  estimating: Estimating,
): Estimated | undefined {
  const byTask = new Map<string, number[]>();
  for (const instance of instances) {
    const value = figure(instance);
    if (value === undefined) continue;
    byTask.set(instance.task, [...(byTask.get(instance.task) ?? []), value]);
  }
  return estimateOf([...byTask.values()].map(mean), estimating);
}
