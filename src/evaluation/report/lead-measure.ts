import type { Measure } from "../benchmark/measure.ts";

/** What configurations are compared by: the first measure that says how good an answer is. A count, such as a length, does not; undefined where all are counts. */
export function leadMeasure(measures: readonly Measure[]): Measure | undefined {
  return measures.find(({ unit }) => unit !== "count");
}
