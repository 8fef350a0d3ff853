import { FuxiError } from "../../errors/fuxi-error.ts";
import type { Measure } from "../benchmark/benchmark.ts";
import type { Configuration, ItemRecord, Manifest } from "../run/configuration.ts";
import { askingTwins } from "../run/run-evaluation.ts";
import { pairedBootstrap } from "../statistics/interval.ts";
import {
  byQuestion,
  CONFIDENCE,
  type Estimating,
  efficiencyValues,
  meanOf,
  RESAMPLES,
  SEED,
} from "./estimate-of.ts";
import { allMeasures, type Compared, type ComparedPair, type Comparison } from "./report.ts";

/** A run with its results. */
export interface RunRecords {
  readonly id: string;
  readonly manifest: Manifest;
  readonly records: readonly ItemRecord[];
}

/** Options of a comparison. */
export interface CompareRunsOptions {
  readonly measures?: readonly Measure[];
  /** Ids of the configurations to compare, of the first run and of the other. */
  readonly a?: string;
  readonly b?: string;
  /** Compares runs over different data, too, with a note. */
  readonly differentData?: boolean;
  readonly seed?: number;
  readonly resamples?: number;
}

/**
 * Compares two runs question by question (paired bootstrap), or two configurations of one run. Repeats of a question are averaged first. A question counts
 * if both have scored it.
 * @throws FuxiError `usage` for different benchmarks, for different data unless that is meant, and where no configurations or questions go together
 */
export function compareRuns(a: RunRecords, b: RunRecords, options: CompareRunsOptions = {}): Comparison {
  const { seed = SEED, resamples = RESAMPLES } = options;
  const changed = checkData(a, b, options.differentData === true);
  const measures = allMeasures(options.measures ?? [], [...a.records, ...b.records]);
  const pairs = pairsOf(a, b, options).map((pair) =>
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

/**
 * What is named, where something is. Else of one run each configuration with the same one that may ask, or the first with each of the others; of two runs those
 * of the same id, those that differ in asking alone, or the only one of each.
 */
function pairsOf(a: RunRecords, b: RunRecords, named: CompareRunsOptions): readonly ConfigurationPair[] {
  const [ofA, ofB] = [a.manifest.configurations, b.manifest.configurations];
  const [first, ...others] = ofA;
  const twins = askingTwins(ofA, ofB);
  if (named.a === undefined && named.b === undefined) {
    if (a.id === b.id && twins.length === 0 && first !== undefined && others.length > 0)
      return others.map((other) => ({ a: first, b: other }));
    const same = ofA.flatMap((mine) => {
      const other = ofB.find(({ id }) => id === mine.id);
      return other === undefined || a.id === b.id ? [] : [{ a: mine, b: other }];
    });
    if (same.length + twins.length > 0) return same.length > 0 ? same : twins;
    if (a.id === b.id)
      throw new FuxiError("usage", `The run ${a.id} has only one configuration.`, {
        hint: `Name another run: fuxi eval compare ${a.id} <run>`,
      });
  }
  return [{ a: configurationOf(a, named.a, "--a"), b: configurationOf(b, named.b, "--b") }];
}

/** The one that is named, or the only one. */
function configurationOf(run: RunRecords, id: string | undefined, flag: string): Configuration {
  const fitting = run.manifest.configurations.filter((each) => id === undefined || each.id === id);
  const [only, ...more] = fitting;
  if (only !== undefined && more.length === 0) return only;
  const what = id === undefined ? "several configurations, and none was chosen" : `no configuration "${id}"`;
  throw new FuxiError("usage", `The run ${run.id} has ${what}.`, {
    hint: `Choose one with ${flag}: ${namesOf(run)}.`,
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

/** Two configurations to compare, of one or two runs. */
export interface ConfigurationPair {
  readonly a: Configuration;
  readonly b: Configuration;
}

/** Compares two configurations over the questions that both have scored. */
export function comparePair(
  recordsA: readonly ItemRecord[],
  recordsB: readonly ItemRecord[],
  pair: ConfigurationPair,
  measures: readonly Measure[],
  estimating: Estimating,
): ComparedPair {
  const [ofA, ofB] = [recordsOf(recordsA, pair.a), recordsOf(recordsB, pair.b)];
  const [tasksA, tasksB] = [new Set(ofA.map(({ task }) => task)), new Set(ofB.map(({ task }) => task))];
  const questions = [...tasksA].filter((task) => tasksB.has(task)).length;
  const compared = (figureOf: (record: ItemRecord) => number | undefined): Compared | undefined =>
    compare(byQuestion(ofA, figureOf), byQuestion(ofB, figureOf), estimating);
  return {
    ...pair,
    questions,
    onlyA: tasksA.size - questions,
    onlyB: tasksB.size - questions,
    measures: present(measures.map(({ id }) => [id, compared(({ scores }) => scores[id])])),
    efficiency: present(
      Object.entries(efficiencyValues).map(([name, figureOf]) => [name, compared(figureOf)]),
    ),
  };
}

const recordsOf = (records: readonly ItemRecord[], { id }: Configuration): readonly ItemRecord[] =>
  records.filter(({ configuration }) => configuration === id);

function compare(
  a: ReadonlyMap<string, number>,
  b: ReadonlyMap<string, number>,
  estimating: Estimating,
): Compared | undefined {
  const pairs = [...a].flatMap(([task, value]) => {
    const other = b.get(task);
    return other === undefined ? [] : [{ a: value, b: other }];
  });
  const difference = pairedBootstrap(pairs, estimating);
  if (difference === undefined) return undefined;
  return {
    meanA: meanOf(pairs.map((pair) => pair.a)) ?? 0,
    meanB: meanOf(pairs.map((pair) => pair.b)) ?? 0,
    ...difference,
  };
}

function present(
  entries: readonly (readonly [string, Compared | undefined])[],
): Readonly<Record<string, Compared>> {
  return Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
