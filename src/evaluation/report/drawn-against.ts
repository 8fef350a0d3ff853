import type { Measure } from "../benchmark/measure.ts";
import type { ItemRecord } from "../run/item-record.ts";
import { byQuestion } from "./by-question.ts";
import { type Estimating, estimateOf } from "./estimate-of.ts";
import type { AgainstPoint, ConfigurationReport } from "./report.ts";

/** Of measures that are drawn against a count: their means at each count that records have. */
export function drawnAgainst(
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
