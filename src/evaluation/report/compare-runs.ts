import { FuxiError } from "../../errors/fuxi-error.ts";
import type { Measure } from "../benchmark/benchmark.ts";
import type { Configuration, ItemRecord, Manifest } from "../run/configuration.ts";
import { askingTwins } from "../run/run-evaluation.ts";

import { allMeasures } from "./build-report.ts";
import { type ConfigurationPair, comparePair } from "./compare-pair.ts";
import type { ComparedPair, Comparison } from "./comparison.ts";
import { CONFIDENCE, RESAMPLES, SEED } from "./estimate-of.ts";

/** A run with its results. */
export interface RunRecords {
  readonly id: string;
  readonly manifest: Manifest;
  readonly records: readonly ItemRecord[];
}

/** What of two runs is compared. */
export interface CompareRunsOptions {
  readonly measures?: readonly Measure[];
  /** Which configurations stand beside each other, by id; without it those of the same id, those that differ in asking alone, or the only one of each run. */
  readonly pairs?: readonly { readonly a: string; readonly b: string }[];
  /** Compares also where the data are not the same; it is said then. */
  readonly differentData?: boolean;
  readonly seed?: number;
  readonly resamples?: number;
}

/**
 * Compares two runs question by question (paired bootstrap), or two configurations of one run. Repeats of a question are averaged first; a question counts
 * where both have scored it.
 * @throws FuxiError `usage` for different benchmarks, for different data unless that is meant, and where no configurations or questions go together
 */
export function compareRuns(a: RunRecords, b: RunRecords, options: CompareRunsOptions = {}): Comparison {
  const { seed = SEED, resamples = RESAMPLES } = options;
  const changed = checkData(a, b, options.differentData === true);
  const measures = allMeasures(options.measures ?? [], [...a.records, ...b.records]);
  const pairs = pairsOf(a, b, options.pairs).map((pair) =>
    comparePair(a.records, b.records, pair, measures, { seed, resamples }),
  );
  if (pairs.every(({ questions }) => questions === 0)) {
    throw new FuxiError("usage", `No question is answered in both ${a.id} and ${b.id}.`, {
      hint: "Compare runs that asked the same questions.",
    });
  }
  return {
    benchmark: a.manifest.benchmark,
    a: a.id,
    b: b.id,
    measures,
    pairs,
    leftOut: [...changed, ...pairs.flatMap((pair) => unpaired(pair, a.id, b.id))],
    statistics: { confidence: CONFIDENCE, seed, resamples },
  };
}

function checkData(a: RunRecords, b: RunRecords, isMeant: boolean): readonly string[] {
  if (a.manifest.benchmark !== b.manifest.benchmark) {
    throw new FuxiError(
      "usage",
      `${a.id} ran ${a.manifest.benchmark} and ${b.id} ran ${b.manifest.benchmark}, which have no questions in common.`,
      { hint: "Compare runs of one benchmark." },
    );
  }
  const [before, after] = [a.manifest.checksums, b.manifest.checksums];
  const files = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  const changed = files.filter((file) => before[file] !== after[file]);
  if (changed.length === 0) return [];
  const shown = changed.slice(0, 3).join(", ");
  const what = `${shown}${changed.length > 3 ? ` and ${changed.length - 3} more` : ""}`;
  if (isMeant)
    return [`The runs are over different data: ${what}. Questions are taken for the same by their ids.`];
  throw new FuxiError("usage", `${a.id} and ${b.id} are over different data: ${what}.`, {
    hint: "Run both over the same files, or say that different data are meant.",
  });
}

function pairsOf(
  a: RunRecords,
  b: RunRecords,
  named: CompareRunsOptions["pairs"],
): readonly ConfigurationPair[] {
  if (named !== undefined && named.length > 0) {
    return named.map((pair) => ({ a: configurationOf(a, pair.a), b: configurationOf(b, pair.b) }));
  }
  const same = a.manifest.configurations.flatMap((mine) => {
    const other = b.manifest.configurations.find(({ id }) => id === mine.id);
    return other === undefined ? [] : [{ a: mine, b: other }];
  });
  if (same.length > 0) return same;
  const twins = askingTwins(a.manifest.configurations, b.manifest.configurations);
  if (twins.length > 0) return twins;
  const [onlyA, ...moreA] = a.manifest.configurations;
  const [onlyB, ...moreB] = b.manifest.configurations;
  if (onlyA !== undefined && onlyB !== undefined && moreA.length + moreB.length === 0) {
    return [{ a: onlyA, b: onlyB }];
  }
  throw new FuxiError("usage", `${a.id} and ${b.id} have no configuration in common.`, {
    hint: `Say which to compare: ${namesOf(a)} with ${namesOf(b)}.`,
  });
}

function configurationOf(run: RunRecords, id: string): Configuration {
  const found = run.manifest.configurations.find((configuration) => configuration.id === id);
  if (found !== undefined) return found;
  throw new FuxiError("usage", `The run ${run.id} has no configuration "${id}".`, {
    hint: `It has ${namesOf(run)}.`,
  });
}

const namesOf = ({ manifest }: RunRecords): string =>
  manifest.configurations.map(({ id }) => `"${id}"`).join(", ");

function unpaired(
  { a, b, onlyA, onlyB, questions }: ComparedPair,
  idA: string,
  idB: string,
): readonly string[] {
  const only = [
    ...(onlyA > 0 ? [`${onlyA.toLocaleString("en")} only by ${a.id} of ${idA}`] : []),
    ...(onlyB > 0 ? [`${onlyB.toLocaleString("en")} only by ${b.id} of ${idB}`] : []),
  ];
  if (only.length === 0) return [];
  return [
    `${questions.toLocaleString("en")} questions are answered by both; ${only.join(", ")}, which are left out.`,
  ];
}
