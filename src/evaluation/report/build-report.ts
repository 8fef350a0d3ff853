import { FuxiError } from "../../errors/fuxi-error.ts";
import { addUsage, NO_USAGE } from "../../model/usage.ts";
import { given } from "../../util/given.ts";
import { visibleText } from "../../util/visible-text.ts";
import type { Measure } from "../benchmark/benchmark.ts";
import { isSameFamily } from "../judges/judge.ts";
import { type Configuration, type ItemRecord, type Manifest, tokensOf } from "../run/configuration.ts";
import { askingTwins } from "../run/run-evaluation.ts";
import { comparePair } from "./compare-runs.ts";
import {
  byQuestion,
  CONFIDENCE,
  type Estimating,
  efficiencyValues,
  estimateOf,
  meanOf,
  RESAMPLES,
  SEED,
} from "./estimate-of.ts";
import { allMeasures, type Counts, type EfficiencyName, type Estimate, type Report } from "./report.ts";
import { countText } from "./report-table.ts";

/** Options of a report. */
export interface BuildReportOptions {
  /** Id of the run, for titles. */
  readonly id: string;
  /** Measures of the benchmark, in order. Further measures of the records follow, sorted by id. */
  readonly measures?: readonly Measure[];
  /** Random seed of the resamples. The same seed gives the same intervals. */
  readonly seed?: number;
  readonly resamples?: number;
}

/**
 * The report of a run. Repeats of a question are averaged first; means and bootstrap intervals are over questions, so that repeats do not count as
 * independent evidence.
 * @throws FuxiError `data-invalid` for a record of a configuration that the manifest lacks
 */
export function buildReport(
  manifest: Manifest,
  records: readonly ItemRecord[],
  { id, measures = [], seed = SEED, resamples = RESAMPLES }: BuildReportOptions,
): Report {
  const stranger = records.find(
    ({ configuration }) => !manifest.configurations.some((each) => each.id === configuration),
  );
  if (stranger !== undefined) {
    throw new FuxiError(
      "data-invalid",
      `The record ${stranger.item} is of the configuration ${stranger.configuration}, which the run ${id} has not.`,
    );
  }
  const all = allMeasures(measures, records);
  const parts = Map.groupBy(records, ({ configuration }) => configuration);
  const configurations = manifest.configurations.map((configuration) =>
    configurationReport(configuration, parts.get(configuration.id) ?? [], all, { seed, resamples }),
  );
  const items = {
    planned: manifest.tasks * manifest.configurations.length * manifest.repeats,
    finished: records.length,
  };
  const asking = askingTwins(manifest.configurations).map((pair) =>
    comparePair(records, records, pair, all, { seed, resamples }),
  );
  return {
    id,
    manifest,
    measures: all,
    items,
    configurations,
    ...(asking.length === 0 ? {} : { asking }),
    leftOut: leftOut(manifest, items, configurations),
    statistics: { confidence: CONFIDENCE, seed, resamples },
  };
}

/** Notes that readers of the figures must not overlook. */
function leftOut(
  { notes, sample, only, tasks }: Manifest,
  { planned, finished }: Report["items"],
  configurations: readonly ConfigurationReport[],
): readonly string[] {
  const isOracle = configurations.some(({ configuration }) => configuration.decider === "oracle");
  return [
    ...notes,
    ...(only === undefined ? [] : [`Asked by name: ${countText(only.length, "question")}.`]),
    ...(sample === undefined ? [] : [drawn(sample, tasks)]),
    ...(isOracle
      ? [
          "The oracle takes the benchmark's gold through the tools: its figures show what the tools can express, and nothing about a model.",
        ]
      : []),
    ...(finished < planned
      ? [
          `Not there yet and in no figure: ${(planned - finished).toLocaleString("en")} of ${countText(planned, "answer")}.`,
        ]
      : []),
    ...configurations.flatMap((each) =>
      leftOutOf(each).map((text) => `${visibleText(each.configuration.id)}: ${text}`),
    ),
  ];
}

function leftOutOf({
  configuration: { decider, model },
  reasons,
  unscored,
  items,
  efficiency,
  judging,
}: ConfigurationReport): readonly string[] {
  const unread = decider === "built-in" ? (reasons["model-not-configured"] ?? 0) : 0;
  const missing = totalOf(unscored);
  const why = Object.entries(unscored).map(([code, times]) => `${code} ${times.toLocaleString("en")}`);
  const of = `of ${items.toLocaleString("en")}`;
  return [
    ...(unread > 0
      ? [
          `the built-in rules cannot read what ${countText(unread, "question")} ${of} asked of an API; each failed, and counts as not right.`,
        ]
      : []),
    ...(missing > 0
      ? [`not scored and in no mean: ${countText(missing, "answer")} ${of} (${why.join(", ")}).`]
      : []),
    ...(items > 0 && efficiency.cost.mean === undefined
      ? [
          `what it cost is unknown, since ${model === undefined ? "no price" : `no price of ${visibleText(model)}`} or not all tokens are known.`,
        ]
      : []),
    ...(judging === undefined ? [] : saidOfJudging(judging, model)),
  ];
}

function drawn({ size, seed }: NonNullable<Manifest["sample"]>, tasks: number): string {
  if (tasks < size)
    return `A sample of ${countText(size, "question")} was asked for, and there are no more than ${tasks.toLocaleString("en")}.`;
  return `A sample of ${countText(tasks, "question")} was drawn with the seed ${seed}.`;
}

function saidOfJudging(
  { by, answers, withoutVerdict, usage }: NonNullable<ConfigurationReport["judging"]>,
  model: string | undefined,
): readonly string[] {
  const isTold = usage.inputTokens !== undefined || usage.outputTokens !== undefined;
  const tokens = isTold ? countText(tokensOf(usage), "token") : "tokens that it did not tell";
  const kin = model === undefined ? [] : by.filter((judge) => isSameFamily(judge, model));
  return [
    `judged by ${visibleText(by.join(", "))}: ${countText(answers, "answer")}, with ${countText(usage.calls, "call")} and ${tokens}, which are in no other figure.`,
    ...(withoutVerdict === 0
      ? []
      : [
          `no verdict, and in no mean of what the judge measures: ${withoutVerdict} of ${countText(answers, "answer")}.`,
        ]),
    ...(kin.length === 0
      ? []
      : [
          `${visibleText(kin.join(", "))} is of the family of ${visibleText(model ?? "")}, and may favour its answers.`,
        ]),
  ];
}

/** The results of a configuration. */
export type ConfigurationReport = ReturnType<typeof configurationReport>;

function configurationReport(
  configuration: Configuration,
  records: readonly ItemRecord[],
  measures: readonly Measure[],
  estimating: Estimating,
) {
  const failures = addCounts(records.map((record) => record.failures));
  return {
    configuration,
    /** Number of finished answers, and of distinct questions. */
    items: records.length,
    questions: new Set(records.map(({ task }) => task)).size,
    /** Estimates by measure id. A measure without values is absent. */
    measures: estimates(records, measures, estimating),
    /** By name of the group, then by its values in order of occurrence. */
    groups: groupsOf(records, measures, estimating),
    efficiency: efficiencyOf(records),
    /** Sums over all items. Absent if a part is unknown. */
    total: totals(records),
    outcomes: countsOf(records.map(({ outcome }) => outcome)),
    /** Counts of reasons why runs stopped or failed. */
    reasons: countsOf(records.map(({ reason }) => reason)),
    /** Counts of kinds of errors of wrong answers. */
    errors: countsOf(records.map(({ error }) => error)),
    /** Counts of reasons why items could not be scored. */
    unscored: countsOf(records.map(({ unscored }) => unscored)),
    failures: {
      total: totalOf(failures),
      /** Number of failures after which the next action of the same tool succeeded. */
      repaired: sumOf(records, ({ repaired }) => repaired),
      byCode: failures,
      repairedByCode: addCounts(records.map((record) => record.repairedByCode)),
    },
    /** Replies that were neither an action nor an answer. */
    unusable: sumOf(records, ({ unusable }) => unusable),
    ...given({
      /** Present if a simulated user could be asked. */
      asked: askedOf(records),
      /** Present if answers were judged. The judges' usage is in no other figure. */
      judging: judgingOf(records),
      /** For measures that are plotted against a count: the mean at each count, ascending, by measure id. */
      against: drawnAgainst(records, measures, estimating),
    }),
  };
}

function estimates(
  records: readonly ItemRecord[],
  measures: readonly Measure[],
  estimating: Estimating,
): Readonly<Record<string, Estimate>> {
  return Object.fromEntries(
    measures.flatMap(({ id, unit }) => {
      const values = [...byQuestion(records, ({ scores }) => scores[id]).values()];
      const estimate = estimateOf(values, { ...estimating, unit });
      return estimate === undefined ? [] : [[id, estimate]];
    }),
  );
}

function groupsOf(records: readonly ItemRecord[], measures: readonly Measure[], estimating: Estimating) {
  const reportOf = (part: readonly ItemRecord[]) => ({
    questions: new Set(part.map(({ task }) => task)).size,
    measures: estimates(part, measures, estimating),
  });
  const names = new Set(records.flatMap(({ groups }) => Object.keys(groups)));
  return Object.fromEntries(
    [...names].map((name) => {
      const parts = Map.groupBy(records, ({ groups }) => groups[name]);
      const reports = [...parts].flatMap(([value, part]) =>
        value === undefined ? [] : [[value, reportOf(part)] as const],
      );
      return [name, Object.fromEntries(reports)];
    }),
  );
}

/** The mean of each figure over the questions for which it is known. No mean if it is known for none. */
function efficiencyOf(records: readonly ItemRecord[]) {
  const of = (figureOf: (record: ItemRecord) => number | undefined) => {
    const values = byQuestion(records, figureOf);
    return { ...given({ mean: meanOf(values.values()) }), questions: values.size };
  };
  const figures = Object.entries(efficiencyValues).map(([name, figureOf]) => [name, of(figureOf)]);
  return Object.fromEntries(figures) as Readonly<Record<EfficiencyName, ReturnType<typeof of>>>;
}

function totals(records: readonly ItemRecord[]) {
  const tokensKnown = records.every(
    ({ usage }) => usage.calls === 0 || (usage.inputTokens !== undefined && usage.outputTokens !== undefined),
  );
  const costKnown = records.every(({ cost }) => cost !== undefined);
  return {
    ...given({
      tokens: tokensKnown ? sumOf(records, ({ usage }) => tokensOf(usage)) : undefined,
      cost: costKnown ? sumOf(records, ({ cost }) => cost ?? 0) : undefined,
    }),
    milliseconds: sumOf(records, ({ milliseconds }) => milliseconds),
  };
}

function askedOf(records: readonly ItemRecord[]) {
  const asked = records.flatMap((record) => record.asked ?? []);
  if (asked.length === 0) return undefined;
  return {
    items: asked.length,
    questions: sumOf(asked, ({ questions }) => questions),
    needed: sumOf(asked, ({ needed }) => needed),
    relevant: sumOf(asked, ({ relevant }) => relevant),
    /** Number of questions that the user could answer. */
    answered: sumOf(asked, ({ answered }) => answered),
  };
}

function sumOf<T>(all: readonly T[], figureOf: (each: T) => number): number {
  return all.reduce((sum, each) => sum + figureOf(each), 0);
}

/** The judges of the answers, missing verdicts, and usage. Undefined without judges. */
function judgingOf(records: readonly ItemRecord[]) {
  const judged = records.flatMap((record) => record.judged ?? []);
  if (judged.length === 0) return undefined;
  return {
    /** Provider and model. Several if the run was resumed with another judge. */
    by: [...new Set(judged.map(({ by }) => by))],
    answers: judged.length,
    /** Number of answers without verdict, which are in no mean of the judge's measures. */
    withoutVerdict: judged.filter(({ verdict }) => verdict === undefined).length,
    usage: judged.reduce((sum, { usage }) => addUsage(sum, usage), NO_USAGE),
  };
}

/** Means at each count, for measures that are plotted against a count. */
function drawnAgainst(records: readonly ItemRecord[], measures: readonly Measure[], estimating: Estimating) {
  const drawn = measures.flatMap(({ id, unit, against }) => {
    if (against === undefined) return [];
    const parts = Map.groupBy(records, ({ scores }) => scores[against]);
    const points = [...parts].flatMap(([count, part]) => {
      const values = [...byQuestion(part, ({ scores }) => scores[id]).values()];
      const estimate = estimateOf(values, { ...estimating, unit });
      return count === undefined || estimate === undefined ? [] : [{ count, estimate }];
    });
    return points.length === 0 ? [] : [[id, points.toSorted((a, b) => a.count - b.count)] as const];
  });
  return drawn.length === 0 ? undefined : Object.fromEntries(drawn);
}

/** Counts the names, the most frequent first, then by name. */
function countsOf(names: Iterable<string | undefined>): Counts {
  const counts: Record<string, number> = Object.create(null);
  for (const name of names) {
    if (name !== undefined) counts[name] = (counts[name] ?? 0) + 1;
  }
  return sortedCounts(counts);
}

function addCounts(all: readonly Counts[]): Counts {
  const sums: Record<string, number> = Object.create(null);
  for (const counts of all) {
    for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count;
  }
  return sortedCounts(sums);
}

function totalOf(counts: Counts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function sortedCounts(counts: Counts): Counts {
  return Object.fromEntries(
    Object.entries(counts).sort(([a, m], [b, n]) => n - m || (a < b ? -1 : a > b ? 1 : 0)),
  );
}
