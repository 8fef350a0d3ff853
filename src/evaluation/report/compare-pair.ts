import type { Measure } from "../benchmark/benchmark.ts";
import type { Configuration, ItemRecord } from "../run/configuration.ts";

import { pairedBootstrap } from "../statistics/interval.ts";
import type { Compared, ComparedPair } from "./comparison.ts";
import { byQuestion, type Estimating, efficiencyValues, meanOf } from "./estimate-of.ts";

/** Two configurations that are compared, of one run or of two. */
export interface ConfigurationPair {
  readonly a: Configuration;
  readonly b: Configuration;
}

/** One configuration beside another, question by question, over what both have scored. */
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
