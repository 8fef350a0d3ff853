import { FuxiError } from "../../errors/fuxi-error.ts";
import { addUsage, NO_USAGE } from "../../model/usage.ts";
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
import {
  type AgainstPoint,
  type Average,
  allMeasures,
  type ConfigurationReport,
  type Counts,
  type Estimate,
  type GroupReport,
  type Report,
} from "./report.ts";
import { countText } from "./report-table.ts";

/** What a report is made with beside manifest and records. */
export interface BuildReportOptions {
  /** Of the run, for titles. */
  readonly id: string;
  /** Of the benchmark, in its order. Those that records have beside them stand behind, by their ids. */
  readonly measures?: readonly Measure[];
  /** Of the resamples; the same seed gives the same intervals. */
  readonly seed?: number;
  readonly resamples?: number;
}

/**
 * What came of a run. Means are over questions, of which each is the mean of its repeats; intervals are bootstrapped over questions, so that repeats of one
 * question do not count as evidence of their own.
 * @throws FuxiError `data-invalid` where a record is of a configuration that the manifest does not name
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

/** What somebody who reads the figures must not overlook. */
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

/** What one configuration came to. */
function configurationReport(
  configuration: Configuration,
  records: readonly ItemRecord[],
  measures: readonly Measure[],
  estimating: Estimating,
): ConfigurationReport {
  const failures = addCounts(records.map((record) => record.failures));
  return {
    configuration,
    items: records.length,
    questions: new Set(records.map(({ task }) => task)).size,
    measures: estimates(records, measures, estimating),
    groups: groupsOf(records, measures, estimating),
    efficiency: efficiencyOf(records),
    total: totals(records),
    outcomes: countsOf(records.map(({ outcome }) => outcome)),
    reasons: countsOf(records.map(({ reason }) => reason)),
    errors: countsOf(records.map(({ error }) => error)),
    unscored: countsOf(records.map(({ unscored }) => unscored)),
    failures: {
      total: totalOf(failures),
      repaired: sumOf(records, ({ repaired }) => repaired),
      byCode: failures,
      repairedByCode: addCounts(records.map((record) => record.repairedByCode)),
    },
    unusable: sumOf(records, ({ unusable }) => unusable),
    ...askedOf(records),
    ...judgingOf(records),
    ...drawnAgainst(records, measures, estimating),
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

function groupsOf(
  records: readonly ItemRecord[],
  measures: readonly Measure[],
  estimating: Estimating,
): ConfigurationReport["groups"] {
  const names = new Set(records.flatMap(({ groups }) => Object.keys(groups)));
  return Object.fromEntries(
    [...names].map((name) => {
      const parts = Map.groupBy(records, ({ groups }) => groups[name]);
      const reports = [...parts].flatMap(([value, part]): (readonly [string, GroupReport])[] =>
        value === undefined
          ? []
          : [
              [
                value,
                {
                  questions: new Set(part.map(({ task }) => task)).size,
                  measures: estimates(part, measures, estimating),
                },
              ],
            ],
      );
      return [name, Object.fromEntries(reports)];
    }),
  );
}

function efficiencyOf(records: readonly ItemRecord[]): ConfigurationReport["efficiency"] {
  const of = (figureOf: (record: ItemRecord) => number | undefined): Average => {
    const values = byQuestion(records, figureOf);
    const mean = meanOf(values.values());
    return { ...(mean === undefined ? {} : { mean }), questions: values.size };
  };
  return Object.fromEntries(
    Object.entries(efficiencyValues).map(([name, figureOf]) => [name, of(figureOf)]),
  ) as ConfigurationReport["efficiency"];
}

function totals(records: readonly ItemRecord[]): ConfigurationReport["total"] {
  const tokensKnown = records.every(
    ({ usage }) => usage.calls === 0 || (usage.inputTokens !== undefined && usage.outputTokens !== undefined),
  );
  const costKnown = records.every(({ cost }) => cost !== undefined);
  return {
    ...(tokensKnown ? { tokens: sumOf(records, ({ usage }) => tokensOf(usage)) } : {}),
    ...(costKnown ? { cost: sumOf(records, ({ cost }) => cost ?? 0) } : {}),
    milliseconds: sumOf(records, ({ milliseconds }) => milliseconds),
  };
}

function askedOf(records: readonly ItemRecord[]): Pick<ConfigurationReport, "asked"> {
  const asked = records.flatMap((record) => record.asked ?? []);
  if (asked.length === 0) return {};
  return {
    asked: {
      items: asked.length,
      questions: sumOf(asked, ({ questions }) => questions),
      needed: sumOf(asked, ({ needed }) => needed),
      relevant: sumOf(asked, ({ relevant }) => relevant),
      answered: sumOf(asked, ({ answered }) => answered),
    },
  };
}

function sumOf<T>(all: readonly T[], figureOf: (each: T) => number): number {
  return all.reduce((sum, each) => sum + figureOf(each), 0);
}

/** Who judged the answers, how many have no verdict, and what it took; nothing where nobody did. */
function judgingOf(records: readonly ItemRecord[]): Pick<ConfigurationReport, "judging"> {
  const judged = records.flatMap((record) => record.judged ?? []);
  if (judged.length === 0) return {};
  return {
    judging: {
      by: [...new Set(judged.map(({ by }) => by))],
      answers: judged.length,
      withoutVerdict: judged.filter(({ verdict }) => verdict === undefined).length,
      usage: judged.reduce((sum, { usage }) => addUsage(sum, usage), NO_USAGE),
    },
  };
}

/** Of measures that are drawn against a count: their means at each count that records have. */
function drawnAgainst(
  records: readonly ItemRecord[],
  measures: readonly Measure[],
  estimating: Estimating,
): Pick<ConfigurationReport, "against"> {
  const drawn = measures.flatMap(
    ({ id, unit, against }): readonly (readonly [string, readonly AgainstPoint[]])[] => {
      if (against === undefined) return [];
      const parts = Map.groupBy(records, ({ scores }) => scores[against]);
      const points = [...parts].flatMap(([count, part]): readonly AgainstPoint[] => {
        if (count === undefined) return [];
        const values = [...byQuestion(part, ({ scores }) => scores[id]).values()];
        const estimate = estimateOf(values, { ...estimating, unit });
        return estimate === undefined ? [] : [{ count, estimate }];
      });
      return points.length === 0 ? [] : [[id, points.toSorted((a, b) => a.count - b.count)]];
    },
  );
  return drawn.length === 0 ? {} : { against: Object.fromEntries(drawn) };
}

/** How often each comes up, the most frequent first, then by name. */
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
