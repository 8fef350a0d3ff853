import type { Measure } from "../benchmark/benchmark.ts";
import type { ItemRecord } from "../run/configuration.ts";
import { bootstrap, wilson } from "../statistics/interval.ts";
import type { EfficiencyName, Estimate } from "./report.ts";

const tokens =
  (name: "inputTokens" | "cachedInputTokens" | "outputTokens") =>
  ({ usage }: ItemRecord): number | undefined =>
    usage[name] ?? (usage.calls === 0 ? 0 : undefined);

/** Efficiency figures of an answer. Undefined if unknown. */
export const efficiencyValues: Readonly<Record<EfficiencyName, (record: ItemRecord) => number | undefined>> =
  {
    inputTokens: tokens("inputTokens"),
    cachedInputTokens: tokens("cachedInputTokens"),
    outputTokens: tokens("outputTokens"),
    rounds: ({ rounds }) => rounds,
    actions: ({ actions }) => actions,
    milliseconds: ({ milliseconds }) => milliseconds,
    cost: ({ cost }) => cost,
  };

export const CONFIDENCE = 0.95;
export const SEED = 1;
export const RESAMPLES = 2000;

/** Parameters of intervals. */
export interface Estimating {
  readonly seed: number;
  readonly resamples: number;
  /** Unit of the measure, "share" by default. Wilson's interval applies to shares only. */
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

/** The mean of a figure over the repeats of each question, in order of occurrence. Questions without the figure are left out. */
export function byQuestion(
  records: readonly ItemRecord[],
  figureOf: (record: ItemRecord) => number | undefined,
): ReadonlyMap<string, number> {
  const sums = new Map<string, { sum: number; count: number }>();
  for (const record of records) {
    const value = figureOf(record);
    // Infinite and NaN values become null in JSON.
    if (value === undefined || !Number.isFinite(value)) continue;
    const before = sums.get(record.task) ?? { sum: 0, count: 0 };
    sums.set(record.task, { sum: before.sum + value, count: before.count + 1 });
  }
  return new Map([...sums].map(([task, { sum, count }]) => [task, sum / count]));
}

export function meanOf(values: Iterable<number>): number | undefined {
  let [sum, count] = [0, 0];
  for (const value of values) {
    sum += value;
    count++;
  }
  return count === 0 ? undefined : sum / count;
}
