import type { Usage } from "../../model/usage.ts";
import type { Measure } from "../benchmark/benchmark.ts";
import type { Configuration, ItemRecord, Manifest } from "../run/configuration.ts";
import type { PairedDifference } from "../statistics/interval.ts";

/** What came of a run, as data: all that tables and plots show. Plain JSON. */
export interface Report {
  /** Of the run. */
  readonly id: string;
  readonly manifest: Manifest;
  /** In the order of the benchmark; the first that is no count is what configurations are compared by. */
  readonly measures: readonly Measure[];
  /** Answers that belong to the run, and those that are there. */
  readonly items: { readonly planned: number; readonly finished: number };
  /** In the order of the manifest. */
  readonly configurations: readonly ConfigurationReport[];
  /** Each configuration that may ask (b) beside the same one that may not (a), question by question; absent where there are none. */
  readonly asking?: readonly ComparedPair[];
  /** What is not in the figures and why, one sentence each: for the first screen of whoever reads them. */
  readonly leftOut: readonly string[];
  readonly statistics: { readonly confidence: number; readonly seed: number; readonly resamples: number };
}

/** What came of one configuration. */
export interface ConfigurationReport {
  readonly configuration: Configuration;
  /** Answers that are there, and the different questions that they are to. */
  readonly items: number;
  readonly questions: number;
  /** By the ids of the measures; a measure that no item has is absent. */
  readonly measures: Readonly<Record<string, Estimate>>;
  /** By what tables are split, then by its values in the order in which they come up. */
  readonly groups: Readonly<Record<string, Readonly<Record<string, GroupReport>>>>;
  readonly efficiency: Readonly<Record<EfficiencyName, Average>>;
  /** Of all items together; absent where not everything is known. */
  readonly total: { readonly tokens?: number; readonly cost?: number; readonly milliseconds: number };
  readonly outcomes: Counts;
  /** Why runs stopped or failed. */
  readonly reasons: Counts;
  /** What kind of error it is, of items that are not right. */
  readonly errors: Counts;
  /** Why items could not be scored. */
  readonly unscored: Counts;
  readonly failures: {
    readonly total: number;
    /** After which the next action of the same tool went through. */
    readonly repaired: number;
    readonly byCode: Counts;
    /** Of the failures of each code, those that were repaired. */
    readonly repairedByCode: Counts;
  };
  /** Replies that were neither an action nor an answer. */
  readonly unusable: number;
  /** Present where a simulated user could be asked. */
  readonly asked?: {
    readonly items: number;
    readonly questions: number;
    readonly needed: number;
    readonly relevant: number;
    /** Those that the user could answer. */
    readonly answered: number;
  };
  /** Present where answers were judged; what that took is in no other figure. */
  readonly judging?: {
    /** Provider and model; several where a run was gone on with another. */
    readonly by: readonly string[];
    readonly answers: number;
    /** Of the answers, those in no mean of what the judge measures. */
    readonly withoutVerdict: number;
    readonly usage: Usage;
  };
  /** By the ids of measures that are drawn against a count: the means at each count, the smallest first. */
  readonly against?: Readonly<Record<string, readonly AgainstPoint[]>>;
}

/** The mean over the questions whose answers have that count. */
export interface AgainstPoint {
  readonly count: number;
  readonly estimate: Estimate;
}

/** The largest first. */
export type Counts = Readonly<Record<string, number>>;

/** What came of the questions of one group. */
export interface GroupReport {
  readonly questions: number;
  readonly measures: Readonly<Record<string, Estimate>>;
}

/** The mean over questions, each of which is the mean of its repeats. */
export interface Estimate {
  readonly mean: number;
  /** How many questions have the measure. */
  readonly questions: number;
  /** Of 95 %; absent for a single question. */
  readonly interval?: {
    readonly low: number;
    readonly high: number;
    /** `wilson` where all questions have 0, or all have 1: resamples of those cannot differ, and would say that it is certain. */
    readonly method: "bootstrap" | "wilson";
  };
}

/** Per question, over those of which it is known. */
export interface Average {
  /** Absent where it is known of none. */
  readonly mean?: number;
  readonly questions: number;
}

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

/** What a question took, in the order of tables. */
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

/** The benchmark's own that at least one record has, and those that only records know. */
export function allMeasures(
  measures: readonly Measure[],
  records: readonly ItemRecord[],
): readonly Measure[] {
  const scored = new Set(records.flatMap(({ scores }) => Object.keys(scores)));
  const known = records.length === 0 ? measures : measures.filter(({ id }) => scored.has(id));
  const others = [...scored].filter((id) => !measures.some((measure) => measure.id === id)).sort();
  return [...known, ...others.map((id): Measure => ({ id, name: id, description: "", unit: "ratio" }))];
}
