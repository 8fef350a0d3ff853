import type { Measure } from "../benchmark/measure.ts";
import type { Configuration } from "../run/configuration.ts";
import type { ItemRecord } from "../run/item-record.ts";
import { tokensOf } from "../run/price.ts";
import { byQuestion, meanOf } from "./by-question.ts";
import { addCounts, countsOf, totalOf } from "./counts.ts";
import { drawnAgainst } from "./drawn-against.ts";
import { efficiencyValues } from "./efficiency-values.ts";
import { type Estimating, estimateOf } from "./estimate-of.ts";
import { judgingOf } from "./judging-of.ts";
import type { Average, ConfigurationReport, Estimate, GroupReport } from "./report.ts";

/** What one configuration came to. */
export function configurationReport(
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
