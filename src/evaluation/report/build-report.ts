import { FuxiError } from "../../errors/fuxi-error.ts";
import { addUsage, NO_USAGE } from "../../model/usage.ts";
import { visibleText } from "../../util/visible-text.ts";
import type { Measure } from "../benchmark/benchmark.ts";
import { isSameFamily } from "../judges/ask-verdict.ts";
import { type Configuration, type ItemRecord, type Manifest, tokensOf } from "../run/configuration.ts";
import { askingTwins } from "../run/run-evaluation.ts";
import { comparePair } from "./compare-pair.ts";
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

import type {
  AgainstPoint,
  Average,
  ConfigurationReport,
  Counts,
  Estimate,
  GroupReport,
  Report,
} from "./report.ts";

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

/** What somebody who reads the figures must not overlook. */
function leftOut(
  { notes, sample, only, tasks }: Manifest,
  items: { readonly planned: number; readonly finished: number },
  configurations: readonly ConfigurationReport[],
): readonly string[] {
  const said = [...notes];
  if (only !== undefined)
    said.push(
      `Only ${counted(only.length, "question")}, which ${only.length === 1 ? "was" : "were"} named, ${only.length === 1 ? "is" : "are"} asked.`,
    );
  if (sample !== undefined) said.push(drawn(sample, tasks));
  if (configurations.some(({ configuration }) => configuration.decider === "oracle"))
    said.push(
      "The oracle takes the benchmark's gold through the tools: its figures show what the tools can express, and nothing about a model.",
    );
  const open = items.planned - items.finished;
  if (open > 0) {
    said.push(
      `${counted(open, "answer")} of ${items.planned.toLocaleString("en")} ${open === 1 ? "is" : "are"} not there yet and in no figure.`,
    );
  }
  for (const { configuration, reasons, unscored, items: count, efficiency } of configurations) {
    const name = visibleText(configuration.id);
    const unread = configuration.decider === "built-in" ? (reasons["model-not-configured"] ?? 0) : 0;
    if (unread > 0) {
      said.push(
        `${name}: ${counted(unread, "question")} of ${count.toLocaleString("en")} ${unread === 1 ? "is" : "are"} about what the built-in rules cannot read (an API); ${unread === 1 ? "it failed, and counts" : "they failed, and count"} as not right.`,
      );
    }
    const missing = totalOf(unscored);
    if (missing > 0) {
      const why = Object.entries(unscored).map(([code, times]) => `${code} ${times.toLocaleString("en")}`);
      said.push(
        `${name}: ${counted(missing, "answer")} of ${count.toLocaleString("en")} could not be scored and ${missing === 1 ? "is" : "are"} in no mean (${why.join(", ")}).`,
      );
    }
    if (count > 0 && efficiency.cost.mean === undefined) {
      said.push(
        `${name}: what it cost is unknown, since ${configuration.model === undefined ? "no price" : `no price of ${visibleText(configuration.model)}`} or not all tokens are known.`,
      );
    }
  }
  said.push(...configurations.flatMap(saidOfJudging));
  return said;
}

function drawn({ size, seed }: NonNullable<Manifest["sample"]>, tasks: number): string {
  if (tasks < size)
    return `A sample of ${counted(size, "question")} was asked for, and there are no more than ${tasks.toLocaleString("en")}.`;
  return `A sample of ${counted(tasks, "question")} was drawn with the seed ${seed}.`;
}

function saidOfJudging({ configuration, judging }: ConfigurationReport): readonly string[] {
  if (judging === undefined) return [];
  const { by, answers, withoutVerdict, usage } = judging;
  const name = visibleText(configuration.id);
  const judges = visibleText(by.join(", "));
  const tokens =
    usage.inputTokens === undefined && usage.outputTokens === undefined
      ? "tokens that it did not tell"
      : counted(tokensOf(usage), "token");
  const kin = by.filter(
    (judge) => configuration.model !== undefined && isSameFamily(judge, configuration.model),
  );
  return [
    `${name}: ${counted(answers, "answer")} ${answers === 1 ? "was" : "were"} judged by ${judges} with ${counted(usage.calls, "call")} and ${tokens}, which are in no other figure.`,
    ...(withoutVerdict === 0
      ? []
      : [
          `${name}: ${counted(withoutVerdict, "answer")} of ${answers.toLocaleString("en")} ${withoutVerdict === 1 ? "has" : "have"} no verdict, and ${withoutVerdict === 1 ? "is" : "are"} in no mean of what the judge measures.`,
        ]),
    ...(kin.length === 0
      ? []
      : [
          `${name}: ${visibleText(kin.join(", "))} is of the family of ${visibleText(configuration.model ?? "")}, and may favour its answers.`,
        ]),
  ];
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
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
      ...repairedByCode(records),
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

/** Records without a failure had nothing to repair, whenever they were made. */
function repairedByCode(
  records: readonly ItemRecord[],
): Pick<ConfigurationReport["failures"], "repairedByCode"> {
  const failed = records.filter(({ failures }) => totalOf(failures) > 0);
  if (failed.some((record) => record.repairedByCode === undefined)) return {};
  return { repairedByCode: addCounts(failed.map((record) => record.repairedByCode ?? {})) };
}

function askedOf(records: readonly ItemRecord[]): Pick<ConfigurationReport, "asked"> {
  const asked = records.flatMap((record) => record.asked ?? []);
  if (asked.length === 0) return {};
  const isCounted = asked.every(({ answered }) => answered !== undefined);
  return {
    asked: {
      items: asked.length,
      questions: sumOf(asked, ({ questions }) => questions),
      needed: sumOf(asked, ({ needed }) => needed),
      relevant: sumOf(asked, ({ relevant }) => relevant),
      ...(isCounted ? { answered: sumOf(asked, ({ answered }) => answered ?? 0) } : {}),
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
